import { expect, type Page, test } from '@playwright/test';
import { fetchApi, expectFit, expectSettled, rows, signIn, expectToast, todayOf } from '../support.ts';
import { newName, combobox, field, button, step, type Taxe, taxeNamed } from './taxes-support.ts';

test.beforeEach(({ page }) => signIn(page, 'niamey'));

test('a person who may only read sees a tax without edit buttons', async ({ page }) => {
  const { data } = await fetchApi<{ data: Taxe[] }>(page, 'entite_taxes', { itemperpage: '1' });
  await page.context().clearCookies();
  await signIn(page, 'lecture');
  await page.goto('/taxes');
  await expectSettled(page);
  await expect(page.getByRole('link', { name: 'Creation' })).toHaveCount(0);
  await page.goto(`/taxes/${data[0]?.id}`);
  await expect(field(page, 'Nom')).toBeDisabled();
  await expectFit(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const rates = page.getByRole('region', { name: 'Tarifs : tarif général' });
  await rates.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => rates.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1366, height: 800 });
  await button(page, 'Suivant').click();
  await expect(page.getByRole('switch', { name: /^Niamey I / })).toBeDisabled();
  await button(page, 'Suivant').click();
  await expect(step(page, 'Recap')).toBeVisible();
  await expect(button(page, 'Valider & créer')).toHaveCount(0);
});

test('a category of taxes is created, changed without its collectivité, and deleted', async ({ page }) => {
  const nom = newName('Catégorie');
  await page.goto('/categorie-taxes');
  await page.getByRole('link', { name: 'Création' }).click();
  await button(page, 'Enregistrer').click();
  await expect(field(page, 'Nom')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Nom').fill(nom);
  await expect(page.getByRole('switch', { name: 'Activé?' })).toBeChecked();
  await expect(combobox(page, 'Collectivité')).toHaveValue('Ville de Niamey');
  await button(page, 'Enregistrer').click();
  await expectToast(page, "L'élément a bien été ajouté !");
  for (const head of ['Nom', 'Collectivité', 'Description', 'Statut'])
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Actions : ${nom}` }).click();
  await page.getByRole('menuitem', { name: 'Modifier' }).click();
  await expect(combobox(page, 'Collectivité')).toHaveCount(0);
  await field(page, 'Description').fill('Un essai');
  await button(page, 'Enregistrer').click();
  await expectToast(page, "L'élément a bien été modifié !");
  await page.getByRole('button', { name: `Actions : ${nom}` }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, "L'élément a bien été supprimé !");
});

/** Opens a demonstration tax with précisions in the wizard. */
async function openTaxe(page: Page, nom = 'Redevance de kiosque'): Promise<void> {
  const { id } = await taxeNamed(page, nom);
  await page.goto(`/taxes/${id}`);
  await expect(field(page, 'Nom')).toBeVisible();
}

test('the list of taxes shows the rates of the fiscal year, and opens those of the others', async ({
  page,
}) => {
  const { data } = await fetchApi<{ data: { nom: string; tarifs: { annee: string }[] }[] }>(
    page,
    'entite_taxes',
    {
      itemperpage: '100',
    },
  );
  const year = (await todayOf(page)).slice(0, 4);
  const taxe = data.find(({ tarifs }) => tarifs.length > 1 && tarifs.some(({ annee }) => annee === year));
  if (!taxe) throw new Error('no tax has rates of several years');
  const other = taxe.tarifs.find(({ annee }) => annee !== year)?.annee ?? '';
  await page.goto(`/taxes?q=${encodeURIComponent(taxe.nom)}`);
  await expectSettled(page);
  const cell = rows(page).filter({ hasText: taxe.nom }).first().locator('td:has(details)');
  await expect(cell.getByText(year, { exact: true })).toBeVisible();
  await expect(cell.getByText(other, { exact: true })).toBeHidden();
  await cell.locator('summary').click();
  await expect(cell.getByText(other, { exact: true })).toBeVisible();
});

test('the step of applications is accessible, with the rates of one open', async ({ page }) => {
  await openTaxe(page);
  await button(page, 'Suivant').click();
  await button(page, 'Tarifs de Niamey I').click();
  await expectFit(page);
});

test('the recap is accessible', async ({ page }) => {
  await openTaxe(page);
  await button(page, 'Suivant').click();
  await button(page, 'Suivant').click();
  await expect(step(page, 'Recap')).toBeVisible();
  await expectFit(page);
  await page.setViewportSize({ width: 360, height: 800 });
  // a rate cut after its years says nothing
  const places = page.getByRole('region', { name: /sous-entité/ });
  await expect
    .poll(() => places.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBeLessThanOrEqual(0);
});

test('a change is told although the jobs that apply it cannot be read', async ({ page }) => {
  const { id } = await taxeNamed(page, 'Taxe de transport : taxi-moto');
  await page.route('**/v2/travaux', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/taxes/${id}`);
  await button(page, 'Suivant').click();
  await button(page, 'Suivant').click();
  await button(page, 'Valider & créer').click();
  await expect(page.getByText('Félicitation !')).toBeVisible();
  await expect(page).toHaveURL(/\/taxes$/);
});

test('the wizard’s errors are accessible', async ({ page }) => {
  await page.goto('/taxes/create');
  await button(page, 'Suivant').click();
  await expect(page.getByText('Veuillez choisir une fréquence')).toBeVisible();
  await expectFit(page);
});

test('a tax has budget lines, each from a day on', async ({ page }) => {
  await openTaxe(page, 'Taxe sur le bétail');
  const card = page.getByRole('region', { name: 'Imputations budgétaires' }).first();
  await expect(card).toContainText('Sans imputation budgétaire');
  await card.getByRole('button', { name: 'Ajouter une imputation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText('Veuillez entrer le code')).toBeVisible();
  await dialog.getByLabel('Depuis le').fill('01/01/2026');
  await dialog.getByLabel('Code').fill('7011');
  await dialog.getByLabel('Libellé').fill('Droits de place et de kiosque');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(card.getByRole('row', { name: /01\/01\/2026 7011 Droits de place/ })).toBeVisible();
  await card.getByRole('button', { name: 'Modifier 7011' }).click();
  await dialog.getByLabel('Code').fill('7012');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(card.getByRole('row', { name: /7012/ })).toBeVisible();
  await expectFit(page);
  await card.getByRole('button', { name: 'Supprimer 7012' }).click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(card).toContainText('Sans imputation budgétaire');
});
