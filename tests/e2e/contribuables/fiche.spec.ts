import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  fetchApi,
  consoleErrors,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  figureText,
} from '../support.ts';

/** A red square: the smallest valid photo. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mN4oKCABzGMSmNDAG2ycIEqDYOGAAAAAElFTkSuQmCC',
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

interface Row {
  id: number;
  numKlis: string;
  fullName: string;
  situation: { total: number; payer: number; restant: number };
}

/** The last cell of a table with this figure. */
const figure = (table: Locator, value: number): Locator =>
  table
    .getByRole('cell')
    .filter({ hasText: figureText(value) })
    .last();

/** A taxpayer with a partly paid debt, equipment and payments. */
async function taxpayer(page: Page): Promise<Row> {
  const { data } = await fetchApi<{ data: Row[] }>(page, 'contribuables', {
    orderBy: 'contrib.paye',
    sortOrder: 'desc',
    itemperpage: '50',
  });
  const row = data.find(({ situation }) => situation.restant > 0);
  if (!row) throw new Error('no taxpayer who paid a part');
  return row;
}

test('a record shows a taxpayer’s places, dues, payments, photos and history', async ({ page }) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  const { id, fullName, situation } = await taxpayer(page);
  await page.goto(`/contribuables/profile/${id}`);
  await expect(heading(page)).toHaveText(fullName);
  await expect(page.getByRole('region', { name: `Points d’enrôlement de ${fullName}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agrandir' })).toBeVisible();

  const photos = page.getByRole('region', { name: 'Photos' });
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await photos.getByRole('button', { name: /photo du contribuable/i }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose('moi.png', 'image/png', SVG);
  await expect(page.getByText('une image JPEG, PNG ou WebP est attendue')).toBeVisible();
  await choose('moi.png', 'image/png', PHOTO);
  await expect(photos.getByRole('img', { name: `Photo : ${fullName}` })).toBeVisible();
  await expect(page.locator('header img[src^="/uploads/"]')).toHaveCount(1);

  await page.getByRole('tab', { name: 'Echeances' }).click();
  await expect(page).toHaveURL(/onglet=echeances/);
  await expect(
    figure(page.getByRole('region', { name: /^Échéances de / }).first(), situation.total),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await expect(page.getByRole('region', { name: 'Transactions confirmées', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Historique' }).click();
  await page.getByRole('main').locator('summary').first().click();
  await expect(page.getByRole('table', { name: /^Modification/ })).toBeVisible();

  await page.getByRole('link', { name: 'Fiche individuelle' }).click();
  await expect(heading(page)).toHaveText(`Fiche individuelle · ${fullName}`);
  await expect(
    figure(page.getByRole('region', { name: /^Ce que l’année \d+ prévoit$/ }).last(), situation.total),
  ).toBeVisible();
  const due = page.getByRole('region', { name: 'Montant dû' });
  await expect(due).toContainText(/^Montant dû : [\d\s]+F\sCFA \([a-zé -]+ Franc CFA\)/);
  await expect(due).toContainText('Chef de recouvrement');
  // the console reports the 415 of the refused file
  expect(errors.filter((text) => !text.includes('415'))).toEqual([]);
});

test('the dues of a record fit a phone in the dark', async ({ page }) => {
  await signIn(page, 'niamey');
  const { id } = await taxpayer(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/contribuables/profile/${id}?onglet=echeances`);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root, [role="status"]')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
