import { expect, type Page, test } from '@playwright/test';
import {
  fetchApi,
  consoleErrors,
  expectCount,
  expectNoSidewaysScroll,
  figureIn,
  heading,
  rows,
  signIn,
  sumUnder,
} from '../support.ts';

const CARTE = '/statistiques/carte';
const map = (page: Page) => page.getByRole('region', { name: /^Carte des contribuables/ });
const marks = (page: Page) => map(page).getByRole('button', { name: /contribuable/ });
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

test('a manager sees where taxes are paid, zooms in, and opens the taxpayers of a place', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  await page.goto(CARTE);
  await expect(heading(page)).toHaveText('Ville de Niamey › Carte de situation');
  await settled(page);
  await expect(marks(page).first()).toBeVisible();
  const all = await fetchApi<{ total_records: number }>(page, 'contribuables/totaux', {
    entite: '1',
    betail: '0',
  });
  await expect.poll(() => sumUnder(page, 'Contribuables')).toBe(all.total_records);

  // zooming in changes the address
  await map(page).getByRole('button', { name: 'Agrandir' }).click();
  await expect(page).toHaveURL(/vue=/);
  await settled(page);
  const address = page.url();
  await page.reload();
  await settled(page);
  expect(page.url()).toBe(address);

  // a mark opens the list of its taxpayers
  const mark = marks(page).last();
  const name = (await mark.getAttribute('aria-label')) ?? '';
  await mark.press('Enter');
  await expect(page).toHaveURL(/\/contribuables\?.*maille=/);
  await expectCount(page, figureIn(name.replace(/contribuable.*/, '')));
  await expect(page.getByText(/^Carte : latitude/)).toBeVisible();
  await page.goBack();
  await settled(page);

  // the table has the same data for the keyboard, and its figures open their lists
  const row = rows(page).first();
  const [place, count] = await row.locator('th, td').allInnerTexts();
  expect(place).toBeTruthy();
  await row.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/contribuables\?.*maille=/);
  await expectCount(page, figureIn(count ?? ''));
  expect(errors).toEqual([]);
});

test('a period without taxpayers and an invalid address are explained, with a way back', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(`${CARTE}?to=2001-01-01&vue=95,400,77`);
  await expect(page.getByText('Rien à montrer sur la carte')).toBeVisible();
  await page.getByRole('button', { name: 'Cette année', exact: true }).click();
  await expect(marks(page).first()).toBeVisible();
  await page.goto(`${CARTE}?entite=2`);
  await expect(page.getByText(/n'existe pas, ou n'est pas dans votre périmètre/)).toBeVisible();
});

test('quartiers are outlined and named, and their secteurs when zoomed in', async ({ page }) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  const long = 'Quartier au nom sans fin '.repeat(8).trim();
  await page.route('**/v2/statistiques/carte/contours?*', async (route) => {
    const reply = await route.fetch();
    const { contours } = (await reply.json()) as { contours: { nom: string }[] };
    await route.fulfill({
      json: { contours: contours.map((each, n) => (n === 0 ? { ...each, nom: long } : each)) },
    });
  });
  await page.goto(CARTE);
  await settled(page);
  const outlines = map(page).locator('.carte-contour');
  await expect(outlines.first()).toBeVisible();
  await outlines.first().hover({ force: true });
  await expect(map(page).getByRole('tooltip')).toContainText(/% payés|sans assiète/);
  const coming = page.waitForRequest(/carte\/contours\?.*niveau=secteur/);
  for (const _ of [1, 2, 3]) await map(page).getByRole('button', { name: 'Agrandir' }).click();
  await coming;
  await settled(page);
  await expectNoSidewaysScroll(page);
  // the map's last requests may still be running
  await page.unrouteAll({ behavior: 'wait' });
  expect(errors).toEqual([]);
});
