import { expect, test } from '@playwright/test';
import {
  fetchApi,
  column,
  countContribuables,
  expectCount,
  expectSettled,
  figureIn,
  filterRow,
  footer,
  heading,
  headsOf,
  openFilters,
  rows,
  searchNow,
  signIn,
  todayOf,
  totalUnder,
  figureText,
} from '../support.ts';

const ALL = '/contribuables?dates=toutes';

test('the list opens on today without livestock; both filters are shown and removable', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/contribuables');
  await expect(heading(page)).toHaveText('Toutes les collectivités › Tous les contribuables');
  await expect(page.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-pressed', 'true');
  const today = await todayOf(page);
  await expectCount(page, await countContribuables(page, { from: today, to: today, betail: '0' }));

  await page.getByRole('button', { name: 'Toutes les dates' }).click();
  const others = await countContribuables(page, { betail: '0' });
  const all = await countContribuables(page);
  expect(all).toBeGreaterThan(others);
  await expectCount(page, others);
  await page.getByRole('button', { name: 'Retirer le filtre Sans bétail' }).click();
  await expectCount(page, all);
  await expect(page).toHaveURL('/contribuables?dates=toutes&betail=tous');
  await expect(page.getByRole('button', { name: "Aujourd'hui" })).toHaveAttribute('aria-pressed', 'false');
});

test('« L’an dernier » is among the past periods', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables');
  const last = Number((await todayOf(page)).slice(0, 4)) - 1;
  await page.getByRole('button', { name: 'Autre' }).click();
  await expect(page.getByRole('menuitem')).toContainText([
    'Hier',
    'Semaine dernière',
    'Mois dernier',
    "L'an dernier",
  ]);
  await page.getByRole('menuitem', { name: "L'an dernier" }).click();
  await expect(page).toHaveURL(`/contribuables?from=${last}-01-01&to=${last}-12-31`);
  const query = { from: `${last}-01-01`, to: `${last}-12-31`, betail: '0' };
  const totals = await fetchApi<{ total_records: number; prevu: number; paye: number; restant: number }>(
    page,
    'contribuables/totaux',
    query,
  );
  expect(totals.total_records).toBeGreaterThan(0);
  await expectCount(page, totals.total_records);
  await expect(await totalUnder(page, 'Prévu')).toHaveText(figureText(totals.prevu));
  await expect(await totalUnder(page, 'Payé')).toHaveText(figureText(totals.paye));
  await expect(await totalUnder(page, 'Restant')).toHaveText(figureText(totals.restant));
  for (const day of await column(page, 'Date')) expect(day).toMatch(new RegExp(`^\\d\\d/\\d\\d/${last}$`));
});

test('two days chosen in the calendar make a period', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables?from=2026-03-02&to=2026-03-20');
  const dates = page.getByRole('button', { name: /^Dates : / });
  await expect(dates).toHaveText('02/03/2026 au 20/03/2026');
  await dates.click();
  const calendar = page.getByRole('dialog');
  await expect(calendar.getByRole('columnheader').first()).toHaveText(/^lu/i);
  await calendar.getByRole('button', { name: '9 mars 2026', exact: true }).click();
  await calendar.getByRole('button', { name: '12 mars 2026', exact: true }).click();
  await expect(page).toHaveURL('/contribuables?from=2026-03-09&to=2026-03-12');
  await expect(dates).toHaveText('09/03/2026 au 12/03/2026');
});

test('the columns are those of the specification, and a row adds up', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await expectSettled(page);
  const heads = await headsOf(page);
  expect(heads).toEqual([
    '',
    '#',
    'Date',
    'Heure',
    'Numéro',
    'Nom complet',
    'Localisation',
    'Téléphone',
    'Statut',
    'Bases taxables',
    'Prévu',
    'Payé',
    'Restant',
    'Agent',
    "Nom de l'agent",
    'Actions',
  ]);
  const amounts = async (head: string): Promise<number[]> => (await column(page, head)).map(figureIn);
  const [prevu, paye, restant] = [await amounts('Prévu'), await amounts('Payé'), await amounts('Restant')];
  expect(restant).toEqual(prevu.map((amount, index) => amount - (paye[index] ?? 0)));
  for (const hour of await column(page, 'Heure')) expect(hour).toMatch(/^\d\d:\d\d:\d\d$/);
});

test('a click on a heading sorts by it, a second click reverses', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(`${ALL}&itemperpage=200`);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Date')).toHaveAttribute('aria-sort', 'ascending');
  await head('Restant').getByRole('button').click();
  await expect(head('Restant')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Date')).not.toHaveAttribute('aria-sort');
  await expect(page).toHaveURL(/orderBy=contrib\.restant/);
  await expectSettled(page);
  const amounts = async (): Promise<number[]> => (await column(page, 'Restant')).map(figureIn);
  const upwards = await amounts();
  expect(upwards).toEqual([...upwards].sort((a, b) => a - b));

  await head('Restant').getByRole('button').click();
  await expect(head('Restant')).toHaveAttribute('aria-sort', 'descending');
  await expectSettled(page);
  const downwards = await amounts();
  expect(downwards).toEqual([...downwards].sort((a, b) => b - a));
  expect(downwards[0]).toBeGreaterThan(upwards[0] ?? 0);
});

