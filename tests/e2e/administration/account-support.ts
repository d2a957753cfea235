/** Helpers for journeys about a person's own account. */
import { expect, type Page } from '@playwright/test';
import { OWN_PASSWORD, signIn } from '../support.ts';

const GIVEN_PASSWORD = 'Calebasse-dune-31';

let count = 0;

export interface CreatedAccount {
  username: string;
  email: string;
}

/** Creates an account of Niamey as Super Admin, and signs out. */
export async function createAccount(
  page: Page,
  groupe: number | string = 'Consultation',
): Promise<CreatedAccount> {
  await signIn(page, 'superadmin');
  const username = `essai${Date.now()}${++count}`;
  const email = `${username}@octroi.test`;
  const id = typeof groupe === 'number' ? groupe : await groupNamed(page, groupe);
  const reply = await page.request.post('/v2/users', {
    data: {
      nom: 'Souley',
      prenom: 'Aïcha',
      username,
      email,
      password: GIVEN_PASSWORD,
      passwordConfirm: GIVEN_PASSWORD,
      groupe: id,
      entites: [1],
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  await page.context().clearCookies();
  await enterFirst(page, username);
  await page.context().clearCookies();
  return { username, email };
}

/** Replaces the temporary password by `OWN_PASSWORD`, as the first sign-in requires. */
async function enterFirst(page: Page, username: string): Promise<void> {
  const entered = await page.request.post('/v2/users/check', {
    data: { email: username, password: GIVEN_PASSWORD },
  });
  expect(entered.status()).toBe(200);
  const chosen = await page.request.post('/v2/profil/mot-de-passe', {
    data: { actuel: GIVEN_PASSWORD, password: OWN_PASSWORD, passwordConfirm: OWN_PASSWORD },
  });
  expect(chosen.status(), await chosen.text()).toBe(204);
  expect((await page.request.post('/v2/session/logout')).status()).toBe(204);
}

async function groupNamed(page: Page, nom: string): Promise<number> {
  const reply = await page.request.get(
    `/v2/groups?${new URLSearchParams({ 'filter[g.nom]': nom }).toString()}`,
  );
  const { data } = (await reply.json()) as { data: { id: number }[] };
  return data[0]?.id ?? 0;
}

export const password = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const section = (page: Page, name: string) => page.getByRole('region', { name });

export async function enter(page: Page, login: string, secret = OWN_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Pseudo ou Adresse Email').fill(login);
  await password(page, 'Mot de passe').fill(secret);
  await button(page, 'Connexion').click();
}
export const expectEntered = (page: Page) => expect(button(page, 'Menu de Aïcha Souley')).toBeVisible();

export async function leave(page: Page): Promise<void> {
  await button(page, 'Menu de Aïcha Souley').click();
  await page.getByRole('menuitem', { name: 'Se deconnecter' }).click();
  await expect(page).toHaveURL('/login');
}
