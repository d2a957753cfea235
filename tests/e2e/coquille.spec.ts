import { expect, type Page, test } from '@playwright/test';
import { ENTRIES, SCREENS } from '@octroi/contract/register';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  fetchApi,
  heading,
  openFromMenu,
  storedValue,
  rows,
  selectionMenu,
  sideMenu,
  signIn,
  switchTo,
  todayOf,
} from './support.ts';

test('the top bar names the person, and links to the profile', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('Hadiza Djibo');
  await expect(bar).toContainText('Administrateur');
  await expect(bar).toContainText('Ville de Niamey');
  await page.getByRole('button', { name: 'Menu de Hadiza Djibo' }).click();
  await expect(page.getByRole('menuitem', { name: 'Se deconnecter' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(heading(page)).toHaveText('Hadiza Djibo');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('niamey@octroi.test');
});

test('a Super Admin switches between the active collectivités, and the figures follow', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await selectionMenu(page).click();
  const { data } = await fetchApi<{ data: { nom: string }[] }>(page, 'entites', {
    'filter[te.id]': '1',
    'filter[enabled]': '1',
    orderBy: 'ent.nom',
    itemperpage: '100',
  });
  const names = data.map(({ nom }) => nom);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Toutes les collectivités',
    ...names,
  ]);

  const sentRequest = page.waitForRequest(
    (request) => request.url().includes('/v2/dashboard/by-entite') && request.url().includes('entite=2'),
  );
  await page.keyboard.press('Escape');
  await switchTo(page, 'Ville de Maradi');
  await sentRequest;
  await expect(heading(page)).toHaveText('Ville de Maradi');
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toContainText('Ville de Maradi');
  expect(await storedValue(page, 'entite')).toBe(2);

  await page.reload();
  await expect(heading(page)).toHaveText('Ville de Maradi');
  await switchTo(page, 'Toutes les collectivités');
  await expect(heading(page)).toHaveText('Toutes les collectivités');
  await expect(page.getByRole('rowheader')).toHaveText([...names, 'TOTAL']);
  expect(await storedValue(page, 'entite')).toBeNull();
});

test('the chosen collectivité is preset in forms and lists', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/type-equipement');
  await switchTo(page, 'Ville de Zinder');
  await expect(page.getByText('Collectivité = Ville de Zinder')).toBeVisible();
  await page.getByRole('link', { name: 'Creation' }).click();
  await expect(page.getByRole('combobox', { name: 'Collectivité', exact: true })).toHaveValue(
    'Ville de Zinder',
  );
  await expect(page.getByRole('switch', { name: 'Active ?' })).not.toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect(selectionMenu(page)).toContainText('Ville de Zinder');
});

test('the side menu names the chosen collectivité; sections and the menu fold, and stay folded', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const entry = menu.getByRole('button', { name: 'Ville de Niamey' });
  const contribuables = menu.getByRole('link', { name: 'Contribuables', exact: true });
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('link', { name: 'Transactions', exact: true })).toHaveAttribute(
    'href',
    '/transactions',
  );
  await entry.click();
  await expect(entry).toHaveAttribute('aria-expanded', 'false');
  await expect(contribuables).toBeHidden();
  await page.reload();
  await expect(entry).toHaveAttribute('aria-expanded', 'false');
  await entry.click();
  await contribuables.click();
  await expect(heading(page)).toHaveText('Ville de Niamey › Tous les contribuables');

  await page.getByRole('button', { name: 'Replier le menu' }).click();
  await expect(entry).toBeHidden();
  await expect(contribuables).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Déplier le menu' }).click();
  await expect(entry).toBeVisible();
});

const menuHeight = (page: Page): Promise<number> =>
  page.getByRole('complementary').evaluate((side) => side.scrollHeight);

test('the whole menu fits in a window of 768 px, for each kind of person', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const [account, most] of [
    ['niamey', 24],
    ['lecture', 12],
    ['plateau', 12],
  ] as const) {
    await page.context().clearCookies();
    await signIn(page, account);
    await page.goto('/journee');
    const entries = sideMenu(page).getByRole('listitem');
    await expect(entries.first()).toBeVisible();
    expect(await entries.count(), account).toBeLessThanOrEqual(most);
    expect(await menuHeight(page), account).toBeLessThanOrEqual(768);
  }
});

