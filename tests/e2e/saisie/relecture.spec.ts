/** What a later reading of a screen changes: a failure takes nothing away, a right taken away does. */
import { expect, test } from '@playwright/test';
import { PAGES } from '@octroi/contract/pages';
import { MESSAGES } from '@octroi/contract/messages';
import { addressOf } from '../../parcours/addresses.ts';
import { debtorsOf, expectSettled, fetchApi, heading, signIn } from '../support.ts';
import { failToReadAgain, readAgain } from './network.ts';

test('the reason of a move stays while what it changes cannot be read again', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  const [taxpayer] = await debtorsOf(page, { count: 1, moreThan: 0 });
  await page.goto(addressOf(PAGES.changeSecteur, taxpayer!.id));
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

/** Pages of one record, and the list that provides it. */
const RECORDS = [
  [PAGES.fiche, 'contribuables'],
  [PAGES.ficheIndividuelle, 'contribuables'],
  [PAGES.changeSecteur, 'contribuables'],
  [PAGES.transaction, 'transactions'],
  [PAGES.acte, 'journal'],
] as const;

for (const [address, list] of RECORDS)
  test(`what is at ${address} is no longer shown once its right is taken away`, async ({ page }) => {
    await page.clock.install();
    await signIn(page, 'superadmin');
    const { data } = await fetchApi<{ data: { id: number }[] }>(page, list, { itemperpage: '1' });
    await page.goto(addressOf(address, data[0]!.id));
    await expect(heading(page)).toBeVisible();
    await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
    await page.route(
      (url) => url.pathname.startsWith('/v2/') && url.pathname !== '/v2/session',
      (route) =>
        route.fulfill({ status: 403, json: { code: 'acces.refuse', message: MESSAGES.accesRefuse } }),
    );
    await readAgain(page);
    await expect(page.getByRole('main').getByText(MESSAGES.accesRefuse).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(/Vos droits n’ouvrent pas/)).toHaveCount(1);
  });
