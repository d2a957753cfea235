import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  fetchApi,
  expectSettled,
  figureIn,
  figureOf,
  footer,
  heading,
  signIn,
  switchTo,
  todayOf,
  totalUnder,
  figureText,
} from '../support.ts';

interface Figures {
  contribuables: number;
  prevu: number;
  paiement: number;
  restant: number;
  partNta: number;
}

const tile = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Chiffres' })
    .locator('> *')
    .filter({ has: page.getByText(label, { exact: true }) });
const tileFigure = async (page: Page, label: string): Promise<number> =>
  await figureOf(tile(page, label).locator('> :first-child'));
const line = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const level = (page: Page, everything: string): Locator => page.getByLabel(everything, { exact: true });

/** Waits until the figures match the address. */
async function expectFigures(page: Page): Promise<void> {
  await expect(line(page, 'TOTAL')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function figuresOf(row: Locator): Promise<[number, number, number, number]> {
  // without an amount due there is no rate
  const [contribuables = 0, prevu = 0, paiement = 0, restant = 0] = (
    await row.getByRole('cell').allInnerTexts()
  )
    .slice(0, 4)
    .map(figureIn);
  return [contribuables, prevu, paiement, restant];
}

const statsOf = async (page: Page, query: Record<string, string>): Promise<Figures> =>
  (await fetchApi<{ stats: Figures }>(page, 'dashboard/by-entite', query)).stats;

/** From 1 January of last year to today, so that there is data on any day of the year. */
async function longRange(page: Page): Promise<{ from: string; to: string }> {
  const to = await todayOf(page);
  return { from: `${Number(to.slice(0, 4)) - 1}-01-01`, to };
}

const addresses = (links: Locator): Promise<(string | null)[]> =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));

/** Follows a figure, reads the totals of its list, and returns. */
async function listBehind(
  page: Page,
  figure: Locator,
): Promise<{ lines: number; prevu: number; paye: number; restant: number }> {
  await figure.click();
  await expect(heading(page)).toContainText('Tous les contribuables');
  await expectSettled(page);
  const lines = await figureOf(footer(page));
  let sums = { prevu: 0, paye: 0, restant: 0 };
  if (lines > 0) {
    await expect(page.locator('tfoot')).toContainText(figureText(lines));
    const totalOf = async (head: string): Promise<number> => await figureOf(await totalUnder(page, head));
    sums = { prevu: await totalOf('Prévu'), paye: await totalOf('Payé'), restant: await totalOf('Restant') };
  }
  await page.goBack();
  await expectFigures(page);
  return { lines, ...sums };
}

test('the dashboard opens on today', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await expect(page.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-pressed', 'true');
  await expectFigures(page);
  const today = await todayOf(page);
  const stats = await statsOf(page, { from: today, to: today });
  await expect(tile(page, 'Contribuable(s) enrôlé(s)')).toContainText(figureText(stats.contribuables));
  await expect(tile(page, 'Assiète')).toContainText(figureText(stats.prevu));
});

