/** An agent's day, offline from sign-in to evening: the office then has exactly what was taken. */
import type { SessionCaisseRow } from '@octroi/contract';
import { COUPURES } from '@octroi/contract/caisse/rules';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { newRegie } from '../caisse/caisse-support.ts';
import { consoleErrors, debtorsOf, fetchApi, OWN_PASSWORD, todayOf } from '../support.ts';
import {
  encaisse,
  enrolPhone,
  newDevice,
  openTill,
  PHONE,
  show,
  test,
  unlock,
  waiting,
} from './terrain-support.ts';

test.use({
  ...PHONE,
  geolocation: { latitude: 13.51, longitude: 2.1, accuracy: 12 },
  permissions: ['geolocation'],
});

/** A phone short of memory ends the page, and shows it anew when the agent comes back. */
async function kill(phone: Page): Promise<void> {
  await expect(phone.locator('[aria-busy="true"]')).toHaveCount(0);
  await phone.reload();
}

const untouched = (): Promise<void> => Promise.resolve();

/**
 * Types an amount on the pad and takes it.
 * @param between what happens after each step
 * @returns the receipt number
 */
async function take(phone: Page, montant: number, between = untouched): Promise<string> {
  await phone.getByRole('link', { name: 'Encaisser' }).click();
  for (const digit of String(montant)) await phone.getByRole('button', { name: digit, exact: true }).click();
  await expect(phone.getByRole('button', { name: `Encaisser ${formatNumber(montant)}` })).toBeVisible();
  await between();
  await phone.getByRole('button', { name: `Encaisser ${formatNumber(montant)}` }).click();
  await expect(phone.getByRole('heading', { name: 'Reçu' })).toBeVisible();
  return phone.locator('.recu .no').innerText();
}

/** Opens a taxpayer enrolled on the phone. */
async function find(phone: Page, nom: string): Promise<void> {
  await show(phone, '/chercher');
  await phone.getByRole('searchbox').fill(nom);
  await phone.getByRole('link', { name: new RegExp(`${nom} Essai`) }).click();
}

async function enrol(
  phone: Page,
  nom: string,
  { lieu, photo }: { lieu: number; photo: Buffer },
  between = untouched,
): Promise<void> {
  await show(phone, '/enroler');
  await phone.getByLabel('Nom', { exact: true }).fill(nom);
  await phone.getByLabel('Prénom').fill('Essai');
  await between();
  await phone.getByRole('button', { name: 'Continuer' }).click();
  await phone.getByLabel('Lieu').selectOption(String(lieu));
  await phone.getByRole('button', { name: 'Prendre la position' }).click();
  await expect(phone.getByText('Position à 12 m près')).toBeVisible();
  await between();
  await phone.getByRole('button', { name: 'Continuer' }).click();
  await phone.locator('[aria-pressed="false"]').filter({ hasNotText: 'Pas de taxe ici' }).first().click();
  await expect(phone.locator('[aria-pressed="true"]')).toBeVisible();
  await between();
  await phone.getByRole('button', { name: 'Continuer' }).click();
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo };
  await phone.locator('input[type=file]').setInputFiles(file);
  await expect(phone.getByAltText('Photo prise')).toBeVisible();
  await between();
  await phone.getByRole('button', { name: 'Continuer' }).click();
  await expect(phone.getByRole('button', { name: `Enrôler ${nom} Essai` })).toBeVisible();
  await between();
  await phone.getByRole('button', { name: `Enrôler ${nom} Essai` }).click();
  await expect(phone.getByRole('heading', { name: 'Fiche' })).toBeVisible();
}

/** Counts the cash, largest notes first. */
async function count(phone: Page, montant: number): Promise<void> {
  let remaining = montant;
  for (const each of COUPURES) {
    const number = Math.floor(remaining / each);
    remaining -= number * each;
    if (number > 0) await phone.getByLabel(`${formatNumber(each)} F`, { exact: true }).fill(String(number));
  }
}

/** A different photo per taxpayer. */
const photoOf = (index: number): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: { r: 20 * index, g: 118, b: 110 } } })
    .jpeg()
    .toBuffer();

