/** Robustness of the phone: offline, memory pressure, two tabs, a week without sending, small screens. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { consoleErrors, expectAccessible, expectNoSidewaysScroll } from '../support.ts';
import {
  brokenWords,
  enrolPhone,
  expectSunReadable,
  type Office,
  PHONE,
  show,
  takeCash,
  test,
  unlock,
  waiting,
} from './terrain-support.ts';

test.use({
  ...PHONE,
  geolocation: { latitude: 13.5, longitude: 2.1, accuracy: 8 },
  permissions: ['geolocation'],
});

const sequences = ({ received }: Office) => received.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A photo of camera size. */
async function photo() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const made = sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#888', noise } });
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await made.jpeg({ quality: 80 }).toBuffer() };
}

test('every screen fits and is accessible on the smallest phone, and with doubled text', async ({
  page,
  fakeOffice: _office,
}) => {
  const errors = consoleErrors(page);
  await enrolPhone(page);
  await takeCash(page, 887);
  const screens = {
    '/aujourdhui': 'Aujourd’hui',
    '/chercher': 'Chercher',
    '/fiche/887': 'Fiche',
    '/encaisser/5': 'Souley Idé',
    '/recus': 'Reçus',
    '/recu/1': 'Reçu',
    '/visite/5': 'Visite',
    '/caisse': 'Ma caisse',
    '/caisse/compter': 'Compter',
    '/caisse/verser': 'Verser',
    '/caisse/vendre': 'Vendre des tickets',
    '/corriger/887': 'Corriger',
    '/ligne/887': 'Base taxable',
    '/enroler/1': 'Qui est-ce ?',
    '/enroler/2': 'Où est-ce ?',
    '/enroler/3': 'Que taxe-t-on ?',
    '/enroler/4': 'Photo',
    '/enroler/5': 'Vérifier',
    '/appareil': 'Envoi',
    '/fiche/1': 'Fiche',
    '/visiter': 'Qui visiter',
    '/avis': 'Remettre un avis',
  };
  const brokenOn: Record<string, string[]> = {};
  for (const [address, title] of Object.entries(screens)) {
    await page.setViewportSize({ width: 320, height: 640 });
    await show(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectSunReadable(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a, button:not([disabled]), input:not([type="file"]), select')]
        .map((one) => ({ text: one.textContent, height: one.getBoundingClientRect().height }))
        .filter(({ height }) => height < 55.5),
    );
    expect(small, `${address}: targets`).toEqual([]);
    const text = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
        .map((one) => Number.parseFloat(getComputedStyle(one).fontSize))
        .filter((size) => size < 14),
    );
    expect(text, `${address}: text`).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = '212.5%'));
    await expectNoSidewaysScroll(page);
    const broken = await brokenWords(page);
    if (broken.length > 0) brokenOn[address] = broken;
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  }
  expect(brokenOn).toEqual({});
  expect(errors).toEqual([]);
});

test('an enrolment is restored after the app is closed, at each of its steps', async ({
  page,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  const thrownOut = async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.reload();
  };
  await show(page, '/enroler');
  await page.getByLabel('Nom', { exact: true }).fill('Djarmakoye');
  // duplicates are found offline too
  await expect(page.getByRole('link', { name: /Djermakoye Soumana/ })).toBeVisible();
  await page.getByLabel('Prénom').fill('Soumana');
  await thrownOut();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Djarmakoye');
  await expect(page.getByLabel('Prénom')).toHaveValue('Soumana');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByLabel('Lieu').selectOption('11');
  await page.getByRole('button', { name: 'Prendre la position' }).click();
  await expect(page.getByText('Position à 8 m près')).toBeVisible();
  await thrownOut();
  await expect(page.getByLabel('Lieu')).toHaveValue('11');
  await expect(page.getByText('Position à 8 m près')).toBeVisible();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: /Étal/ }).click();
  await expect(page.getByRole('button', { name: /Étal/, pressed: true })).toBeVisible();
  await thrownOut();
  await expect(page.getByRole('button', { name: /Étal/, pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.locator('input[type=file]').setInputFiles(await photo());
  await expect(page.getByAltText('Photo prise')).toBeVisible();
  await thrownOut();
  await expect(page.getByAltText('Photo prise')).toBeVisible();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Enrôler Djarmakoye Soumana' }).click();
  await expect(page.getByRole('heading', { name: 'Fiche' })).toBeVisible();
  await expect(waiting(page)).toHaveText('2 en attente');
  // the draft is gone: the next enrolment starts empty
  await show(page, '/enroler');
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('');

  office.offline = false;
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  const [enrolment] = office.received;
  expect(enrolment).toMatchObject({
    type: 'enrolement',
    corps: { nom: 'Djarmakoye', ramification: 11, lignes: [{ typeEquipement: 1 }], precisionPosition: 8 },
  });
  const size = office.photos.get(String(enrolment?.corps['photo']));
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(400_000);
});

test('two tabs that take payments at the same time give two receipts', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  const other = await context.newPage();
  await other.goto('/terrain/');
  await unlock(other, 'agent.terrain');
  await expect(other.getByRole('heading', { name: 'Aujourd’hui' })).toBeVisible();
  office.offline = true;
  const receipts = await Promise.all([takeCash(page, 5), takeCash(other, 887)]);
  expect(new Set(receipts).size).toBe(2);
  await show(page, '/recus');
  for (const receipt of receipts) await expect(page.getByText(receipt)).toBeVisible();
  office.offline = false;
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  await expect(waiting(other)).toHaveText('Tout est envoyé');
  expect(sequences(office)).toEqual([1, 2]);
});

