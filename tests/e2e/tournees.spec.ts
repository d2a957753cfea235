import { expect, type Page, test } from '@playwright/test';
import { fetchApi, choices, expectFit, expectSettled, heading, signIn, tomorrowOf } from './support.ts';
import { failToReadAgain } from './saisie/network.ts';

interface Place {
  id: number;
  type: { nom: string };
}
const line = (page: Page, index: number) => page.locator('[data-visite]').nth(index);
const issue = (page: Page, index: number) => line(page, index).getByRole('combobox').first();

test('a tour is prepared before the number of debtors is known', async ({ page }) => {
  await signIn(page, 'niamey');
  // the number never comes
  await page.route('**/v2/impayes/totaux*', () => undefined);
  await page.goto('/impressions/situation-des-impayes');
  await page.getByRole('button', { name: 'Préparer une tournée' }).click();
  const dialog = page.getByRole('dialog', { name: 'Préparer une tournée' });
  await expect(dialog.getByText(/\d+ visites? \(au plus 300\)/)).toBeVisible();
});

test('a tour is created from the debtors of a quartier, and its outcomes are entered by keyboard', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'niamey');
  const { data } = await fetchApi<{ data: Place[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    itemperpage: '500',
  });
  // the oldest quartier: parallel journeys create quartiers without debtors
  const quartier = Math.min(...data.flatMap(({ id, type }) => (type.nom === 'Quartier' ? id : [])));
  await page.goto(`/impressions/situation-des-impayes?ms=[${quartier}]`);
  await page.getByRole('button', { name: 'Préparer une tournée' }).click();
  const dialog = page.getByRole('dialog', { name: 'Préparer une tournée' });
  await expect(dialog.getByText(/\d+ visites? \(au plus 300\)/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Agent' }).click();
  await choices(page).first().click();
  await dialog.getByRole('button', { name: 'Créer la tournée' }).click();
  await expect(heading(page)).toContainText('Tournée du');
  await expectSettled(page);

  await issue(page, 0).focus();
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 visité ·')).toBeVisible();
  await expect(issue(page, 1)).toBeFocused();
  await issue(page, 1).selectOption('promis');
  await failToReadAgain(page);
  await expect(issue(page, 1)).toHaveValue('promis');
  await line(page, 1)
    .getByLabel(/^Jour promis/)
    .fill(await tomorrowOf(page));
  await line(page, 1)
    .getByLabel(/^Montant promis/)
    .fill('1500');
  await page.keyboard.press('Enter');
  await expect(page.getByText('dont 1 promesse')).toBeVisible();
  await expectFit(page);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Feuille de tournée' }).click();
  expect((await file).suggestedFilename()).toBe('tournee.pdf');
  await page.goto('/tournees');
  await expectSettled(page);
  await expectFit(page);
});