test('the screens of an entry are shown as tabs, or as cards with a sentence each', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await openFromMenu(page, 'bases-taxables');
  await expect(heading(page)).toHaveText('Ville de Niamey › Toutes les bases taxables');
  const tabs = page.getByRole('navigation', { name: 'Pages de Contribuables' }).getByRole('link');
  await expect(tabs).toHaveText(['Contribuables', 'Équipements', 'Bases taxables', 'Import']);
  await expect(tabs.nth(2)).toHaveAttribute('aria-current', 'page');
  await expect(sideMenu(page).locator('[aria-current]')).toHaveText('Contribuables');
  await expectAccessible(page);

  await sideMenu(page).getByRole('link', { name: 'Configurations' }).click();
  await expect(heading(page)).toHaveText('Configurations');
  await expect(page.getByRole('navigation', { name: 'Fil d’Ariane' })).toHaveText(
    'Tableau de bord›Configurations',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Régies' })).toContainText(
    'Les caisses et leurs plafonds.',
  );
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Taxes', exact: true }).click();
  await expect(heading(page)).toHaveText('Taxes');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/configurations');
  await expectNoSidewaysScroll(page);
  // the tab in use is scrolled into sight
  await page.goto(SCREENS['recouvrement-agent'].url);
  await expect(page.getByRole('link', { name: 'Recouvrement par agent' })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
});

test('a pinned screen is in the menu and in the empty search, on any device, until it is unpinned', async ({
  page,
  browser,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables');
  await expect(heading(page)).toBeVisible();
  // a menu entry leads here already
  await expect(page.getByRole('button', { name: 'Épingler au menu' })).toHaveCount(0);
  await openFromMenu(page, 'imputations');
  const pins = sideMenu(page).getByRole('list', { name: 'Épinglés' });
  await expect(pins).toHaveCount(0);
  await page.getByRole('button', { name: 'Épingler au menu' }).click();
  await expect(pins.getByRole('link')).toHaveText(['Imputations']);
  await expectAccessible(page);
  await page.goto('/journee');
  await expect(pins.getByRole('link')).toHaveText(['Imputations']);
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Épinglés' }).getByRole('option').click();
  await expect(page).toHaveURL('/imputations');

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, 'niamey');
  await elsewhere.goto('/journee');
  await expect(sideMenu(elsewhere).getByRole('list', { name: 'Épinglés' }).getByRole('link')).toHaveText([
    'Imputations',
  ]);
  await elsewhere.context().close();
  await page.getByRole('button', { name: 'Retirer du menu' }).click();
  await expect(pins).toHaveCount(0);
});

test('the folded menu names its icons on focus, and the current entry is visible', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 400 });
  await signIn(page, 'niamey');
  await page.goto(ENTRIES.administration.url);
  const entry = sideMenu(page).getByRole('link', { name: 'Administration' });
  await expect(entry).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Replier le menu' }).click();
  await expect(entry).toBeInViewport({ ratio: 1 });
  await sideMenu(page).getByRole('link', { name: 'Contribuables' }).focus();
  await page.keyboard.press('Tab');
  await expect(sideMenu(page).getByRole('link', { name: 'Enrôlements' })).toBeFocused();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Enrôlements' })).toBeVisible();
  await expectAccessible(page);
});

test('the fiscal year is the current one or one of the two before, and is stored', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  const present = Number((await todayOf(page)).slice(0, 4));
  const exercice = page.getByLabel('Exercice', { exact: true });
  await expect(exercice).toHaveValue(String(present));
  await expect(exercice.getByRole('option')).toHaveText([0, 1, 2].map((back) => String(present - back)));

  const sentRequest = page.waitForRequest((request) => request.url().includes(`annee=${present - 1}`));
  await exercice.selectOption(String(present - 1));
  await sentRequest;
  await expect(page.getByText(`F CFA, exercice ${present - 1}`)).toBeVisible();
  expect(await storedValue(page, 'exercice')).toBe(present - 1);
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(page.getByText(`Exercice ${present - 1}`, { exact: true })).toBeVisible();
  await page.reload();
  await expect(exercice).toHaveValue(String(present - 1));
});

