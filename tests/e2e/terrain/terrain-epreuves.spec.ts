/** Failures of phones: storage full, storage lost, a new version during the day. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support.ts';
import {
  enrolPhone,
  expectFitOnPhone,
  PHONE,
  photo,
  serveBuild,
  show,
  takeCash,
  test,
  unlock,
  waiting,
} from './terrain-support.ts';

test.use(PHONE);

const sendNow = async (page: Page): Promise<void> => {
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
};

/** Deletes the app's data, as browsers do when space is short. */
const drop = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('octroi-terrain');
        request.addEventListener('success', resolve);
        request.addEventListener('error', reject);
      }),
  );

test('lost storage is reported in the open app, and no number is given twice', async ({
  page,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await takeCash(page, 887);
  await takeCash(page, 5);
  await show(page, '/encaisser/11742');
  await expect(page.getByRole('button', { name: /^Encaisser \d/ })).toBeVisible();
  await drop(page);
  await page.getByRole('button', { name: /^Encaisser \d/ }).click();
  const expectLossNotice = async () => {
    await expect(page.getByRole('heading')).toContainText('Ce téléphone a perdu ce qu’il gardait');
    await expect(page.getByRole('heading')).toContainText('Tablette Yantala, A017');
    await expect(page.getByRole('alert')).toContainText('2 actes n’étaient pas envoyés et sont perdus');
  };
  await expectLossNotice();
  await expectFitOnPhone(page);
  // shown until acknowledged, also after a restart
  await page.reload();
  await expectLossNotice();
  await page.getByRole('button', { name: 'J’ai compris' }).click();
  await expect(page.getByLabel('Code donné par le bureau')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Code donné par le bureau')).toBeVisible();
  // enrolled again, it is another device: the lost receipt numbers are not given again
  office.offline = false;
  await enrolPhone(page);
  expect(await takeCash(page, 887)).toMatch(/-A018-000001$/);
});

/** Whether the browser still allows writes of this origin. */
const hasRoom = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('room', 1);
        opening.addEventListener('error', () => resolve(false));
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('room'));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('room', 'readwrite');
          writing.addEventListener('complete', () => resolve(true));
          writing.addEventListener('abort', () =>
            writing.error?.name === 'QuotaExceededError' ? resolve(false) : reject(writing.error!),
          );
          writing.objectStore('room').put('x'.repeat(1000), Math.random());
        });
      }),
  );

const FULL = 'La mémoire du téléphone est pleine : rien n’a été enregistré.';
const UNSAVED = 'ce que vous tapez reste à l’écran, mais se perd si l’application se ferme';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Fills an enrolment up to its last step. */
async function fillEnrolment(page: Page): Promise<void> {
  await show(page, '/enroler');
  await page.getByLabel('Nom', { exact: true }).fill('Seyni');
  await button(page, 'Continuer').click();
  await page.getByLabel('Lieu').selectOption('11');
  await button(page, 'Continuer').click();
  await button(page, /Étal/).click();
  await button(page, 'Continuer').click();
  await page.locator('input[type=file]').setInputFiles(await photo());
  await expect(page.getByAltText('Photo prise')).toBeVisible();
  await button(page, 'Continuer').click();
  await expect(button(page, 'Enrôler Seyni')).toBeEnabled();
}

/** Each form whose act is refused, with what is typed once there is no room. */
const WRITES: Record<
  string,
  { type: string; address: string; fill: (page: Page) => Promise<void>; save: RegExp }
> = {
  'an enrolment with its photo': {
    type: 'enrolement',
    address: '/enroler/5',
    fill: async () => undefined,
    save: /^Enrôler Seyni/,
  },
  'a payment': {
    type: 'paiement',
    address: '/encaisser/887',
    fill: async (page) => {
      await button(page, 'Mobile').click();
      await page.getByLabel('Référence de l’opérateur').fill('PP.1234');
    },
    save: /^Encaisser \d/,
  },
  'a visit': {
    type: 'visite',
    address: '/visite/5',
    fill: async (page) => {
      await button(page, 'Absent').click();
      await page.getByLabel('Note').fill('Revient du marché');
    },
    save: /^Enregistrer la visite/,
  },
  'a notice with the photo of its stub': {
    type: 'avis',
    address: '/avis',
    fill: async (page) => {
      await page.getByLabel('Numéro de l’avis').fill('AVIS-NIA-2026-000123');
      await button(page, 'Un proche').click();
      await page.locator('input[type=file]').setInputFiles(await photo());
      await expect(page.getByAltText('Photo prise')).toBeVisible();
    },
    save: /^Enregistrer/,
  },
};

