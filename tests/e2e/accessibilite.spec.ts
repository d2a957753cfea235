import { expect, type Page, test } from '@playwright/test';
import {
  type Account,
  ask,
  consoleErrors,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  expectSettled,
  footer,
  heading,
  openFilters,
  signIn,
} from './support.ts';

interface Screen {
  name: string;
  address: string;
  anonymous?: true;
  /** Who opens it; niamey by default. */
  account?: Account;
  ready: (page: Page) => Promise<void>;
}

const list = async (page: Page): Promise<void> => {
  await expectSettled(page);
  await expect(footer(page)).not.toContainText('de 0 /');
};

const SCREENS: readonly Screen[] = [
  {
    name: 'the sign-in',
    address: '/login',
    anonymous: true,
    ready: (page) => expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible(),
  },
  {
    name: 'the dashboard',
    address: '/?dates=toutes',
    ready: async (page) => {
      await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    },
  },
  { name: 'the taxpayers', address: '/contribuables?dates=toutes&itemperpage=3', ready: list },
  { name: 'the payments', address: '/transactions?dates=toutes&itemperpage=3', ready: list },
  {
    name: 'a printable list',
    address: '/impressions/liste-des-contribuables?dates=toutes&itemperpage=3',
    ready: list,
  },
  { name: 'a report', address: '/impressions/situation-des-impayes?itemperpage=3', ready: list },
  { name: 'a configuration list', address: '/nature-activite?itemperpage=3', ready: list },
  { name: 'the people', address: '/users?f=[]&itemperpage=3', account: 'superadmin', ready: list },
  { name: 'the sub-entities', address: '/ramifications', ready: list },
  {
    name: 'the permissions of a group',
    address: '/roles/3/permissions',
    account: 'superadmin',
    ready: (page) => expect(page.getByRole('checkbox').first()).toBeVisible(),
  },
  {
    name: 'the tree of sub-entities',
    address: '/ramifications/arbre',
    ready: (page) => expect(page.getByRole('rowheader').first()).toBeVisible(),
  },
  {
    name: 'the official papers',
    address: '/papiers-officiels',
    ready: (page) => expect(page.getByRole('button', { name: 'Enregistrer' })).toBeVisible(),
  },
  {
    name: 'a configuration form',
    address: '/nature-activite/create',
    ready: (page) => expect(page.getByRole('button', { name: 'Enregistrer' })).toBeVisible(),
  },
];

async function open(
  page: Page,
  { address, anonymous, account = 'niamey', ready }: Screen,
): Promise<string[]> {
  const errors = consoleErrors(page);
  if (!anonymous) await signIn(page, account);
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await ready(page);
  return errors;
}

for (const screen of SCREENS)
  test(`${screen.name} is for everybody’s eyes, by day and in the dark, and fits a phone`, async ({
    page,
  }) => {
    const errors = await open(page, screen);
    await expectFit(page);
    expect(errors).toEqual([]);
  });

test('a taxpayer’s record, the profile and the help for a forgotten password are no less accessible', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { data } = await ask<{ data: { id: number }[] }>(page, 'contribuables', { itemperpage: '1' });
  for (const address of [`/contribuables/profile/${data[0]?.id}`, '/profil', '/mot-de-passe-oublie']) {
    await page.setViewportSize({ width: 1366, height: 850 });
    await page.goto(address);
    await expect(page.getByRole('main')).toContainText(/Informations|Pseudo/i);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  }
});

test('what opens over a screen is as accessible: filters, menus, questions', async ({ page }) => {
  await open(page, {
    name: 'natures',
    address: '/nature-activite?itemperpage=3',
    ready: list,
  });
  await openFilters(page);
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();

  await page.getByRole('button', { name: 'Menu de Hadiza Djibo' }).click();
  await expect(page.getByRole('menuitem', { name: 'Se deconnecter' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page
    .getByRole('button', { name: /^Actions : / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
