import { expect, type Page, test } from '@playwright/test';
import {
  fetchApi,
  consoleErrors,
  figureOf,
  heading,
  signIn,
  sumUnder,
  todayOf,
  figureText,
} from '../support.ts';

const RYTHME = '/statistiques/rythme';
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toBeVisible();
  await expect(page.locator('[data-drawn]')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

test('a manager sees what the year brings in, how its end is projected, and the payments behind it', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  await page.goto(RYTHME);
  await settled(page);
  await expect(heading(page)).toHaveText('Ville de Niamey › Rythme du recouvrement');
  const today = await todayOf(page);
  const year = Number(today.slice(0, 4));
  const { montant } = await fetchApi<{ montant: number }>(page, 'imputations/totaux', {
    entite: '1',
    to: today,
    betail: '0',
    'filter[imp.annee][type]': 'eq',
    'filter[imp.annee][x]': String(year),
  });
  const received = page.getByRole('region', { name: 'Chiffres' }).getByRole('link').first();
  await expect(received).toHaveText(figureText(montant));
  await expect.poll(() => sumUnder(page, 'Encaissé')).toBe(montant);
  await expect(page.getByText(/^Projection\. (Si|Au rythme|Pas|L’année)/)).toBeVisible();
  await received.click();
  await expect(page).toHaveURL(/\/imputations\?/);
  await expect(page.locator('tfoot')).toHaveText(figureText(montant));

  await page.goto(`${RYTHME}?annee=2001&ms=abc`);
  await settled(page);
  await expect.poll(() => sumUnder(page, 'Encaissé')).toBe(0);

  // a future year is compared with the whole current year, and its months have no links
  await page.goto(`${RYTHME}?annee=${year + 1}`);
  await settled(page);
  const previousYear = page.getByRole('link').filter({ hasText: `Encaissé pour ${year} au 31/12/${year}` });
  const total = await figureOf(previousYear.locator('> :first-child'));
  await expect.poll(() => sumUnder(page, `Encaissé ${year}`)).toBe(total);
  await expect(page.getByRole('cell', { name: '–', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: '–', exact: true }).getByRole('link')).toHaveCount(0);
  await previousYear.click();
  await expect(page.locator('tfoot')).toHaveText(figureText(total));
  expect(errors).toEqual([]);
});