test('the page is laid out correctly at once when the window’s width changes', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/profil');
  await expect(heading(page)).toBeVisible();
  const first = await page.locator('main').evaluateHandle((main) => {
    const places: Record<number, { left: number; top: number; right: number }> = {};
    // this event precedes the rendering for the new width
    addEventListener('resize', () => {
      const { left, top, right } = main.getBoundingClientRect();
      places[innerWidth] = { left, top, right };
    });
    return places;
  });
  const then: Record<number, unknown> = {};
  for (const [width, menus] of [
    [360, 0],
    [1366, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('complementary')).toHaveCount(menus);
    // styles follow the width before the event comes, which waits for the next frame
    await expect.poll(() => first.evaluate((places, at) => at in places, width)).toBe(true);
    then[width] = await page.locator('main').evaluate((main) => {
      const { left, top, right } = main.getBoundingClientRect();
      return { left, top, right };
    });
  }
  expect(await first.jsonValue()).toEqual(then);
});

test('an unknown address keeps the menu, whatever its depth', async ({ page }) => {
  await signIn(page, 'niamey');
  for (const address of ['/nulle-part', '/nulle/part', '/0']) {
    await page.goto(address);
    await expect(heading(page)).toHaveText('Page introuvable');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contribuables', exact: true })).toBeVisible();
  }
});

test('the dark theme is chosen from the person’s menu, and kept', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: 'Menu de Hadiza Djibo' }).click();
  await page.getByRole('menuitemradio', { name: 'Sombre' }).click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(heading(page)).toHaveText('Ville de Niamey');
});

test('the person’s permissions are stored beside the session', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  const { permissions } = await fetchApi<{ permissions: Record<string, string[]> }>(page, 'session');
  expect(await storedValue(page, 'permissions')).toEqual(permissions);
  expect(permissions['contribuables']).toContain('Lister');
});

test('people with the right to write see the buttons; people who may only read do not', async ({
  page,
  browser,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/nature-activite');
  await expect(page.getByRole('link', { name: 'Creation' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Action', exact: true })).toBeVisible();
  await page
    .getByRole('button', { name: /^Actions : / })
    .first()
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Modifier', 'Supprimer']);

  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, 'lecture');
  await reader.goto('/nature-activite');
  await reader
    .getByRole('button', { name: /^Actions : / })
    .first()
    .click();
  await expect(reader.getByRole('menuitem')).toHaveText(['Voir']);
  await expect(reader.getByRole('link', { name: 'Creation' })).toHaveCount(0);
  await expect(reader.getByRole('button', { name: 'Action', exact: true })).toHaveCount(0);
  await expect(rows(reader).getByRole('checkbox')).toHaveCount(0);
  await reader.getByRole('menuitem', { name: 'Voir' }).click();
  await expect(reader.getByRole('note')).toContainText('le droit « Modifier »');
  await expect(reader.getByRole('term').filter({ hasText: /^Nom$/ })).toBeVisible();
  await expect(reader.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(reader.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0);
  await reader.context().close();
});

test('a person limited to one sub-entity works on it', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/');
  await expect(page.getByRole('banner')).toContainText('Niamey I');
  await expect(
    page.getByRole('navigation', { name: 'Menu principal' }).getByRole('button', { name: 'Niamey I' }),
  ).toBeVisible();
  await expect(heading(page)).toHaveText('Ville de Niamey › Niamey I');
  await expect(page.getByRole('heading', { level: 2, name: /^Par quartier/ })).toBeVisible();
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(heading(page)).toHaveText('Ville de Niamey › Tous les contribuables');
  await expect(page.getByRole('group', { name: 'Lieu' })).toContainText('Niamey I');
});