test('locking the app in one tab locks the others, and a page restored by Back reloads', async ({
  page,
  context,
  fakeOffice: _office,
}) => {
  await enrolPhone(page);
  const other = await context.newPage();
  await other.goto('/terrain/');
  await unlock(other, 'agent.terrain');
  await show(other, '/fiche/887');
  await expect(other.getByText('Djermakoye Soumana')).toBeVisible();
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Verrouiller' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await expect(tab.getByLabel('Pseudo')).toHaveValue('agent.terrain');
    await expect(tab.getByText('Djermakoye')).toHaveCount(0);
  }
  await other.reload();
  await expect(other.getByRole('button', { name: 'Se connecter' })).toBeVisible();

  await unlock(other, 'agent.terrain');
  await expect(other.getByText('Djermakoye Soumana')).toBeVisible();
  const emptied = await other.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return document.getElementById('root')?.childElementCount === 0;
  });
  expect(emptied).toBe(true);
  await expect(other.getByText('Djermakoye Soumana')).toBeVisible();
});

test('a shown receipt is stored, and a double tap takes one payment', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/encaisser/887');
  const take = page.getByRole('button', { name: /^Encaisser \d/ });
  const { x, y, width, height } = (await take.boundingBox())!;
  await take.dblclick();
  await expect(page.getByRole('heading', { name: 'Reçu' })).toBeVisible();
  // on a slow phone, the second and third tap reach the next screen, whose button is at the same place
  await page.mouse.move(x + width / 2, y + height / 2);
  for (const clickCount of [2, 3]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  }
  const number = await page.locator('.recu .no').innerText();
  expect(number).toMatch(/^NIA-\d{4}-A017-000001$/);
  await expect(page.getByRole('img', { name: 'QR du reçu' })).toBeVisible();
  // restarted: the password unlocks it offline
  await page.close();
  const again = await context.newPage();
  await again.goto('/terrain/');
  await again.getByLabel('Mot de passe').fill('autre chose');
  await again.getByRole('button', { name: 'Se connecter' }).click();
  await expect(again.getByRole('alert')).toHaveText('Le mot de passe n’est pas le bon.');
  await unlock(again, 'agent.terrain');
  await show(again, '/recus');
  await expect(again.getByRole('link', { name: new RegExp(number) })).toHaveCount(1);
  await expect(again.getByRole('link', { name: /^NIA|000002/ })).toHaveCount(0);
  // the paid amount is no longer due
  await show(again, '/fiche/887');
  await expect(again.locator('.doit')).toHaveText(/500/);
});

