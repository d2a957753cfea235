import { expect, test } from '@playwright/test';
import { expectFit, expectToast, heading, signIn } from '../support.ts';

test('the mayor’s page is made from Impressions and from « Ma journée »', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/impressions');
  await page.getByRole('link', { name: /^Point du mois/ }).click();
  await expect(heading(page)).toHaveText('Point du mois');
  const month = page.getByRole('combobox', { name: 'Mois', exact: true });
  await month.selectOption({ index: 1 });
  const chosen = await month.inputValue();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`point-du-mois-${chosen}.pdf`);

  await page.goto('/journee');
  const present = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Point du mois' }).click();
  expect((await present).suggestedFilename()).toMatch(/^point-du-mois-\d{4}-\d\d\.pdf$/);
});

test('addresses are named and taken away, and a wrong one is refused', async ({ page }) => {
  await signIn(page, 'maradi');
  await page.goto('/impressions/point-du-mois');
  const addresses = page.getByRole('textbox', { name: 'Adresses' });
  const save = page.getByRole('button', { name: 'Enregistrer les adresses' });
  await addresses.fill('maire');
  await save.click();
  await expect(page.getByText('Veuillez entrer des adresses email valides, une par ligne')).toBeVisible();
  await addresses.fill('maire@maradi.ne\nsg@maradi.ne');
  await save.click();
  await expectToast(page, 'Le point du mois leur sera envoyé le 1er');
  await page.reload();
  await expect(addresses).toHaveValue('maire@maradi.ne\nsg@maradi.ne');
  await expectFit(page);
  await addresses.fill('');
  await save.click();
  await expectToast(page, 'Le point du mois n’est plus envoyé');
});

test('a person with a part of the collectivité is told whom to ask', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/impressions/point-du-mois');
  await expect(page.getByText('Il vous faut toute la collectivité')).toBeVisible();
  await page.goto('/journee');
  await expect(page.getByRole('region', { name: 'Quatorze jours' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Point du mois' })).toHaveCount(0);
});