test('ten enrolments, twenty payments and a till, all offline until evening and killed at each step, match the office to the franc', async ({
  page: phone,
  context,
  officePage: office,
}) => {
  const day = await todayOf(office);
  const regie = await newRegie(office);
  const { username, code } = await newDevice(office);
  const before = await encaisse(office, day);
  const debtors = await debtorsOf(office, { count: 10, moreThan: 10_000 });
  const errors = consoleErrors(phone);
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });
  await context.setOffline(true);

  // morning: restarted, offline
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Aujourd’hui' })).toBeVisible();
  await openTill(phone, regie);
  // the first of each is killed at every step
  const killedFirst = (index: number) => (index === 0 ? () => kill(phone) : untouched);

  const receipts: { number: string; montant: number }[] = [];
  for (const [index, debtor] of debtors.entries()) {
    await show(phone, '/chercher');
    await phone.getByRole('searchbox').fill(debtor.numKlis);
    await phone.getByRole('link', { name: new RegExp(debtor.numKlis) }).click();
    const montant = 1025 + index * 125;
    receipts.push({ number: await take(phone, montant, killedFirst(index)), montant });
  }
  for (let index = 0; index < 10; index++) {
    // in a place with billed taxpayers, so that rates are known
    const place = { lieu: debtors[0]!.ramification.id, photo: await photoOf(index) };
    await enrol(phone, `Marché${index}`, place, killedFirst(index));
    const montant = 500 + index * 75;
    receipts.push({ number: await take(phone, montant, killedFirst(index)), montant });
  }
  const year = day.slice(0, 4);
  expect(receipts.map(({ number }) => number.slice(-6))).toEqual(
    receipts.map((_, index) => String(index + 1).padStart(6, '0')),
  );
  expect(receipts[0]?.number).toMatch(new RegExp(`-${year}-A\\d{3}-000001$`));
  const total = receipts.reduce((sum, { montant }) => sum + montant, 0);
  await show(phone, '/aujourdhui');
  await expect(phone.getByRole('link', { name: /^Ma caisse/ })).toContainText('20 reçus');
  await expect(waiting(phone)).toHaveText('41 en attente');
  await find(phone, 'Marché0');
  await expect(phone.locator('.doit')).toContainText('estimé');
  const estimated = await phone.locator('.doit b').innerText();

  // evening, back in the office
  await context.setOffline(false);
  await show(phone, '/appareil');
  await phone.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(phone)).toHaveText('Tout est envoyé');
  await show(phone, '/caisse/compter');
  await count(phone, 5000 + total);
  await kill(phone);
  await phone.getByRole('button', { name: /^Fermer avec/ }).click();
  // the count is confirmed first; going back keeps it
  await expect(phone.getByRole('heading', { name: 'Fermer la caisse ?' })).toBeVisible();
  await phone.getByRole('button', { name: 'Recompter' }).click();
  await phone.getByRole('button', { name: /^Fermer avec/ }).click();
  await phone.getByRole('button', { name: 'Fermer la caisse' }).click();
  await expect(phone.getByText('Elle n’est pas ouverte')).toBeVisible();
  await expect(waiting(phone)).toHaveText('Tout est envoyé');

  // the payments, the dashboard and the till
  const { data: booked } = await fetchApi<{
    data: { montant: number; statut: string; numeroRecu: string }[];
  }>(office, 'transactions', { 'filter[user.username]': username, itemperpage: '50' });
  const byNumber = booked.map((row) => ({
    number: row.numeroRecu,
    montant: row.montant,
    statut: row.statut,
  }));
  expect(byNumber.sort((a, b) => (a.number < b.number ? -1 : 1))).toEqual(
    receipts.map((receipt) => ({ ...receipt, statut: 'Confirmé' })),
  );
  expect((await encaisse(office, day)) - before).toBe(total);
  const { data: sessions } = await fetchApi<{ data: SessionCaisseRow[] }>(office, 'sessions_caisse', {
    itemperpage: '200',
  });
  const session = sessions.find((one) => one.regie.nom === regie);
  expect(session).toMatchObject({
    fonds: 5000,
    recu: total,
    attendu: 5000 + total,
    compte: 5000 + total,
    ecart: null,
  });
  // taxpayers enrolled on the phone have a number, a photo and the office's amount due
  await find(phone, 'Marché0');
  await expect(phone.locator('.qui')).toHaveText(/-\d{6}/);
  await expect(phone.locator('.doit')).not.toContainText('estimé');
  expect(await phone.locator('.doit b').innerText()).toBe(estimated);
  const { data: enrolled } = await fetchApi<{ data: { photo: string | null }[] }>(office, 'contribuables', {
    q: 'Marché0',
  });
  expect(enrolled[0]?.photo).not.toBeNull();

  expect(errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(text))).toEqual([]);
  await phone.getByRole('link', { name: /^Envoi/ }).click();
  await phone.getByRole('button', { name: 'Verrouiller' }).click();
  await unlock(phone, username, OWN_PASSWORD);
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
});