test('« Cette année » shows the figures of the year, and a menu has past periods', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  const today = await todayOf(page);
  const year = today.slice(0, 4);
  const button = page.getByRole('button', { name: 'Cette année', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(`/?from=${year}-01-01&to=${year}-12-31`);
  const stats = await statsOf(page, { from: `${year}-01-01`, to: `${year}-12-31` });
  await expect(tile(page, 'Contribuable(s) enrôlé(s)')).toContainText(figureText(stats.contribuables));
  await expect(tile(page, 'Assiète')).toContainText(figureText(stats.prevu));
  await expect(tile(page, 'Montant payé')).toContainText(figureText(stats.paiement));
  await expect(tile(page, 'Montant Restant')).toContainText(figureText(stats.restant));
  await expect(tile(page, 'Part NTA')).toContainText(figureText(stats.partNta));

  await page.getByRole('button', { name: 'Autre' }).click();
  await expect(page.getByRole('menuitem')).toContainText(['Hier', 'Semaine dernière', 'Mois dernier']);
  await page.getByRole('menuitem', { name: 'Mois dernier' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Mois dernier' })).toBeVisible();
  await page.goBack();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('the rows add up to the TOTAL, the TOTAL is the tiles, and the Part NTA a quarter of what was paid', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/?dates=toutes');
  await expectFigures(page);
  const total = await figuresOf(line(page, 'TOTAL'));
  const sums = [0, 0, 0, 0];
  for (const row of await page.locator('tbody').getByRole('row').all())
    for (const [index, figure] of (await figuresOf(row)).entries()) sums[index] = (sums[index] ?? 0) + figure;
  expect(sums).toEqual(total);
  const [contribuables, prevu, paiement, restant] = total;
  expect(contribuables).toBeGreaterThan(0);
  expect(paiement).toBeGreaterThan(0);
  expect(restant).toBe(prevu - paiement);
  expect(await tileFigure(page, 'Contribuable(s) enrôlé(s)')).toBe(contribuables);
  expect(await tileFigure(page, 'Assiète')).toBe(prevu);
  expect(await tileFigure(page, 'Montant payé')).toBe(paiement);
  expect(await tileFigure(page, 'Montant Restant')).toBe(restant);
  expect(await tileFigure(page, 'Part NTA')).toBe(Math.floor(paiement * 0.25 + 0.5));
});

test('the tiles are, in order: number, due, paid, rest, Part NTA', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/?dates=toutes');
  await expectFigures(page);
  const tiles = await page.getByRole('region', { name: 'Chiffres' }).locator('> *').allInnerTexts();
  const labels = ['Contribuable(s) enrôlé(s)', 'Assiète', 'Montant payé', 'Montant Restant', 'Part NTA'];
  expect(tiles.map((text) => labels.find((label) => text.includes(label)))).toEqual(labels);
});

for (const { base, switched } of [
  { base: 'Par enrôlement', switched: false },
  { base: 'Par encaissement', switched: true },
]) {
  test(`${base}: each figure opens the list of the rows that it counts, to the franc`, async ({ page }) => {
    test.slow(); // every figure of the screen is followed
    await signIn(page, 'niamey');
    const { from, to } = await longRange(page);
    await page.goto(`/?from=${from}&to=${to}`);
    if (switched) await page.getByRole('button', { name: base }).click();
    await expect(page.getByRole('button', { name: base })).toHaveAttribute('aria-pressed', 'true');
    await expectFigures(page);

    const total = await figuresOf(line(page, 'TOTAL'));
    expect(total[1]).toBeGreaterThan(0);
    const [contribuables, prevu, paye, restant] = total;
    const amounts = { prevu, paye, restant };
    const { lines } = await listBehind(page, tile(page, 'Contribuable(s) enrôlé(s)'));
    expect(lines).toBe(contribuables);
    for (const label of ['Assiète', 'Montant payé', 'Montant Restant'])
      expect(await listBehind(page, tile(page, label)), label).toMatchObject(amounts);

    const tiles = page.getByRole('region', { name: 'Chiffres' }).getByRole('link');
    expect(await addresses(line(page, 'TOTAL').getByRole('link'))).toEqual(await addresses(tiles));
    for (const name of await page.locator('tbody').getByRole('rowheader').allInnerTexts()) {
      const cells = line(page, name).getByRole('cell');
      const [number, ...money] = await figuresOf(line(page, name));
      const links = await addresses(cells.getByRole('link'));
      // the three amounts of a row share one list, opened once
      expect(new Set(links.slice(1)).size, name).toBe(1);
      const behind = await listBehind(page, cells.nth(1).getByRole('link'));
      expect([behind.prevu, behind.paye, behind.restant], name).toEqual(money);
      const counted = links[0] === links[1] ? behind : await listBehind(page, cells.nth(0).getByRole('link'));
      expect(counted.lines, name).toBe(number);
    }
  });
}

test('livestock taxpayers are counted apart, and their list has no others', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/?dates=toutes');
  await expectFigures(page);
  const others = await tileFigure(page, 'Contribuable(s) enrôlé(s)');
  await page.getByRole('switch', { name: 'Bétail' }).check();
  await expect(page).toHaveURL(/betail=1/);
  await expectFigures(page);
  const herders = await tileFigure(page, 'Contribuable(s) enrôlé(s)');
  expect(herders).toBeGreaterThan(0);
  expect(herders).toBeLessThan(others);
  await tile(page, 'Contribuable(s) enrôlé(s)').click();
  await expect(page.getByText('Bétail seulement')).toBeVisible();
  await expectSettled(page);
  await expect.poll(() => figureOf(footer(page))).toBe(herders);
});

test('choosing a place filters the figures; a choice at a higher level clears the lower ones', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/?dates=toutes');
  await expect(level(page, 'Tous les quartiers')).toBeDisabled();
  await level(page, 'Tous les departements').selectOption('Niamey I');
  await expect(heading(page)).toHaveText('Ville de Niamey › Niamey I');
  await expect(page).toHaveURL(/^[^?]*\/\d+\?dates=toutes$/);
  await expectFigures(page);

  for (const everything of ['Tous les quartiers', 'Tous les zones', 'Tous les secteurs']) {
    const select = level(page, everything);
    await expect(select).toBeEnabled();
    await expect(select).toHaveValue('');
    await expect(select.getByRole('option').nth(1)).toBeAttached();
    const first = await select.getByRole('option').nth(1).innerText();
    await select.selectOption(first);
    await expect(heading(page)).toHaveText(new RegExp(`› ${first}$`));
  }
  await expectFigures(page);
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);

  await level(page, 'Tous les departements').selectOption('Niamey II');
  await expect(heading(page)).toHaveText('Ville de Niamey › Niamey II');
  await expect(level(page, 'Tous les quartiers')).toHaveValue('');
  // all levels below a département are offered at once; a deep choice fills in its ancestors
  const secteurs = level(page, 'Tous les secteurs');
  await expect(level(page, 'Tous les zones')).toBeEnabled();
  await expect(secteurs).toHaveValue('');
  await expect(secteurs.getByRole('option').nth(1)).toBeAttached();
  const [secteur, zone] = (await secteurs.getByRole('option').nth(1).innerText()).split(' – ');
  await secteurs.selectOption({ index: 1 });
  await expect(heading(page)).toHaveText(
    new RegExp(`^Ville de Niamey › Niamey II › .+ › ${zone} › ${secteur}$`),
  );
  await expect(level(page, 'Tous les quartiers')).not.toHaveValue('');
  await level(page, 'Tous les departements').selectOption('Tous les departements');
  await expect(heading(page)).toHaveText('Ville de Niamey');
});