test('with full storage no act, draft or download is stored in part, and what was typed stays until there is space', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await fillEnrolment(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  // quota granted before expires after half a minute
  await expect.poll(() => hasRoom(page), { timeout: 60_000 }).toBe(false);
  for (const { address, fill, save } of Object.values(WRITES)) {
    await show(page, address);
    await fill(page);
    await button(page, save).click();
    await expect(page.getByText(FULL)).toBeVisible();
    if (address !== '/enroler/5') await expect(page.getByText(UNSAVED)).toBeVisible();
    await expect(waiting(page)).toHaveText('Tout est envoyé');
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  // the form that is open keeps what was typed
  await expect(page.getByLabel('Numéro de l’avis')).toHaveValue('AVIS-NIA-2026-000123');
  await expect(page.getByAltText('Photo prise')).toBeVisible();
  // a download is refused whole, and what was known stays
  office.people.push([...office.people[0]!]);
  office.people.at(-1)![0] = 99;
  office.people.at(-1)![3] = 'Nouhou Zakari';
  office.offline = false;
  await show(page, '/appareil');
  await button(page, 'Envoyer maintenant').click();
  await expect(page.getByText('ce qui vient du bureau n’est pas gardé')).toBeVisible();
  await show(page, '/fiche/5');
  await expect(page.getByText('Souley Idé')).toBeVisible();
  office.offline = true;

  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  for (const { address, fill, save } of Object.values(WRITES)) {
    await show(page, address);
    await fill(page);
    await expect(page.getByText(UNSAVED)).toHaveCount(0);
    await button(page, save).click();
    await expect(page.getByText(FULL)).toHaveCount(0);
    await expect(button(page, save)).toHaveCount(address === '/avis' ? 1 : 0);
  }
  await expect(waiting(page)).toHaveText('5 en attente');
  office.offline = false;
  await sendNow(page);
  expect(office.received.map(({ sequence, type }) => [sequence, type])).toEqual(
    Object.values(WRITES).map(({ type }, index) => [index + 1, type]),
  );
  expect(office.received[1]?.corps['recu']).toMatch(/-000001$/);
  expect(office.photos.size).toBe(1);
  await expect(page.getByText('ce qui vient du bureau n’est pas gardé')).toHaveCount(0);
  await show(page, '/fiche/99');
  await expect(page.getByText('Nouhou Zakari')).toBeVisible();
});

/** From the next act on, the browser stores and reads nothing more: it lost its connection to the storage. */
const loseStorageAfterAct = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const prototypes = [IDBObjectStore.prototype, IDBIndex.prototype] as unknown as Record<
      string,
      () => unknown
    >[];
    const fail = (): never => {
      throw new DOMException('Internal error.', 'UnknownError');
    };
    const lose = () => {
      for (const prototype of prototypes)
        for (const method of ['get', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'])
          prototype[method] = fail;
    };
    const add = Reflect.get(IDBObjectStore.prototype, 'add') as IDBObjectStore['add'];
    IDBObjectStore.prototype.add = function (...parts) {
      this.transaction.addEventListener('complete', lose);
      return add.apply(this, parts);
    };
  });

test('a payment that is stored and cannot be shown is told as stored, and is there after a restart', async ({
  page,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/encaisser/887');
  await expect(button(page, /^Encaisser \d/)).toBeEnabled();
  await loseStorageAfterAct(page);
  await button(page, /^Encaisser \d/).click();
  await expect(page.getByText('C’est enregistré, ne le refaites pas.')).toBeVisible();
  await expect(page.getByText('n’est plus sur ce téléphone')).toHaveCount(0);
  await expect(page.getByText('Tout est envoyé')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitOnPhone(page);
  await button(page, 'Rouvrir').click();
  await expect(waiting(page)).toHaveText('1 en attente');
  office.offline = false;
  await sendNow(page);
  expect(office.received.map(({ type }) => type)).toEqual(['paiement']);
});

test('a phone that cannot read what it keeps says so, and opens once it can', async ({
  page,
  fakeOffice: _office,
}) => {
  await enrolPhone(page);
  const unreadable = await page.addInitScript(() => {
    Object.assign(IDBObjectStore.prototype, {
      get: () => {
        throw new DOMException('Internal error.', 'UnknownError');
      },
    });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Octroi ne s’ouvre pas' })).toBeVisible();
  await expectAccessible(page);
  await expectFitOnPhone(page);
  await unreadable.dispose();
  await button(page, 'Rouvrir l’application').click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
});

test('a draft refused for lack of space is stored by « Continuer » once there is space', async ({
  page,
  fakeOffice: _office,
}) => {
  await enrolPhone(page);
  await show(page, '/enroler');
  await page.evaluate(() => {
    const stores = IDBObjectStore.prototype;
    const put = Object.getOwnPropertyDescriptor(stores, 'put') ?? {};
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.defineProperty(stores, 'put', { ...put, value: full });
    Object.assign(window, { empty: () => Object.defineProperty(stores, 'put', put) });
  });
  await page.getByLabel('Nom', { exact: true }).fill('Seyni');
  await expect(page.getByText(UNSAVED)).toBeVisible();
  await button(page, 'Continuer').click();
  await expect(page.getByText(FULL)).toBeVisible();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Seyni');
  await page.evaluate(() => (window as unknown as { empty: () => void }).empty());
  await button(page, 'Continuer').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Où est-ce ?');
  await expect(page.getByText(UNSAVED)).toHaveCount(0);
  await page.reload();
  await show(page, '/enroler');
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Seyni');
});

for (const [what, storageTypes, isTold] of [
  ['its database', 'indexeddb,cache_storage', true],
  ['all that the site stored', 'all', false],
] as const)
  test(`a phone that lost ${what} overnight starts again by a code, and gives no number twice`, async ({
    page,
    context,
    fakeOffice: office,
  }) => {
    await enrolPhone(page);
    const before = [await takeCash(page, 887), await takeCash(page, 5)];
    await sendNow(page);
    office.offline = true;
    before.push(await takeCash(page, 887));
    const { origin } = new URL(page.url());
    await page.close();
    const other = await context.newPage();
    const devtools = await context.newCDPSession(other);
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
    await other.close();

    const next = await context.newPage();
    await next.goto('/terrain');
    if (isTold) {
      await expect(next.getByRole('heading')).toContainText('Ce téléphone a perdu ce qu’il gardait');
      await expect(next.getByText('1 acte n’était pas envoyé et est perdu')).toBeVisible();
      await button(next, 'J’ai compris').click();
    }
    await expect(next.getByLabel('Code donné par le bureau')).toBeVisible();
    office.offline = false;
    await enrolPhone(next);
    await expect(next.getByText('Ce téléphone remplace A017')).toBeVisible();
    await expect(next.getByText('le bureau a reçu 2 actes de A017')).toBeVisible();
    await expectAccessible(next);
    await expectNoSidewaysScroll(next);
    await button(next, 'Compris').click();
    await expect(next.getByText('Ce téléphone remplace')).toHaveCount(0);
    // what the office had is back, and the receipts are a series of their own
    await show(next, '/fiche/887');
    await expect(next.getByText('Djermakoye Soumana')).toBeVisible();
    const after = [await takeCash(next, 11_742), await takeCash(next, 5)];
    await sendNow(next);
    expect(office.received.map(({ corps }) => corps['recu'])).toEqual(after);
    expect(before.filter((number) => after.includes(number))).toEqual([]);
  });

test('a new version is activated while forty acts wait, and sends all of them once, in order', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  const build = await serveBuild();
  await enrolPhone(page, { origin: build.origin });
  office.offline = true;
  const receipts = [await takeCash(page, 887)];
  for (let n = 2; n <= 40; n++) {
    await show(page, '/encaisser/5');
    for (const digit of '100') await page.getByRole('button', { name: digit, exact: true }).click();
    await button(page, /^Encaisser 1/).click();
    await expect(page.locator('.recu .no')).toHaveText(new RegExp(`-${String(n).padStart(6, '0')}$`));
    receipts.push(await page.locator('.recu .no').innerText());
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  build.renew();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const anew = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await anew;
  // restored without the password, because the tab is the same
  await expect(page.locator('.recu .no')).toHaveText(receipts[39]!);
  await expect(waiting(page)).toHaveText('40 en attente');
  office.offline = false;
  await sendNow(page);
  expect(office.received.map(({ corps }) => corps['recu'])).toEqual(receipts);
  // work continues
  office.offline = true;
  expect(await takeCash(page, 5)).toMatch(/-000041$/);
  await page.close();
  const again = await context.newPage();
  await again.goto(`${build.origin}/terrain/`);
  await unlock(again, 'agent.terrain');
  await expect(waiting(again)).toHaveText('1 en attente');
  await build.close();
});

test('without camera and position the work goes on, and a position kilometres away is told', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'BarcodeDetector', { value: class {}, configurable: true });
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await enrolPhone(page);
  await show(page, '/chercher');
  await page.getByRole('button', { name: 'Lire un QR' }).click();
  await expect(page.getByText('La caméra ne s’ouvre pas.')).toBeVisible();
  await show(page, '/corriger/887');
  await page.getByRole('button', { name: 'Prendre la position' }).click();
  await expect(page.getByText('autorisez-la pour cette page')).toBeVisible();
  await page.getByLabel('Téléphone', { exact: true }).fill('96 00 00 02');
  await page.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect.poll(() => office.received.length).toBe(1);
  expect(office.received[0]?.corps).toMatchObject({ champs: { telephone: '96 00 00 02' }, version: 1 });
  // seven kilometres north of the other taxpayers of the place
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 13.563, longitude: 2.1, accuracy: 8 });
  await show(page, '/corriger/5');
  await page.getByRole('button', { name: 'Prendre la position' }).click();
  await expect(page.getByText('à 7 km des autres fiches de ce lieu')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
