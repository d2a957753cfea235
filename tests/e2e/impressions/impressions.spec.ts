import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { readPdf } from '../../../apps/api/src/platform/pdf/testing/pdf.ts';
import {
  fetchApi,
  expectAccessible,
  expectCount,
  footer,
  heading,
  signIn,
  totalUnder,
  figureText,
  openFromMenu,
} from '../support.ts';

/** The document downloaded by an act: its name and texts. */
async function printedBy(page: Page, act: () => Promise<void>): Promise<{ name: string; texts: string[] }> {
  const coming = page.waitForEvent('download');
  await act();
  const file = await coming;
  const { pages } = readPdf(await readFile(await file.path()));
  return { name: file.suggestedFilename(), texts: pages.flat() };
}
const figure = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');

test('a report of a place is printed as it was previewed, to the franc', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await openFromMenu(page, 'situation-impayes');
  await expect(heading(page)).toHaveText('Situation des impayés');
  await page.getByLabel('Tous les departements').selectOption({ index: 1 });
  await expect(page).toHaveURL(/ms=/);
  const ms = new URL(page.url()).searchParams.get('ms') ?? '';
  const totals = await fetchApi<{ total_records: number; exigible: number }>(page, 'impayes/totaux', {
    ms,
    betail: '0',
  });
  await expectCount(page, totals.total_records);
  await expect(await totalUnder(page, 'Total dû')).toHaveText(figureText(totals.exigible));
  // words and filters belong to lists: the paper has none of an address, nor have its preview and its sums
  const filters = JSON.stringify([{ column: 'contrib.nom', operator: 'cont', x: 'xyzabc' }]);
  await page.goto(`${page.url()}&q=xyzabc&f=${encodeURIComponent(filters)}`);
  await expectCount(page, totals.total_records);
  await expect(await totalUnder(page, 'Total dû')).toHaveText(figureText(totals.exigible));
  const [chain = '', state = ''] = (await page.getByText(/^Ville de Niamey > /).innerText()).split(' · ');

  const { name, texts } = await printedBy(page, () =>
    page.getByRole('button', { name: 'Exporter en PDF' }).click(),
  );
  expect(name).toBe('situation-des-impayes.pdf');
  expect(texts).toEqual(
    expect.arrayContaining([
      chain,
      `Total : ${figure(totals.total_records)} lignes`,
      figure(totals.exigible),
    ]),
  );

  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tableur' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await workbook;
  expect(file.suggestedFilename()).toMatch(/^situation-des-impayes-[-\d]{10}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(totals.total_records + 1);
  for (const line of lines.slice(1)) expect(line).toContain(`;${chain};${state};`);

  await page.getByRole('button', { name: 'Relevés par contribuable' }).click();
  await expect(page.getByText(/contribuables? doi.* une page chacun\./)).toBeVisible();
  await expectAccessible(page);
  const statements = await printedBy(page, () =>
    page.getByRole('button', { name: 'Générer les relevés' }).click(),
  );
  expect(statements.texts).toContain('Relevé des impayés');
});

test('a list prints only the ticked rows, and says so if there are none', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/impressions/liste-des-contribuables?dates=toutes&itemperpage=10');
  await expect(footer(page)).toBeVisible();
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  const print = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Exporter' }).click();
    await page.getByRole('menuitem', { name: 'PDF' }).click();
  };
  const { name, texts } = await printedBy(page, print);
  expect(name).toBe('listecontribuable.pdf');
  expect(texts).toEqual(expect.arrayContaining(['Total : 2 lignes', 'Filtres : lignes choisies']));

  await page.goto('/impressions/liste-des-transactions?from=2001-01-01&to=2001-01-02');
  await expect(page.getByText('Rien trouvé')).toBeVisible();
  const empty = await printedBy(page, print);
  expect(empty.texts).toContain('Aucune ligne ne répond à cette demande.');
});

test('a list is printed by quartier, and a report by secteur with a column to sign', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/impressions/liste-des-contribuables?dates=toutes');
  await expect(footer(page)).toBeVisible();
  const { texts: list } = await printedBy(page, async () => {
    await page.getByRole('button', { name: 'Exporter' }).click();
    await page.getByRole('menuitem', { name: 'Par quartier' }).click();
  });
  const subtotals = (texts: readonly string[]): string[] =>
    texts.filter((text) => /^Sous-total : .+ › /.test(text));
  expect(list).toContain('Ordre : par quartier, puis Date, croissant');
  expect(list).not.toContain('Émargement');
  expect(subtotals(list).length).toBeGreaterThan(10);

  await page.goto('/impressions/situation-des-impayes');
  await expect(footer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Mise en page du PDF' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Colonne Émargement' }).click();
  await expectAccessible(page);
  const { texts: report } = await printedBy(page, () =>
    page.getByRole('menuitem', { name: 'Par secteur' }).click(),
  );
  expect(report).toContain('Émargement');
  expect(subtotals(report).length).toBeGreaterThan(subtotals(list).length);
});

for (const report of ['situation-des-contribuables', 'situation-des-recouvrements', 'situation-des-impayes'])
  test(`no heading of ${report} is cut in a window of 1366 points`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 850 });
    await signIn(page, 'niamey');
    await page.goto(`/impressions/${report}?dates=toutes`);
    await expect(page.getByRole('columnheader', { name: 'Téléphone' })).toBeVisible();
    const cut = await page
      .locator('th')
      .evaluateAll((heads) =>
        heads
          .filter((head) =>
            [head, ...head.querySelectorAll('*')].some(
              (e) => e.scrollWidth > e.clientWidth && e.clientWidth > 1,
            ),
          )
          .map((head) => head.textContent),
      );
    expect(cut).toEqual([]);
  });
