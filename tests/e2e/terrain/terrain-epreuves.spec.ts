/** Failures of phones: storage full, storage lost, a new version during the day. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support.ts';
import {
  enrolPhone,
  expectSunReadable,
  Office,
  PHONE,
  serveBuild,
  show,
  takeCash,
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

test('lost storage is reported in the open app, and no number is given twice', async ({ page, context }) => {
  const office = new Office();
  await office.listen(context);
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
  await expectAccessible(page);
  await expectSunReadable(page);
  await expectNoSidewaysScroll(page);
  // shown until acknowledged, also after a restart
  await page.reload();
  await expectLossNotice();
  await page.getByRole('button', { name: 'J’ai compris' }).click();
  await expect(page.getByLabel('Code donné par le bureau')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Code donné par le bureau')).toBeVisible();
  // enrolled again, it continues after the lost receipt numbers
  office.offline = false;
  await enrolPhone(page);
  expect(await takeCash(page, 887)).toMatch(/-000003$/);
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

test('with full storage no payment is taken, until there is space again', async ({ page, context }) => {
  const office = new Office();
  await office.listen(context);
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/encaisser/887');
  const take = page.getByRole('button', { name: /^Encaisser \d/ });
  await expect(take).toBeVisible();
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  // quota granted before expires after half a minute
  await expect.poll(() => hasRoom(page), { timeout: 60_000 }).toBe(false);
  await take.click();
  await expect(page.getByText('La mémoire du téléphone est pleine : rien n’a été enregistré.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await take.click();
  await expect(page.locator('.recu .no')).toHaveText(/-000001$/);
  office.offline = false;
  await sendNow(page);
  expect(office.received.map(({ sequence }) => sequence)).toEqual([1]);
});

test('a new version is activated while acts wait, and sends them', async ({ page, context }) => {
  const build = await serveBuild();
  const office = new Office();
  await office.listen(context);
  await enrolPhone(page, { origin: build.origin });
  office.offline = true;
  const receipt = await takeCash(page, 887);
  await page.evaluate(() => navigator.serviceWorker.ready);
  build.renew();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const anew = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await anew;
  // restored without the password, because the tab is the same
  await expect(page.locator('.recu .no')).toHaveText(receipt);
  await expect(waiting(page)).toHaveText('1 en attente');
  office.offline = false;
  await sendNow(page);
  expect(office.received).toHaveLength(1);
  // work continues
  office.offline = true;
  expect(await takeCash(page, 5)).toMatch(/-000002$/);
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
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'BarcodeDetector', { value: class {}, configurable: true });
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  const office = new Office();
  await office.listen(context);
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
