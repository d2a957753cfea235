import { expect, type Page, test } from '@playwright/test';
import { expectFit, expectSettled, figureOf, heading, signIn, todayOf, figureText } from '../support.ts';

/** Follows the figure of the first non-empty row to its list. */
async function openFirst(page: Page): Promise<number> {
  await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toBeVisible();
  const cell = page.locator('tbody td:not([data-none]) a').first();
  const figure = await figureOf(cell);
  expect(figure).toBeGreaterThan(0);
  await cell.click();
  return figure;
}
async function onEveryScreen(page: Page): Promise<void> {
  await page.goto(`${page.url()}&itemperpage=10`);
  await expectSettled(page);
  await expectFit(page);
}

async function open(page: Page, statistique: string): Promise<void> {
  await signIn(page, 'niamey');
  const year = (await todayOf(page)).slice(0, 4);
  const period = new URLSearchParams({ from: `${year}-01-01`, to: `${year}-12-31` }).toString();
  await page.goto(`/statistiques/${statistique}/par_activite?${period}`);
}

test('enrolments by activity open the lines that they count', async ({ page }) => {
  await open(page, 'recensement');
  const lines = await openFirst(page);
  await expect(heading(page)).toHaveText('Ville de Niamey › Toutes les bases taxables');
  await expect(page.getByText(/^Affichage de/)).toContainText(`/ ${lines.toLocaleString('fr-FR')}`);
  await onEveryScreen(page);
});

test('payments by activity open the imputations that they count', async ({ page }) => {
  await open(page, 'recouvrement');
  const francs = await openFirst(page);
  await expect(heading(page)).toHaveText('Ville de Niamey › Toutes les imputations');
  await expect(page.locator('tfoot')).toHaveText(figureText(francs));
  await onEveryScreen(page);
});
