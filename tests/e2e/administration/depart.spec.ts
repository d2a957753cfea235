/** Where a person starts: at the first screen that the rights open. */
import { expect, type Page, test } from '@playwright/test';
import { createAccount, enter, expectEntered } from './account-support.ts';
import { expectAccessible, fetchApi, heading, sideMenu, signIn } from '../support.ts';

/** Creates a group with some rights, as Super Admin. */
async function createGroup(page: Page, permissions: Record<string, string[]>): Promise<number> {
  await signIn(page, 'superadmin');
  const created = await page.request.post('/v2/groups', { data: { nom: `Groupe ${Date.now()}` } });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: number };
  await grant(page, id, permissions);
  return id;
}

/** Gives the group these rights only. */
async function grant(page: Page, groupe: number, rights: Record<string, string[]>): Promise<void> {
  const { navigations } = await fetchApi<{ navigations: { id: number; cle: string }[] }>(
    page,
    `groups/${groupe}/permissions`,
  );
  const permissions = navigations.flatMap(({ id, cle }) =>
    (rights[cle] ?? []).map((nom) => ({ navigation: id, nom })),
  );
  const reply = await page.request.put(`/v2/groups/${groupe}/permissions`, { data: { permissions } });
  expect(reply.status(), await reply.text()).toBe(200);
}

test('a person with one right starts at its screen, and a person without any right is told whom to ask', async ({
  page,
  browser,
}) => {
  const groupe = await createGroup(page, { journal: ['Lister'] });
  const { username } = await createAccount(page, groupe);
  await enter(page, username);
  await expectEntered(page);
  await expect(page).toHaveURL(/\/administration\/journal/);
  await expect(sideMenu(page).getByRole('link', { name: 'Ma journée' })).toHaveCount(0);
  const crumbs = page.getByRole('navigation', { name: 'Fil d’Ariane' });
  await expect(crumbs).toContainText('Journal');
  await expect(crumbs.getByText('Tableau de bord')).toHaveCount(0);
  await page.goto('/nulle-part');
  await expect(heading(page)).toHaveText('Page introuvable');
  await page.getByRole('main').getByRole('link', { name: 'Journal', exact: true }).click();
  await expect(page).toHaveURL(/\/administration\/journal/);
  // an empty « Ma journée » does not ask to become the start page
  await page.goto('/journee');
  await expect(page.getByText('Rien à montrer ici')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Page de départ' })).toHaveCount(0);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'superadmin');
  await grant(admin, groupe, {});
  await page.goto('/');
  await expect(heading(page)).toHaveText('Aucun écran ne vous est ouvert');
  await expect(page.getByRole('main')).toContainText('Demandez à l’administrateur de « Ville de Niamey »');
  await expect(page.getByRole('main')).toContainText(username);
  await expect(sideMenu(page).getByRole('link', { name: 'Impressions' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/nulle-part');
  await expect(heading(page)).toHaveText('Page introuvable');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Page de départ' }).click();
  await expect(heading(page)).toHaveText('Aucun écran ne vous est ouvert');

  await grant(admin, groupe, { contribuables: ['Lister'] });
  await page.getByRole('button', { name: 'Regarder à nouveau' }).click();
  await expect(heading(page)).toHaveText('Ma journée');
  await admin.context().close();
});
