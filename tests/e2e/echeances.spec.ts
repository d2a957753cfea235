import { expect, test } from '@playwright/test';
import {
  ask,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSettled,
  heading,
  rows,
  signIn,
} from './support.ts';

test('échéances are tried, generated for ticked sub-entities, and told line by line', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/echeances');
  await expect(heading(page)).toHaveText('Échéances');
  await page.getByRole('button', { name: 'Essayer à blanc' }).click();
  const card = page.getByRole('region', { name: /Essai à blanc/ }).first();
  await expect(card).toContainText('terminé', { timeout: 30_000 });
  await expect(card).toContainText('inchangées');
  await expectAccessible(page);

  await page.goto('/ramifications');
  await expectSettled(page);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(
    'Etes vous sûr de vouloir générer les écheances de cette ramification ?',
  );
  await question.getByRole('button', { name: /Générer les écheances/ }).click();
  const progress = page.getByRole('dialog', { name: 'Générer les écheances' });
  await expect(progress).toContainText('terminé', { timeout: 30_000 });
  await progress.getByRole('button', { name: 'Fermer' }).click();

  await page.goto('/echeances');
  await page.getByRole('link', { name: 'Les voir une à une' }).first().click();
  await expect(heading(page)).toHaveText(/Lignes sans tarif \d{4} - Ville de Niamey/);
  await expectSettled(page);
  const { meta } = await ask<{ meta: { total_records: number } }>(page, 'echeances/sans-tarif', {
    entite: '1',
  });
  await expect(page.getByText(/^Affichage de/)).toContainText(`/ ${meta.total_records}`);
  await expectAccessible(page);
});

test('a tax is billed from its row', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/taxes?itemperpage=10');
  await expectSettled(page);
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions : / })
    .click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Générer', exact: true }).click();
  const progress = page.getByRole('dialog', { name: 'Générer les écheances' });
  await expect(progress).toContainText('terminé', { timeout: 30_000 });
  await expect(progress).toContainText('inchangées');
});

test('the screen of échéances fits a phone and is not for readers', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/echeances');
  await expect(page.getByRole('button', { name: 'Générer les écheances' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.context().clearCookies();
  await signIn(page, 'lecture');
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Échéances' })).toHaveCount(0);
});
