import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible, heading, rows, signIn } from './support.ts';

const PERIOD = 'from=2020-01-01&to=2030-12-31';

test('a list is taken along as it stands, and a payment’s receipt with it', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(`/transactions?${PERIOD}`);
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().getByRole('checkbox').check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^liste-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);

  const receipt = page.waitForEvent('download');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Reçu' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^recu-NIA-\d{4}-\d{6}\.pdf$/);

  await page.goto('/exports');
  await expect(heading(page)).toHaveText('Mes exports');
  await expect(page.getByText('Rien encore').or(page.getByRole('table'))).toBeVisible();
  await expectAccessible(page);
});

test('anybody checks a paper, and a forged code is told as such', async ({ page }) => {
  await page.goto('/verifier');
  await page.getByLabel('Code du document').fill('abcde-abcde-abcde-abcde');
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page.getByRole('alert')).toContainText('Document inconnu');
  await expectAccessible(page);
});