test('a Super Admin’s other collectivité brings its own départements', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/?dates=toutes');
  await switchTo(page, 'Ville de Niamey');
  await level(page, 'Tous les departements').selectOption('Niamey III');
  await expect(heading(page)).toHaveText('Ville de Niamey › Niamey III');
  await level(page, 'Collectivité').selectOption('Ville de Maradi');
  await expect(heading(page)).toHaveText('Ville de Maradi');
  const departements = level(page, 'Tous les departements');
  await expect(departements).toHaveValue('');
  await expect(departements.getByRole('option', { name: /Maradi/ }).first()).toBeAttached();
  await expect(departements.getByRole('option', { name: 'Niamey III' })).toHaveCount(0);
});

test('a row opens its sub-entity, and Back restores the previous figures', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await page.getByRole('button', { name: 'Cette année', exact: true }).click();
  await page.getByRole('button', { name: 'Par encaissement' }).click();
  await expectFigures(page);
  const totals = await figuresOf(line(page, 'TOTAL'));
  const part = await figuresOf(line(page, 'Niamey IV'));
  await page.getByRole('link', { name: 'Niamey IV' }).click();
  await expect(heading(page)).toHaveText('Ville de Niamey › Niamey IV');
  await expect(page.getByRole('heading', { level: 2, name: /^Par quartier/ })).toBeVisible();
  await expectFigures(page);
  expect(await figuresOf(line(page, 'TOTAL'))).toEqual(part);
  await expect(page.getByRole('button', { name: 'Par encaissement' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.goBack();
  await expect(heading(page)).toHaveText('Ville de Niamey');
  await expectFigures(page);
  expect(await figuresOf(line(page, 'TOTAL'))).toEqual(totals);
  await expect(page.getByRole('button', { name: 'Cette année', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('rows are sorted by any heading, also the rate, and exports use the same order', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await page.getByRole('button', { name: 'Cette année', exact: true }).click();
  await expectFigures(page);
  const rates = async (): Promise<number[]> => {
    const texts = await page.locator('tbody td:last-child').allInnerTexts();
    const shownRates = texts.filter((text) => text.trim() !== '–');
    // rows without a rate come last
    expect(texts.slice(0, shownRates.length)).toEqual(shownRates);
    return shownRates.map(figureIn);
  };
  const taux = page.getByRole('columnheader', { name: 'Taux' });
  await taux.getByRole('button').click();
  await expect(page).toHaveURL(/orderBy=taux&sortOrder=desc/);
  await page.reload();
  await expectFigures(page);
  await expect(taux).toHaveAttribute('aria-sort', 'descending');
  const descending = await rates();
  expect(descending).toEqual(descending.toSorted((one, other) => other - one));
  const exportRequest = page.waitForRequest((request) => request.url().endsWith('/statistiques/classeur'));
  await page.getByRole('button', { name: 'Exporter' }).click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  expect((await exportRequest).postDataJSON()).toMatchObject({ orderBy: 'taux', sortOrder: 'desc' });
  await taux.getByRole('button').click();
  await expect(taux).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(rates).toEqual(descending.toReversed());
  // the order is kept inside a sub-entity, whose chart matches its table
  await expect(page.getByRole('img', { name: /^Prévu et payé par département/ })).toBeVisible();
  await page.getByRole('link', { name: 'Niamey IV' }).click();
  await expect(page).toHaveURL(/orderBy=taux/);
});

test('a day shows the money received on it, and links to the other base', async ({ page }) => {
  await signIn(page, 'superadmin');
  const to = await todayOf(page);
  const range = { from: `${to.slice(0, 4)}-01-01`, to };
  const { paiement } = await statsOf(page, { ...range, base: 'encaissement', betail: '0' });
  await page.goto(`/?${new URLSearchParams(range)}`);
  await expectFigures(page);
  await expect(page.getByText('Argent reçu')).toContainText(figureText(paiement));
  await page.getByRole('link', { name: 'Voir par encaissement' }).click();
  await expect(page).toHaveURL(/base=encaissement/);
  await expectFigures(page);
  expect(await tileFigure(page, 'Montant payé')).toBe(paiement);
  // a future day has no data under either base
  await page.goto('/?from=2999-01-01&to=2999-01-02&base=encaissement');
  await expectFigures(page);
  await expect(page.getByRole('link', { name: /^Voir par/ })).toHaveCount(0);
});

// Consultation does not see the sales of tickets
for (const [account, lines] of [
  ['niamey', [/^Recettes au comptant/, /^À classer/, /^Encaissé en tout/]],
  ['lecture', [/^À classer/]],
] as const)
  test(`beside what is paid, ${account} is told the money received that they may see, and a sum of all only if it is all`, async ({
    page,
  }) => {
    await signIn(page, account);
    await page.goto('/?base=encaissement&dates=toutes');
    await expectFigures(page);
    await expect(
      page.getByRole('main').getByText(/^(Recettes au comptant|À classer|Encaissé en tout)/),
    ).toHaveText(lines);
  });

test('a day without enrolments says so and offers the year', async ({ page }) => {
  await signIn(page, 'superadmin');
  const today = await todayOf(page);
  const { details } = await fetchApi<{ details: ({ id: number; nom: string } & Figures)[] }>(
    page,
    'dashboard/by-entite',
    { from: today, to: today },
  );
  const empty = details.find(({ contribuables }) => contribuables === 0);
  if (!empty) throw new Error('every collectivité enrolled somebody today');
  await page.goto(`/?entite=${empty.id}`);
  await expect(heading(page)).toHaveText(empty.nom);
  await expect(page.getByRole('status').filter({ hasText: 'Aucun contribuable' })).toContainText(
    "Aucun contribuable enrôlé aujourd'hui",
  );
  await page.getByRole('button', { name: 'Voir cette année' }).click();
  await expect(page.getByRole('button', { name: 'Cette année', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const year = today.slice(0, 4);
  const stats = await statsOf(page, {
    entite: String(empty.id),
    from: `${year}-01-01`,
    to: `${year}-12-31`,
  });
  await expect(tile(page, 'Assiète')).toContainText(figureText(stats.prevu));
});

test('figures that fail to load say why, and offer a retry', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.route('**/v2/dashboard/by-entite*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText("Une erreur s'est produite !");
  await expect(page.getByRole('alert')).toContainText('Le serveur ne répond pas');
  await page.unroute('**/v2/dashboard/by-entite*');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expectFigures(page);
});
