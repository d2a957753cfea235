/** What one has begun to enter stays while a later reading of the screen fails. */
import { expect, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { debtorsOf, expectSettled, signIn } from '../support.ts';
import { failToReadAgain } from './network.ts';

test('the reason of a move stays while what it changes cannot be read again', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  const [taxpayer] = await debtorsOf(page, { count: 1, moreThan: 0 });
  await page.goto(at(PAGES.changeSecteur, encodeURIComponent(`[${taxpayer!.id}]`)));
  const secteur = page.getByRole('main').getByRole('combobox').first();
  await secteur.fill('a');
  await failToReadAgain(page);
  await expect(secteur).toHaveValue('a');
});

test('several readings that fail together are told once', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'niamey');
  await page.goto('/contribuables?dates=toutes');
  await expectSettled(page);
  await failToReadAgain(page);
  await expect(page.getByRole('alert').filter({ hasText: 'n’a pas pu être relu' })).toHaveCount(1);
});
