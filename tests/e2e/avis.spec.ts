/** The register of notices handed over: from the taxpayer's sheet, and taken back. */
import { expect, test } from '@playwright/test';
import { debtorsOf, expectToast, fetchApi, signIn, todayOf } from './support.ts';

test('a notice handed over is recorded from the sheet of its taxpayer, told there, and taken back', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 1000 });
  const printed = await page.request.post(`/v2/contribuables/${debtor?.id}/avis`);
  expect(printed.status()).toBe(200);
  const [year, month, day] = (await todayOf(page)).split('-');
  const today = `${day}/${month}/${year}`;

  await page.goto(`/contribuables/profile/${debtor?.id}`);
  await expect(page.getByText('À remettre.')).toBeVisible();
  await page.getByRole('link', { name: 'Noter la remise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Noter une remise' });
  await expect(dialog.getByText(debtor?.numKlis ?? '')).toBeVisible();
  await dialog.getByLabel('À qui').selectOption('Un proche');
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
  await expect(page.getByText(/^AVIS-.* : noté$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Avis en vigueur' })).toContainText('Remis');

  await page.goto(`/contribuables/profile/${debtor?.id}`);
  await expect(page.getByText(`Remis le ${today} à un proche`)).toBeVisible();
  await page.goto('/avis-distribues');
  const row = page.getByRole('row').filter({ hasText: debtor?.numKlis ?? '' });
  await row.getByRole('button', { name: /Actions|Menu/ }).click();
  await page.getByRole('menuitem', { name: 'Annuler la remise' }).click();
  const reason = page.getByRole('dialog', { name: 'Annuler cette remise' });
  await reason.getByRole('textbox').fill('Mauvais talon');
  await reason.getByRole('button', { name: 'Annuler la remise' }).click();
  await expectToast(page, 'Remise annulée');
  await expect(row).toContainText('Annulé');
});

test('what is typed for the second notice of a pile comes back after a reload, with who was handed the first', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const debtors = await debtorsOf(page, { count: 2, moreThan: 1000, last: true });
  const numbers: string[] = [];
  for (const { id } of debtors) {
    expect((await page.request.post(`/v2/contribuables/${id}/avis`, { data: {} })).status()).toBe(200);
    const sheet = await fetchApi<{ data: { numero: string }[] }>(page, `contribuables/${id}/avis`);
    numbers.push(sheet.data[0]?.numero ?? '');
  }
  const [first = '', second = ''] = numbers;

  await page.goto('/avis-distribues');
  const open = page.getByRole('button', { name: 'Noter une remise' });
  const dialog = page.getByRole('dialog', { name: 'Noter une remise' });
  const avis = dialog.getByRole('textbox', { name: 'Avis' });
  await open.click();
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
  await expect(dialog.getByText('Entrez le numéro de l’avis')).toBeVisible();
  await expect(avis).toBeFocused();
  await avis.fill(first);
  await expect(dialog.getByText(debtors[0]?.numKlis ?? '')).toBeVisible();
  await dialog.getByLabel('À qui').selectOption('Un proche');
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
  await expect(page.getByText(`${first} : noté`)).toBeVisible();
  await expect(avis).toBeFocused();
  await expect(avis).toHaveValue('');
  await avis.fill(second);
  await expect(dialog.getByText(debtors[1]?.numKlis ?? '')).toBeVisible();

  await page.reload();
  await open.click();
  await expectToast(page, 'Saisie reprise');
  await expect(avis).toHaveValue(second);
  await expect(dialog.getByLabel('À qui').locator('option:checked')).toHaveText('Un proche');
  await expect(dialog.getByText(debtors[1]?.numKlis ?? '')).toBeVisible();
  await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
  await expect(page.getByText(`${second} : noté`)).toBeVisible();
  // what is recorded does not come back
  await page.reload();
  await open.click();
  await expect(avis).toHaveValue('');
});