test('pages are numbered in a window of five, and their size is a link', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(`${ALL}&betail=tous`);
  const total = await countContribuables(page);
  const pages = Math.ceil(total / 50);
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  const items = pager.getByRole('listitem');
  await expect(items).toHaveText(['Précédent', '1', '2', '3', '4', '5', '…', String(pages), 'Next']);
  await expect(pager.getByRole('button', { name: 'Précédent' })).toBeDisabled();
  await expect(footer(page)).toHaveText(`Affichage de 50 / ${total}`);

  await pager.getByRole('button', { name: 'Page 5' }).click();
  const after = pages > 8 ? ['…'] : [];
  const shown = ['1', '…', '3', '4', '5', '6', '7', ...after, String(pages)];
  await expect(items).toHaveText(['Précédent', ...shown, 'Next']);
  await expect(pager.getByRole('button', { name: 'Page 5' })).toHaveAttribute('aria-current', 'page');
  await expect.poll(async () => (await column(page, '#'))[0]).toBe('201');

  await pager.getByRole('button', { name: `Page ${pages}` }).click();
  await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page
    .getByRole('group', { name: 'Lignes par page' })
    .getByRole('button', { name: '500', exact: true })
    .click();
  await expect(footer(page)).toHaveText(`Affichage de ${total} / ${total}`);
  await expect(page).toHaveURL(`${ALL}&betail=tous&itemperpage=500`);
});

test('the address contains the list’s state: opened elsewhere, it shows the same rows', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await page.getByLabel('Tous les departements').selectOption('Niamey I');
  await page.getByRole('columnheader', { name: 'Nom complet' }).getByRole('button').click();
  await openFilters(page);
  const filter = filterRow(page, 0);
  await filter.field.selectOption('Prévu');
  await filter.operation.selectOption('supérieur à');
  await filter.value.fill('10000');
  await searchNow(page);
  await expect(page.getByText('Prévu > 10 000')).toBeVisible();
  const names = await column(page, 'Nom complet');
  expect(names.length).toBeGreaterThan(1);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByText('Prévu > 10 000')).toBeVisible();
  await expect(other.getByLabel('Tous les departements')).toHaveValue(
    await page.getByLabel('Tous les departements').inputValue(),
  );
  await expect(other.getByRole('columnheader', { name: 'Nom complet' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect.poll(() => column(other, 'Nom complet')).toEqual(names);

  await page.goBack();
  await expect(page.getByText('Prévu > 10 000')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Nom complet' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});

test('the number of a taxpayer opens the record, and Back returns to the list', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(`${ALL}&orderBy=contrib.paye&sortOrder=desc`);
  const first = rows(page).first();
  const link = first.getByRole('link');
  const number = await link.innerText();
  const [name = ''] = await column(page, 'Nom complet');
  const [prevu = ''] = await column(page, 'Prévu');
  await link.click();
  await expect(page).toHaveURL(/\/contribuables\/profile\/\d+$/);
  await expect(heading(page)).toHaveText(name);
  await expect(page.getByRole('main')).toContainText(`› ${number}`);
  const situation = page.getByRole('region', { name: 'Situation' });
  await expect(situation).toContainText('Total Prévu');
  await expect(situation).toContainText(figureText(figureIn(prevu)));
  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Payé' })).toHaveAttribute('aria-sort', 'descending');
  await expect(first.getByRole('link')).toHaveText(number);
});

test('a taxpayer of another collectivité does not exist', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', {
    entite: '2',
    itemperpage: '1',
  });
  await signIn(page, 'niamey');
  await page.goto(`/contribuables/profile/${data[0]?.id}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Situation' })).toHaveCount(0);
});

test('a Super Admin’s Action menu names the number of rows to delete, and can be cancelled', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(ALL);
  const total = await countContribuables(page, { betail: '0' });
  const action = page.getByRole('button', { name: 'Action', exact: true });
  await expect(action).toBeDisabled();
  const ticks = rows(page).getByRole('checkbox');
  for (const index of [0, 1, 2]) await ticks.nth(index).check();
  await expect(page.getByText('3 sélectionnées')).toBeVisible();
  await action.click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Supprimer : 3 lignes');
  await expect(question).toContainText('Etes vous sûr de vouloir supprimer cet élément ?');
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(question).toBeHidden();

  await page.getByLabel('Sélectionner toutes les lignes de la page').check();
  await page.getByRole('button', { name: /^Sélectionner les/ }).click();
  await action.click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await expect(question).toContainText(`Supprimer : ${total} lignes`);
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(question).toBeHidden();
  expect(await countContribuables(page, { betail: '0' })).toBe(total);
});

test('an administrator of a collectivité prints ticked taxpayers, and cannot delete them', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await expectSettled(page);
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(["Avis d'imposition", 'Préparer une tournée']);
});

test('an empty period says so, and offers to remove the filters', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables?from=2199-01-01&to=2199-01-31');
  await expect(
    page.getByText('Aucun contribuable sans bétail enrôlé du 01/01/2199 au 31/01/2199'),
  ).toBeVisible();
  await expect(footer(page)).toHaveText('Affichage de 0 / 0');
  await page.getByRole('button', { name: 'Retirer les filtres' }).click();
  await expectCount(page, await countContribuables(page));
});