test('an amount above the debt asks for confirmation, as at the counter, and an empty count closes no till', async ({
  page,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/encaisser/5');
  for (const digits of ['2', '1', '000', '0'])
    await page.getByRole('button', { name: digits, exact: true }).click();
  const take = page.getByRole('button', { name: /^Encaisser 210/ });
  const first = (await take.boundingBox())!;
  await take.click();
  await expect(page.getByRole('alert')).toHaveText(/doit 21\s000\sF\sCFA : 189\s000\sF\sCFA de trop/);
  // a second tap at the same place takes nothing
  const all = (await page.getByRole('button', { name: 'Encaisser quand même' }).boundingBox())!;
  expect(all.y + all.height).toBeLessThanOrEqual(first.y);
  await expectAccessible(page);
  await expectSunReadable(page);
  await page.getByRole('button', { name: 'Corriger le montant' }).click();
  await page.getByRole('button', { name: 'Effacer un chiffre' }).click();
  await page.getByRole('button', { name: /^Encaisser 21/ }).click();
  await expect(page.getByRole('heading', { name: 'Reçu' })).toBeVisible();
  // nothing is due: a payment is an advance
  await show(page, '/encaisser/5');
  await page.getByRole('button', { name: '000', exact: true }).click();
  for (const digits of ['5', '0', '0']) await page.getByRole('button', { name: digits, exact: true }).click();
  await page.getByRole('button', { name: /^Encaisser 500/ }).click();
  await page.getByRole('button', { name: 'Encaisser quand même' }).click();
  await expect(page.locator('.recu .no')).toHaveText(/-000002$/);

  await show(page, '/caisse/compter');
  await page.getByRole('button', { name: /^Fermer avec 0/ }).click();
  await expect(page.getByRole('alert')).toHaveText(/0 s’il n’y a rien/);
  // a double tap asks once; only the confirmation closes the till
  const fields = page.locator('.quantite input');
  await fields.first().fill('2');
  await fields.first().press('Enter');
  await page.getByRole('button', { name: /^Fermer avec 20/ }).dblclick();
  await expect(page.getByRole('heading', { name: 'Fermer la caisse ?' })).toBeVisible();
  await expect(page.getByText(/^2 × 10.000 F$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Recompter' }).click();
  await expect(fields.first()).toHaveValue('2');
  await show(page, '/enroler/2');
  await page.getByLabel('Lieu').selectOption('11');
  await expect(page.getByText('Yantala Haut › Zone 4 › Secteur B', { exact: true }).last()).toBeVisible();
});

test('a week offline, then everything is sent at once', async ({ page, fakeOffice: office }) => {
  await enrolPhone(page);
  office.offline = true;
  // a week of an agent, through one screen
  for (const id of upTo(25)) {
    await show(page, '/encaisser/5');
    for (const digit of '100') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: /^Encaisser 1/ }).click();
    await expect(page.locator('.recu .no')).toHaveText(new RegExp(`-${String(id).padStart(6, '0')}$`));
  }
  await expect(waiting(page)).toHaveText('25 en attente');
  await page.reload();
  await expect(waiting(page)).toHaveText('25 en attente');
  office.offline = false;
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  expect(sequences(office)).toEqual(upTo(25));
});

test('a stall is added, a phone number corrected, and unknown amounts are shown as estimates', async ({
  page,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/fiche/4310');
  await expect(page.locator('.doit')).toHaveText('Ne doit rien');
  await page.getByRole('link', { name: 'Ajouter une base taxable' }).click();
  await page.getByRole('button', { name: /Panneau publicitaire, Plus de 2 m²/ }).click();
  await page.getByRole('button', { name: 'Ajouter' }).click();
  await expect(page.locator('.doit')).toHaveText(/Devrait \(estimé\)\s*12\s000 F CFA/);
  await page.getByRole('link', { name: 'Corriger la fiche' }).click();
  await page.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Rien n’a changé.' })).toBeVisible();
  await page.getByLabel('Téléphone').fill('90 11 22 33');
  await page.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(page.getByRole('link', { name: 'Appeler' })).toHaveAttribute('href', 'tel:90112233');
  // a payment on the estimate
  await takeCash(page, 4310);
  await expect(page.locator('.fait')).toContainText('12\u202f000');
  await show(page, '/fiche/4310');
  await expect(page.locator('.doit')).toHaveText('Ne doit rien');
  office.offline = false;
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  expect(office.received.map(({ type, corps }) => [type, corps])).toMatchObject([
    ['ligne', { contribuable: { id: 4310 }, ligne: { typeEquipement: 2, precision: 'Plus de 2 m²' } }],
    ['correction', { contribuable: { id: 4310 }, champs: { telephone: '90 11 22 33' } }],
    ['paiement', { contribuable: { id: 4310 }, montant: 12_000 }],
  ]);
});

test('a screen that fails to render says so, and the other screens still open', async ({
  page,
  fakeOffice: _office,
}) => {
  await enrolPhone(page);
  await show(page, '/recus');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('Reçus');
  // only the screen of the day writes the day in words
  await page.evaluate(() =>
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get: () => {
        throw new Error('fails for the test');
      },
    }),
  );
  await show(page, '/aujourdhui');
  await expect(page.getByRole('alert')).toContainText('Cet écran n’a pas pu s’afficher.');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expectSunReadable(page);
  await page.getByRole('link', { name: 'Reçus' }).click();
  await expect(title).toContainText('Reçus');
  await show(page, '/aujourdhui');
  await page.getByRole('button', { name: 'Rouvrir l’application' }).click();
  await expect(title).toContainText('Aujourd’hui');
});

test('nearby taxpayers are listed by distance and direction, updated as the agent walks', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/chercher');
  await page.getByRole('button', { name: 'Près de moi' }).click();
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveText([
    /Souley Idé.*ici même/,
    /Djermakoye Soumana.*110 m, nord/,
    /Bonkano Djermakoye.*1,1 km, sud/,
  ]);
  await expectSunReadable(page);
  await context.setGeolocation({ latitude: 13.4905, longitude: 2.1, accuracy: 30 });
  await expect(rows.first()).toHaveText(/Bonkano Djermakoye.*60 m, sud/);
});
