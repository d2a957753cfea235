import { PURPOSES } from '@octroi/contract/resource-purposes';
import { expect, type Page, test } from '@playwright/test';
import { SCREENS } from '@octroi/contract/register';
import {
  fetchApi,
  choice,
  column,
  expectAccessible,
  expectCount,
  expectSettled,
  filterRow,
  footer,
  heading,
  headsOf,
  openFilters,
  rows,
  searchNow,
  signIn,
} from './support.ts';

const LIST = '/nature-activite';

const countOf = async (page: Page, query: Record<string, string> = {}): Promise<number> =>
  (await fetchApi<{ meta: { total_records: number } }>(page, 'nature_activites', query)).meta.total_records;

test('a list is under Tableau de bord > Configurations, with its columns', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(LIST);
  await expect(heading(page)).toHaveText("Natures d'activité");
  const crumbs = page.getByRole('navigation', { name: 'Fil d’Ariane' }).getByRole('listitem');
  await expect(crumbs).toHaveText(['Tableau de bord', 'Configurations', "Natures d'activité"]);
  await expectSettled(page);
  const heads = await headsOf(page);
  expect(heads).toEqual(['', '#', 'Nom', 'Catégorie', 'Description', 'Statut', 'Actions']);
  await expect.poll(async () => new Set(await column(page, 'Statut'))).toEqual(new Set(['Active']));
  await crumbs.getByRole('link', { name: 'Tableau de bord' }).click();
  await expect(heading(page)).toHaveText('Ville de Niamey');
});

test('rows of the filter builder are added and removed, but never the first', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(LIST);
  await openFilters(page);
  const builder = page.getByRole('search', { name: 'Filtres' }).getByRole('group');
  await expect(builder).toHaveCount(1);
  await expect(filterRow(page, 0).remove).toHaveCount(0);
  const add = page.getByRole('button', { name: 'Ajouter une ligne' });
  await add.click();
  await add.click();
  await expect(builder).toHaveCount(3);
  await filterRow(page, 1).value.fill('à retirer');
  await filterRow(page, 2).value.fill('à garder');
  await filterRow(page, 1).remove.click();
  await expect(builder).toHaveCount(2);
  await expect(filterRow(page, 1).value).toHaveValue('à garder');
  await expect(filterRow(page, 0).remove).toHaveCount(0);
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(builder).toHaveCount(0);
  await expect(page.getByRole('button', { name: '+ Filtre' })).toBeFocused();
});

test('rows are joined by « et » or « ou », and Rechercher returns to page 1', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(LIST);
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  await pager.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(`${LIST}?page=2`);
  await expect.poll(async () => (await column(page, '#'))[0]).toBe('31');

  await openFilters(page);
  await filterRow(page, 0).value.fill('commerce');
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  const second = filterRow(page, 1);
  await second.connector.selectOption('ou');
  await second.value.fill('ATELIER');
  await searchNow(page);
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByText('Nom contient commerce')).toBeVisible();
  await expect(page.getByText('ou', { exact: true })).toBeVisible();
  const either = await column(page, 'Nom');
  expect(either.length).toBeGreaterThan(0);
  for (const name of either) expect(name).toMatch(/commerce|atelier/i);
  expect(either.some((name) => /commerce/i.test(name))).toBe(true);

  await page.getByText('Nom contient commerce').click();
  await second.connector.selectOption('et');
  await searchNow(page);
  await expect(page.getByText('Rien trouvé')).toBeVisible();
  await page.getByRole('button', { name: 'Retirer le filtre Nom' }).last().click();
  await expect(rows(page).first()).toBeVisible();
  for (const name of await column(page, 'Nom')) expect(name).toMatch(/commerce/i);
});

