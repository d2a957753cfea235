import { expect, test } from '@playwright/test';
import { consoleErrors, expectAccessible, expectFit, expectSettled, openFilters, signIn } from './support.ts';

test('the sign-in page is accessible in light and dark mode, and fits a phone', async ({ page }) => {
  const errors = consoleErrors(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expectFit(page);
  expect(errors).toEqual([]);
});

test('the page for a forgotten password is accessible', async ({ page }) => {
  await page.goto('/mot-de-passe-oublie');
  await expect(page.getByRole('main')).toContainText(/Pseudo/i);
  await expectFit(page);
});

test('filters, menus and dialogs above a screen are accessible', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/nature-activite?itemperpage=3');
  await expectSettled(page);
  await openFilters(page);
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();

  await page.getByRole('button', { name: 'Menu de Hadiza Djibo' }).click();
  await expect(page.getByRole('menuitem', { name: 'Se deconnecter' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page
    .getByRole('button', { name: /^Actions : / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
