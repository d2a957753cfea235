import { PAGES } from '@octroi/contract/pages';
import { expect, test } from '@playwright/test';
import {
  consoleErrors,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSettled,
  heading,
  signIn,
} from './support.ts';

test('the guide opens at the help of the current screen, and has a text search', async ({ page }) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  await page.goto('/enrollements');
  await expectSettled(page);
  await page.getByRole('banner').getByRole('link', { name: 'Aide' }).click();
  await expect(heading(page)).toHaveText('Corriger et valider les enrôlements');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  await page.getByRole('navigation', { name: 'Fil d’Ariane' }).getByRole('link', { name: 'Aide' }).click();
  await expect(page.getByRole('region', { name: 'Premiers pas' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Que voulez-vous faire ?').fill('REMBOURSER');
  await page.getByRole('region', { name: 'Résultats' }).getByRole('link').first().click();
  await expect(heading(page)).toHaveText('Annuler ou rembourser un paiement');
  await page.getByRole('article').getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/transactions/);
  await page.goto('/aide/rien');
  await expect(page.getByText('Le guide n’a pas de page à cette adresse.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the complete guide prints as one page, with its pictures', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(PAGES.aideEntiere);
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  const pictures = page.getByRole('article').getByRole('img');
  const count = await pictures.count();
  expect(count).toBeGreaterThan(15);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1366);
  }
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden();
});

test('a heading leads to the meaning of its word in the glossary', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/imputations');
  await page.getByRole('link', { name: 'Sens du mot' }).click();
  await expect(heading(page)).toHaveText('Les mots de la fiscalité locale');
  const meaning = page.getByRole('listitem').filter({ hasText: /^Imputation : / });
  await expect(meaning).toBeInViewport();
  await expect(page).toHaveURL(/#mot-imputation$/);
});

test('a page is offered only to people who may do what it explains, and names the right', async ({
  page,
}) => {
  await signIn(page, 'lecture');
  await page.goto('/aide/enroler');
  await expect(page.getByRole('main')).toContainText('Il faut le droit « Créer » sur « Contribuables ».');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('link', { name: 'Voir ce que vous pouvez faire' }).click();
  await expect(page.getByRole('link', { name: 'Lire la fiche d’un contribuable' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enrôler un contribuable' })).toHaveCount(0);
  await page.goto('/transactions');
  await expectSettled(page);
  await page.getByRole('banner').getByRole('link', { name: 'Aide' }).click();
  await expect(heading(page)).toHaveText('Lire, filtrer et exporter une liste');
});