test('Count, Sort and Order By change the list and its address', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(LIST);
  const total = await countOf(page);
  const count = page.getByLabel('Count', { exact: true });
  const sort = page.getByLabel('Sort', { exact: true });
  const order = page.getByLabel('Order By', { exact: true });
  await expect(count).toHaveValue('30');
  await expect(count.getByRole('option')).toHaveText(['30', '50', '100', '200', '500']);
  await expect(sort).toHaveValue('asc');
  await expect(footer(page)).toHaveText(`Affichage de ${Math.min(30, total)} / ${total}`);
  const upwards = await column(page, 'Nom');

  await count.selectOption('50');
  await expect(footer(page)).toHaveText(`Affichage de ${total} / ${total}`);
  await expect(page).toHaveURL(/itemperpage=50/);
  await sort.selectOption('desc');
  await expect(page).toHaveURL(/sortOrder=desc/);
  await expect(rows(page).last()).toContainText(upwards[0] ?? '');
  await order.selectOption('Catégorie');
  await expect(page.getByRole('columnheader', { name: 'Catégorie' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const categories = await column(page, 'Catégorie');
  expect(categories).toEqual([...categories].sort((a, b) => b.localeCompare(a, 'fr')));
});

test('a reload keeps the list’s order and page, and any screen’s address', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/users');
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
  await expect(page).toHaveURL(/orderBy=user\.email/);
  await expectSettled(page);
  const emails = await column(page, 'Email');
  await page.reload();
  await expect.poll(() => column(page, 'Email')).toEqual(emails);

  const addresses = Object.values(SCREENS).map(({ url }) => url);
  const f = JSON.stringify([{ column: 'a.b', operator: 'like', x: 'un.fichier.txt' }]);
  for (const address of addresses) {
    const query = new URLSearchParams({ orderBy: 'a.nom', f, vue: 'x.js' }).toString();
    const reply = await page.request.get(`${address}?${query}`);
    expect([reply.status(), reply.headers()['content-type']], address).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  }
});

test('pages change by Précédent and Next, in a window of five', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(LIST);
  const pages = Math.ceil((await countOf(page)) / 30);
  expect(pages).toBeGreaterThan(9);
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  const items = pager.getByRole('listitem');
  await expect(items).toHaveText(['Précédent', '1', '2', '3', '4', '5', '…', String(pages), 'Next']);
  for (const next of [2, 3, 4, 5, 6]) {
    await pager.getByRole('button', { name: 'Next' }).click();
    await expect(pager.getByRole('button', { name: `Page ${next}` })).toHaveAttribute('aria-current', 'page');
  }
  await expect(items).toHaveText([
    'Précédent',
    '1',
    '…',
    '4',
    '5',
    '6',
    '7',
    '8',
    '…',
    String(pages),
    'Next',
  ]);
  await pager.getByRole('button', { name: 'Précédent' }).click();
  await expect(page).toHaveURL(/page=5/);
  await page.goto(`${LIST}?page=${pages + 7}`);
  await page.getByRole('button', { name: 'Aller à la dernière page' }).click();
  await expect(pager.getByRole('button', { name: `Page ${pages}` })).toHaveAttribute('aria-current', 'page');
});

test('all rows of a page are ticked at once, then all matching rows', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(LIST);
  const total = await countOf(page);
  await expect(rows(page)).toHaveCount(30);
  const ticks = rows(page).getByRole('checkbox');
  const all = page.getByLabel('Sélectionner toutes les lignes de la page');
  await all.check();
  await expect(page.getByText('30 sélectionnées')).toBeVisible();
  await expect(ticks.last()).toBeChecked();
  await page.getByRole('button', { name: `Sélectionner les ${total} lignes` }).click();
  await expect(page.getByText(`${total} sélectionnées`)).toBeVisible();
  await ticks.nth(3).uncheck();
  await expect(page.getByText(`${total - 1} sélectionnées`)).toBeVisible();

  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(total - 30);
  await expect(ticks.first()).toBeChecked();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(`Supprimer : ${total - 1} lignes`);
  await expect(question).toContainText('Etes vous sûr de vouloir supprimer cet élément ?');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Effacer', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Action', exact: true })).toBeDisabled();
  expect(await countOf(page)).toBe(total);
});

test('« Rien trouvé » offers to remove the filters; « Rien encore » offers to create', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(LIST);
  await openFilters(page);
  await filterRow(page, 0).value.fill('aucune nature ne porte ce nom');
  await searchNow(page);
  await expect(page.getByText('Rien trouvé')).toBeVisible();
  await expect(page.getByText('Rien encore')).toHaveCount(0);
  await expect(footer(page)).toHaveText('Affichage de 0 / 0');
  await page.getByRole('button', { name: 'Retirer les filtres' }).click();
  await expectCount(page, await countOf(page));

  // an empty list, as on a new installation
  await page.route('**/v2/nature_activites?*', (route) =>
    route.fulfill({ json: { data: [], meta: { total_records: 0 } } }),
  );
  await page.reload();
  await expect(page.getByText('Rien encore')).toBeVisible();
  await expect(page.getByText('Rien trouvé')).toHaveCount(0);
  // an empty configuration says what it is for, and who needs it
  await expect(page.getByText(PURPOSES.nature_activites)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Résultats' }).getByRole('link', { name: 'Creation' }),
  ).toHaveAttribute('href', `${LIST}/create`);
});

