/**
 * What a screen reader is told in the states that a crawl of addresses does not reach: a selection, a fault, a dialog,
 * the acts of the counter and of the review. The rules are those of every screen (`parcours/tree.ts`).
 */
import { expect, type Page, test } from '@playwright/test';
import { treeFaults } from '../parcours/tree.ts';
import { field, save } from './forms.ts';
import { debtorsOf, expectSettled, heading, openFilters, rows, sideMenu, signIn } from './support.ts';

const expectTold = async (page: Page): Promise<void> =>
  expect(await treeFaults(page), page.url()).toEqual([]);

test('a list with a filter and a selection', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables?dates=toutes&itemperpage=10');
  await expectSettled(page);
  await openFilters(page);
  await rows(page).getByRole('checkbox').first().check();
  await expectTold(page);
  await expect(page.getByRole('search', { name: 'Filtres' })).toMatchAriaSnapshot(`
    - group:
      - combobox "Champ"
      - combobox "Opération"
      - textbox "Valeur"
    - button "Ajouter une ligne"
    - button "Rechercher"
  `);
  const table = page.getByRole('table').first();
  await expect(table.getByRole('columnheader', { name: /Nom complet/ })).toBeVisible();
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked();
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /^Actions : / }),
  ).toBeVisible();
});

test('a form with a fault: it is tied to its field, which has the focus', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/villes/create');
  await save(page);
  const name = field(page, 'Nom');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/Veuillez entrer le nom de la ville/);
  await expect(name).toBeFocused();
  await expectTold(page);
});

test('a dialog has a name, and its answers say what they do', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/nature-activite?itemperpage=3');
  await expectSettled(page);
  await page
    .getByRole('button', { name: /^Actions : / })
    .first()
    .click();
  await expectTold(page);
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(/\S/);
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog:
      - banner:
        - heading [level=2]
        - button "Fermer"
      - text: /Etes-vous sûr/
      - button "Annuler"
      - button "Supprimer"
  `);
  await expectTold(page);
});

test('the menu is a named landmark with its lists of links', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables');
  await expect(heading(page)).toBeVisible();
  await expect(sideMenu(page)).toMatchAriaSnapshot(`
    - navigation "Menu principal":
      - link /Octroi/
      - list:
        - listitem:
          - link "Ma journée"
      - button "Ville de Niamey" [expanded]
      - list:
        - listitem:
          - link "Contribuables"
  `);
  await expect(sideMenu(page).getByRole('link', { name: 'Contribuables' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectTold(page);
});

test('the counter, a payer chosen', async ({ page }) => {
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 1000 });
  await page.goto('/guichet');
  await page.getByRole('main').getByRole('combobox').first().fill(debtor!.numKlis);
  await page.getByRole('option').filter({ hasText: debtor!.fullName }).first().click();
  await expect(page.getByRole('main').getByText(debtor!.fullName).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectTold(page);
});

test('« Passer en revue » and « Ma journée »', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/enrollements/revue');
  await expect(heading(page)).toHaveText('Passer en revue');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectTold(page);
  await page.goto('/journee');
  await expect(page.getByRole('region', { name: 'Ce qui attend' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toHaveCount(2);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectTold(page);
});

test('the map has a name, its marks and outlines are buttons, and tables have the same figures', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/statistiques/carte');
  const map = page.getByRole('region', { name: /^Carte des contribuables/ });
  await expect(map.getByRole('button', { name: /% payés|sans assiète/ }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectTold(page);
  const ranking = page.getByRole('group', { name: 'Classement' });
  await expect(ranking.getByRole('columnheader')).toHaveText(['Lieu', 'Payé', 'Écart', 'Manque']);
});

test('the number of ticked rows is announced', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables?dates=toutes&itemperpage=10');
  await expectSettled(page);
  await rows(page).getByRole('checkbox').first().check();
  await expect(page.getByRole('status').filter({ hasText: /\b1\b/ }).first()).toBeAttached();
});
