import { expect, type Page, test } from '@playwright/test';
import {
  fetchApi,
  expectCount,
  expectSettled,
  figureOf,
  heading,
  lastYearOf,
  rows,
  signIn,
  sumUnder,
  switchTo,
  todayOf,
  totalUnder,
} from '../support.ts';

const SOUS_ENTITE = '/statistiques/recensement/sous_entite';
const AGENT = '/statistiques/recensement/par_agent';

const chart = (page: Page) => page.getByRole('img', { name: /Les mêmes chiffres sont dans le tableau/ });
const counter = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Chiffres' }).locator('> *').filter({ hasText: label });
/** Waits until the figures match the address and the chart is drawn. */
async function expectFigures(page: Page): Promise<void> {
  // below an agent's table is the table of all agents
  await expect(page.getByRole('rowheader', { name: 'TOTAL' }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('enrolments of a year are shown by month, and each figure opens the list of the rows that it counts', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto(SOUS_ENTITE);
  await expect(page.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Cette année', exact: true }).click();
  await expectFigures(page);
  await expect(rows(page)).toHaveCount(12);
  await expect(chart(page)).toHaveAttribute('data-drawn', 'true');
  await expect(page.getByRole('rowheader', { name: 'Période précédente' })).toBeVisible();

  // early in a year nobody is validated yet
  const lastYear = await lastYearOf(page);
  await page.goto(`${SOUS_ENTITE}?from=${lastYear}-01-01&to=${lastYear}-12-31`);
  await expectFigures(page);
  const total = await totalUnder(page, 'Validé');
  const valides = await figureOf(total);
  expect(valides).toBeGreaterThan(0);
  expect(await figureOf(counter(page, 'Validé(s)').locator('> :first-child'))).toBe(valides);
  await total.getByRole('link').click();
  await expect(heading(page)).toContainText('Tous les contribuables');
  await expect(page.getByText('Statut = Validé')).toBeVisible();
  await expectSettled(page);
  await expectCount(page, valides);
  await page.goBack();

  await expectFigures(page);
  const month = rows(page).filter({ hasText: /[1-9]/ }).first().getByRole('link').first();
  const enrolled = await figureOf(month);
  await month.click();
  await expectSettled(page);
  await expectCount(page, enrolled);
});

test('chart form and interval are in the address; the chart is saved as a picture, the table as a workbook', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const year = await lastYearOf(page);
  const [from, to] = [`${year}-01-01`, `${year}-03-31`];
  await page.goto(`${SOUS_ENTITE}?from=${from}&to=${to}`);
  await expectFigures(page);
  await page.getByLabel('Lignes').selectOption('Par mois');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Courbe' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}&.*pas=mois.*vue=courbe`));
  await page.reload();
  await expectFigures(page);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Courbe' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart(page)).toHaveAttribute('data-drawn', 'true');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Image PNG' }).click();
  expect((await download).suggestedFilename()).toBe(`recensement-par-sous-entite-${from}-${to}.png`);
  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  expect((await workbook).suggestedFilename()).toBe(`recensement-par-sous-entite-${from}-${to}.xlsx`);
});

test('agents are all listed until a period is chosen; an agent’s name opens the year', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(AGENT);
  await switchTo(page, 'Ville de Niamey');
  const { data } = await fetchApi<{
    data: { id: number | null; fullName: string; nbreEnrollements: number }[];
  }>(page, 'statistiques/agents', { entite: '1' });
  await expect(rows(page)).toHaveCount(data.length);
  const agent = data.find(({ id, nbreEnrollements }) => id !== null && nbreEnrollements > 0);
  await page.getByRole('link', { name: new RegExp(`^${agent?.fullName} `) }).click();
  await expect(page.getByRole('button', { name: 'Cette année', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent?.fullName ?? '');
  await expectFigures(page);
  const montant = counter(page, 'Montant encaissé');
  const collected = await figureOf(montant.locator('> :first-child'));
  await montant.click();
  await expect(heading(page)).toContainText('Toutes les transactions');
  await expectSettled(page);
  if (collected !== 0) await expect.poll(() => sumUnder(page, 'Montant')).toBe(collected);
});

test('an empty period says so; an agent out of scope is reported', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(`${SOUS_ENTITE}?from=1999-12-31&to=1999-01-01`);
  await expectFigures(page);
  await expect(rows(page)).toHaveCount(12);
  await expect(page.getByRole('status').filter({ hasText: 'Rien à compter' })).toBeVisible();
  const year = (await todayOf(page)).slice(0, 4);
  await page.getByRole('button', { name: 'Voir cette année' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${year}-01-01`));
  // an interval with too many rows is ignored
  await page.goto(`${SOUS_ENTITE}?from=2020-01-01&to=2026-12-31&pas=jour`);
  await expectFigures(page);
  await expect(page.getByLabel('Lignes')).toHaveValue('mois');
  for (const period of ['', '&from=2026-01-01&to=2026-12-31']) {
    await page.goto(`${AGENT}?agent=999999${period}`);
    await expect(page.getByRole('alert')).toContainText("n'existe pas, ou n'est pas dans votre périmètre");
  }
});