test('a list that fails to load says why, and offers a retry', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.route('**/v2/nature_activites?*', (route) => route.abort());
  const failure = page.getByRole('region', { name: 'Résultats' }).getByRole('alert');
  for (const address of [`${LIST}?page=2`, LIST]) {
    await page.goto(address);
    await expect(failure).toContainText("Une erreur s'est produite !");
    await expect(failure).toContainText('Le serveur ne répond pas');
  }
  await page.unroute('**/v2/nature_activites?*');
  await failure.getByRole('button', { name: 'Réessayer' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('sums and saved views that fail to load say why, and offer a retry', async ({ page }) => {
  await signIn(page, 'niamey');
  const both = /\/v2\/(imputations\/totaux|vues)\?/;
  await page.route(both, (route) => route.abort());
  await page.goto('/imputations');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Vues', exact: true }).click();
  const parts = [page.locator('tfoot'), page.getByRole('dialog', { name: 'Vues' })];
  for (const part of parts) await expect(part).toContainText('Le serveur ne répond pas');
  await page.unroute(both);
  for (const part of parts.toReversed()) {
    await part.getByRole('button', { name: 'Réessayer' }).click();
    await expect(part).not.toContainText('Le serveur ne répond pas');
  }
  await expect(page.locator('tfoot')).toContainText(/TOTAL des .* lignes/);
});

test('filters and order are saved as a view, opened again, and deleted', async ({ page }) => {
  await signIn(page, 'niamey');
  const name = `Commerces ${Date.now()}`;
  await page.goto(`${LIST}?sortOrder=desc`);
  await openFilters(page);
  await filterRow(page, 0).field.selectOption('Catégorie');
  await filterRow(page, 0).value.click();
  await choice(page, 'Commerce').click();
  await searchNow(page);
  await expect(page.getByText('Catégorie = Commerce')).toBeVisible();
  const names = await column(page, 'Nom');
  expect(names.length).toBeGreaterThan(1);

  const views = page.getByRole('button', { name: 'Vues', exact: true });
  await views.click();
  await page.getByLabel('Nom de la vue').fill(name);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();

  await page.goto(LIST);
  await expect(page.getByText('Catégorie = Commerce')).toHaveCount(0);
  await views.click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByText('Catégorie = Commerce')).toBeVisible();
  await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('desc');
  await expect.poll(() => column(page, 'Nom')).toEqual(names);

  await views.click();
  await page.getByRole('button', { name: `Supprimer la vue ${name}` }).click();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});

test('hidden columns and the density follow the person to another device', async ({ page, browser }) => {
  await signIn(page, 'admin.nta');
  await page.goto(LIST);
  await expectSettled(page);
  await page.getByRole('button', { name: 'Colonnes et densité' }).click();
  const menu = page.getByRole('dialog', { name: 'Colonnes et densité' });
  // essential columns cannot be hidden
  for (const fixed of ['Nom', 'Statut'])
    await expect(menu.getByRole('checkbox', { name: fixed, exact: true })).toBeDisabled();
  const description = menu.getByRole('checkbox', { name: 'Description' });
  await description.click();
  await expect(description).not.toBeChecked();
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/v2/affichage') && reply.ok());
  await menu.getByRole('button', { name: 'Compacte' }).click();
  await saved;
  await expect.poll(() => headsOf(page)).not.toContain('Description');
  const height = async (target: Page) => (await rows(target).first().boundingBox())?.height;
  await expect.poll(() => height(page)).toBeLessThan(36);

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, 'admin.nta');
  await elsewhere.goto(LIST);
  await expectSettled(elsewhere);
  expect(await headsOf(elsewhere)).not.toContain('Description');
  expect(await height(elsewhere)).toBeLessThan(36);
  await elsewhere.getByRole('button', { name: 'Colonnes et densité' }).click();
  const again = elsewhere.getByRole('dialog', { name: 'Colonnes et densité' });
  await again.getByRole('checkbox', { name: 'Description' }).click();
  await expect(again.getByRole('checkbox', { name: 'Description' })).toBeChecked();
  await again.getByRole('button', { name: 'Confortable' }).click();
  await expect.poll(() => headsOf(elsewhere)).toContain('Description');
  await expect.poll(() => height(elsewhere)).toBeGreaterThan(36);
  await elsewhere.context().close();
});

test('a list is worked with the keyboard: rows, ranges of ticks, acts, search', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/enrollements');
  await expectSettled(page);
  await expect(rows(page).nth(4)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(3)).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('4 sélectionnées')).toBeVisible();
  await rows(page).nth(1).getByRole('checkbox').click();
  await rows(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('2 sélectionnées')).toBeVisible();

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('a');
  const acts = page.getByRole('menu');
  await expect(acts.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(acts).toHaveCount(0);
  const menuButton = rows(page)
    .nth(1)
    .getByRole('button', { name: /^Actions :/ });
  for (const opening of ['first', 'second']) {
    await menuButton.focus();
    await page.keyboard.press('Enter');
    await expect(acts.getByRole('menuitem').first(), opening).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menuButton, opening).toBeFocused();
  }
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Touches de la liste' });
  await expect(keys).toContainText('cocher la ligne');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: /^Rechercher dans/ });
  await expect(search).toBeFocused();
  // typed, these are text
  await page.keyboard.type('a/?');
  await expect(search).toHaveValue('a/?');
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(4)).toBeVisible();
  await search.blur();
  const numKlis = await rows(page)
    .nth(1)
    .getByText(/^NIA-\d+$/)
    .innerText();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('main')).toContainText(numKlis);
  await expect(page).toHaveURL(/\/contribuables\/profile\//);
});
