import type { DayRange } from '@octroi/contract';
import { periodBefore } from '@octroi/contract/pilotage/pas';
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  fetchApi,
  expectNoSidewaysScroll,
  figureIn,
  figureOf,
  lastYearOf,
  signIn,
  todayOf,
} from '../support.ts';

const STATISTIQUES = '/statistiques';
const chart = (page: Page): Locator =>
  page.getByRole('img', { name: /Les mêmes chiffres sont dans le tableau/ });
async function expectChart(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(chart(page)).toHaveAttribute('data-drawn', 'true');
}

/** The tooltip lines at a position, given as shares of width and height. */
async function tooltipLines(page: Page, x: number, y: number): Promise<string[]> {
  await chart(page).scrollIntoViewIfNeeded();
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + box.width * x, box.y + box.height * (y - 0.02));
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await expect(chart(page).locator('strong')).toBeVisible();
  return (await chart(page).innerText()).split('\n').filter(Boolean);
}

for (const width of [360, 1366])
  test(`at ${width} px names are horizontal bars, never joined by a line, and the others are one bar with their number`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'niamey');
    const today = await todayOf(page);
    const last = await lastYearOf(page);
    const year = { from: `${last}-01-01`, to: `${last}-12-31` };
    await page.goto(`${STATISTIQUES}/recouvrement/par_activite?${new URLSearchParams(year)}&vue=courbe`);
    await expectChart(page);
    await expect(page.getByRole('button', { name: 'Courbe' })).toHaveCount(0);
    const paidIn = async (range: DayRange) =>
      (
        await fetchApi<{ data: { taxe: string; total: number }[] }>(
          page,
          'statistiques/transactions/par-taxe',
          {
            entite: '1',
            ...range,
          },
        )
      ).data;
    const data = await paidIn(year);
    // a name with payments in the previous year only is included too
    const names = new Set([...data, ...(await paidIn(periodBefore(year, today)!))].map(({ taxe }) => taxe));
    expect(data.length).toBeGreaterThan(14);
    await expect
      .poll(async () => (await tooltipLines(page, 0.8, 0.89))[0])
      .toBe(`Autres (${names.size - 12})`);
    const lines = await tooltipLines(page, 0.8, 0.89);
    const others = data
      .map(({ total }) => total)
      .toSorted((one, other) => other - one)
      .slice(12);
    expect(figureIn(lines[2] ?? '')).toBe(others.reduce((sum, total) => sum + total, 0));
    await expectNoSidewaysScroll(page);
  });

test('the tooltip of a stack shows its total and the previous period', async ({ page }) => {
  await signIn(page, 'niamey');
  const year = await lastYearOf(page);
  const quarter = new URLSearchParams({ from: `${year}-01-01`, to: `${year}-03-31` });
  await page.goto(`${STATISTIQUES}/recouvrement/par_moyen_paiement?${quarter}&pas=mois`);
  await expectChart(page);
  const lines = await tooltipLines(page, 0.5, 0.5);
  expect(lines[0]).toBe(`Février ${year}`);
  const total = figureIn(lines[lines.indexOf('Total') + 1] ?? '');
  const parts = lines
    .slice(1, lines.indexOf('Total'))
    .filter((_, index) => index % 2 === 1)
    .map(figureIn);
  expect(total).toBe(parts.reduce((sum, part) => sum + part, 0));
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `Février ${year}` }) });
  expect(total).toBe(await figureOf(row.getByRole('cell').last()));
  expect(lines).toContain('Période précédente');
});

test('agents of a day are all drawn and listed, for payments and for enrolments', async ({ page }) => {
  await signIn(page, 'niamey');
  const today = await todayOf(page);
  for (const screen of ['recouvrement', 'recensement']) {
    await page.goto(`${STATISTIQUES}/${screen}/par_agent?from=${today}&to=${today}`);
    await expectChart(page);
    const { data } = await fetchApi<{ data: { fullName: string }[] }>(page, 'statistiques/agents', {
      entite: '1',
      from: today,
      to: today,
    });
    const table = page.getByRole('region', { name: 'Tous les agents' });
    await expect(table.locator('tbody tr')).toHaveCount(data.length);
    const [first = ''] = await tooltipLines(page, 0.8, 0.1);
    expect(data.map(({ fullName }) => fullName).some((name) => first.startsWith(name))).toBe(true);
  }
});
