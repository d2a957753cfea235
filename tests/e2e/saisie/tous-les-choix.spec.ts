/** Enter in the lists of choices of all forms: it takes the choice, and never sends the form. */
import { expect, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { type MenuKey, SCREENS } from '@octroi/contract/register';
import { addressesOf } from '../../parcours/addresses.ts';
import { countRequests, refuseWrites, type TriedForms, tryForms, tryLists } from '../../parcours/choices.ts';
import { openAsByLink, settle } from '../../parcours/faults.ts';
import { debtorsOf, signIn } from '../support.ts';

/** Screens of the menu that hold a form beside its list, or instead of one. */
const WITH_A_FORM: readonly MenuKey[] = ['guichet', 'echeances', 'mise-en-service', 'point-du-mois'];

const fiche = async (page: Page): Promise<number> =>
  (await debtorsOf(page, { count: 1, moreThan: 0 }))[0]?.id ?? 0;

test('in every form, a few letters of a choice and Enter take it and send nothing', async ({ page }) => {
  test.slow();
  await signIn(page, 'superadmin');
  const refused = await refuseWrites(page);
  const running = countRequests(page);
  await page.goto('/');
  await settle(page);
  const tried: TriedForms = { chosen: [], faults: [] };
  const pages = (await addressesOf(page)).filter((address) => !address.includes('?'));
  const moved = at(PAGES.changeSecteur, encodeURIComponent(`[${await fiche(page)}]`));
  for (const address of [...pages, ...WITH_A_FORM.map((key) => SCREENS[key].url), moved]) {
    await openAsByLink(page, address);
    await tryForms(page, address, tried, running);
  }
  expect(tried.faults).toEqual([]);
  expect(refused).toEqual([]);
  expect(tried.chosen.length).toBeGreaterThan(45);
});

/** Dialogs with lists of choices, and how each is opened. */
const DIALOGS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Exonérer: async (page) => {
    await page.goto(at(PAGES.fiche, await fiche(page)));
    await page.getByRole('button', { name: 'Exonérer' }).click();
  },
  Suspendre: async (page) => {
    await page.goto(SCREENS.suspensions.url);
    await page.getByRole('button', { name: 'Suspendre ou différer' }).click();
  },
  'Ajouter un appareil': async (page) => {
    await page.goto(SCREENS.terrain.url);
    await page.getByRole('button', { name: 'Ajouter un appareil' }).click();
  },
};

test('in the dialogs too, a few letters of a choice and Enter take it and send nothing', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, 'superadmin');
  const refused = await refuseWrites(page);
  const tried: TriedForms = { chosen: [], faults: [] };
  for (const [name, open] of Object.entries(DIALOGS)) {
    await open(page);
    const form = page.getByRole('dialog').locator('form');
    await expect(form).toBeVisible();
    const before = tried.chosen.length;
    await tryLists(page, form, name, tried);
    await expect(form, name).toBeVisible();
    expect(tried.chosen.length, name).toBeGreaterThan(before);
  }
  expect(tried.faults).toEqual([]);
  expect(refused).toEqual([]);
});
