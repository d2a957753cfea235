import { EXTOURNE_WORDS } from '@octroi/contract/paiements/rules';
import { expect, test } from '@playwright/test';
import {
  fetchApi,
  choice,
  choices,
  column,
  expectCount,
  expectSettled,
  figureIn,
  filterRow,
  footer,
  heading,
  headsOf,
  openFilters,
  pick,
  rows,
  searchNow,
  signIn,
  todayOf,
  totalUnder,
  figureText,
} from '../support.ts';

const ALL = '/transactions?dates=toutes';
const PRESETS = {
  'filter[trans.statut]': 'Confirmé',
  'filter[trans.montant][type]': 'gt',
  'filter[trans.montant][x]': '0',
  'filter[contrib.nbreBetail][type]': 'is null',
};
interface Totals {
  total_records: number;
  montant: number;
}

test('the list opens on today’s confirmed payments above 0, without livestock: each is seen and removable', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/transactions');
  await expect(heading(page)).toHaveText('Toutes les collectivités › Toutes les transactions');
  await expect(page.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-pressed', 'true');
  const today = await todayOf(page);
  const now = await fetchApi<Totals>(page, 'transactions/totaux', { ...PRESETS, from: today, to: today });
  await expectCount(page, now.total_records);
  for (const chip of ['Statut = Confirmé', 'Montant > 0', 'Sans bétail'])
    await expect(page.getByText(chip)).toBeVisible();

  await page.getByRole('button', { name: 'Toutes les dates' }).click();
  const preset = await fetchApi<Totals>(page, 'transactions/totaux', PRESETS);
  await expectCount(page, preset.total_records);
  for (const chip of ['Statut', 'Montant', 'Bétail'])
    await page.getByRole('button', { name: `Retirer le filtre ${chip}` }).click();
  const all = await fetchApi<Totals>(page, 'transactions/totaux', {
    'filter[trans.statut][type]': 'is not null',
  });
  expect(all.total_records).toBeGreaterThan(preset.total_records);
  await expectCount(page, all.total_records);
  await page.reload();
  await expectCount(page, all.total_records);
  await expect(page.getByText('Statut = Confirmé')).toHaveCount(0);
});

test('the latest payment comes first, fifty a page, and the TOTAL is that of all pages', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await expect(page.getByRole('columnheader', { name: 'Date', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const days = (await column(page, 'Date')).map((day) => day.split('/').reverse().join('-'));
  const hours = await column(page, 'Heure');
  const instants = days.map((day, index) => `${day} ${hours[index]}`);
  expect(instants).toEqual([...instants].sort().reverse());
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('desc');
  await expect(page.getByLabel('Order By', { exact: true })).toHaveValue('trans.dateTransaction');

  const totals = await fetchApi<Totals>(page, 'transactions/totaux', PRESETS);
  await expect(page.locator('tfoot')).toContainText(figureText(totals.total_records));
  await expect(await totalUnder(page, 'Montant')).toHaveText(figureText(totals.montant));
  await page.getByLabel('Count', { exact: true }).selectOption('500');
  await expect(footer(page)).toHaveText(new RegExp(`^Affichage de ${Math.min(500, totals.total_records)} /`));
  await expect(await totalUnder(page, 'Montant')).toHaveText(figureText(totals.montant));
});

const TAKEN_BACK: string[] = [EXTOURNE_WORDS.extournée, EXTOURNE_WORDS.rejetée];

test('the columns are those of the specification', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await expectSettled(page);
  const heads = await headsOf(page);
  expect(heads).toEqual([
    '',
    '#',
    'Date',
    'Heure',
    'Nom ou raison sociale',
    'Numéro',
    'Téléphone',
    'Localisation',
    'Moyen de paiement',
    'Référence',
    'Montant',
    'Statut',
    'Agent',
    "Nom de l'agent",
    'Actions',
  ]);
  // a reversed payment stays in the list of confirmed ones, marked as reversed
  const statuts = async (): Promise<Set<string>> =>
    new Set((await column(page, 'Statut')).filter((statut) => !TAKEN_BACK.includes(statut)));
  await expect.poll(statuts).toEqual(new Set(['Confirmé']));
  for (const amount of (await column(page, 'Montant')).map(figureIn)) expect(amount).toBeGreaterThan(0);
});

test('payments are found by method, statut and amount', async ({ page }) => {
  await signIn(page, 'niamey');
  // the demonstration may have no waiting payment
  const payers = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', {
    betail: '0',
    itemperpage: '1',
  });
  const waits = await page.request.post('/v2/contribuables/transactions', {
    data: { contribuable: payers.data[0]?.id, montant: 700, moyenPaiement: 4 },
  });
  expect(waits.status()).toBe(201);
  await page.goto(ALL);
  await openFilters(page);
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  const method = filterRow(page, 3);
  await method.field.selectOption('Moyen de paiement');
  await pick(page, method.value, 'Orange Money');
  await searchNow(page);
  await expect(page.getByText('Moyen de paiement = Orange Money')).toBeVisible();
  const methods = await column(page, 'Moyen de paiement');
  expect(new Set(methods)).toEqual(new Set(['Orange Money']));

  await page.getByRole('button', { name: 'Retirer le filtre Moyen de paiement' }).click();
  await page.getByText('Statut = Confirmé').click();
  await filterRow(page, 0).value.click();
  await expect(choices(page)).toHaveText(['Confirmé', 'En attente de confirmation', 'Failed']);
  await choice(page, 'En attente de confirmation').click();
  await searchNow(page);
  await expect(page.getByText('Statut = En attente de confirmation')).toBeVisible();
  for (const statut of await column(page, 'Statut')) expect(statut).toBe('En attente de confirmation');
});

test('a payment leads to its taxpayer', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  const link = rows(page).first().getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await expect(heading(page)).toHaveText(name);
});

test('a person limited to one sub-entity sees its payments only', async ({ page }) => {
  await signIn(page, 'niamey');
  const allTotals = await fetchApi<Totals>(page, 'transactions/totaux', PRESETS);
  const part = await fetchApi<Totals>(page, 'transactions/totaux', { ...PRESETS, ms: '[1]' });
  await signIn(page, 'plateau');
  await page.goto(ALL);
  await expectCount(page, part.total_records);
  expect(part.total_records).toBeGreaterThan(0);
  expect(part.total_records).toBeLessThan(allTotals.total_records);
});
