import { SCREENS } from '@octroi/contract/register';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createAccount } from './account-support.ts';
import { chooseInMenu, chooser, field, newName, only, save } from '../forms.ts';
import {
  fetchApi,
  column,
  consoleErrors,
  expectAccessible,
  expectFit,
  expectSettled,
  heading,
  OWN_PASSWORD,
  pick,
  rows,
  signIn,
  signInByForm,
  expectToast,
  sideMenu,
} from '../support.ts';

const pseudo = (): string => `e2e${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
/** The accessible name of a required field includes its asterisk. */
const password = (page: Page | Locator, name: string) =>
  page.locator('input[type=password]').and(page.getByLabel(new RegExp(`^${name}( \\*)?$`)));

const tick = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });

async function fillPerson(page: Page, username: string): Promise<void> {
  await field(page, 'Nom').fill('Souley');
  await field(page, 'Prénom').fill(`Halima ${username}`);
  await field(page, 'Pseudo').fill(username);
  await field(page, 'Email').fill(`${username}@octroi.test`);
  await password(page, 'Mot de passe').fill(OWN_PASSWORD);
  await password(page, 'Confirmation du mot de passe').fill(OWN_PASSWORD);
}

/** Replaces a temporary password, as the first sign-in requires. */
async function choosePassword(page: Page, temporary: string, chosen: string): Promise<void> {
  await expect(heading(page)).toHaveText('Choisissez votre mot de passe');
  await password(page, 'Mot de passe actuel').fill(temporary);
  await password(page, 'Nouveau mot de passe').fill(chosen);
  await password(page, 'Confirmation du mot de passe').fill(chosen);
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
}

test('a user is created, changed, given a new password, and deleted', async ({ page, browser }) => {
  await signIn(page, 'niamey');
  await page.goto('/users');
  await expect(heading(page)).toHaveText('Utilisateurs');
  // the default filter: field agents of the person's collectivités, removable
  await expect(
    page.getByRole('button', { name: 'Modifier les filtres' }).or(page.getByTitle('Modifier les filtres')),
  ).toHaveCount(2);
  for (const head of ['Nom', 'Pseudo', 'Email', 'Affectation', 'Statut'])
    await expect(page.getByRole('columnheader', { name: head })).toBeVisible();

  await page.getByRole('link', { name: 'Creation' }).click();
  await save(page);
  for (const hint of [
    'Veuillez entrer une adresse email valide',
    'Veuillez repeter le mot de passe',
    'Veuillez entrer le pseudo',
  ])
    await expect(page.getByText(hint)).toBeVisible();
  const username = pseudo();
  await fillPerson(page, username);
  await password(page, 'Confirmation du mot de passe').fill('autre-Chose-2026');
  await pick(page, chooser(page, 'Groupe'), 'Consultation');
  await pick(page, chooser(page, 'Collectivités'), 'Ville de Niamey');
  await save(page);
  await expect(page.getByText('Veuillez repeter le mot de passe')).toBeVisible();
  await password(page, 'Confirmation du mot de passe').fill(OWN_PASSWORD);
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");

  await page.goto(only('/users', 'user.username', username));
  await expect.poll(() => column(page, 'Affectation')).toEqual(['Niamey']);
  const name = `Halima ${username} Souley`;
  await chooseInMenu(page, name, 'Modifier');
  await expect(password(page, 'Mot de passe')).toHaveCount(0);
  await field(page, 'Téléphone').fill('90 12 34 56');
  await save(page);
  await expectToast(page, "L'élément a bien été modifié !");

  const theirs = await browser.newPage();
  await theirs.goto('/login');
  await signInByForm(theirs, username, OWN_PASSWORD);
  // with a temporary password, every address leads to its replacement
  await expect(theirs).toHaveURL('/mot-de-passe-donne');
  await theirs.goto('/contribuables');
  await expect(theirs).toHaveURL('/mot-de-passe-donne');
  await expectFit(theirs);
  await choosePassword(theirs, OWN_PASSWORD, 'Calebasse-dune-31');
  await chooseInMenu(page, name, 'Nouveau mot de passe');
  const dialog = page.getByRole('dialog');
  await password(dialog, 'Mot de passe').fill('court1');
  await password(dialog, 'Confirmation du mot de passe').fill('court1');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText('au moins 8 caractères').first()).toBeVisible();
  await password(dialog, 'Mot de passe').fill('Harmattan-outarde-27');
  await password(dialog, 'Confirmation du mot de passe').fill('Harmattan-outarde-27');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Le mot de passe a bien été modifié !');
  await theirs.goto('/users');
  await expect(theirs).toHaveURL(/\/login/);
  await signInByForm(theirs, username, 'Harmattan-outarde-27');
  await choosePassword(theirs, 'Harmattan-outarde-27', 'Natte-tamarin-48');
  await chooseInMenu(page, name, 'Fermer les sessions');
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer les sessions' }).click();
  await expectToast(page, 'Les sessions ont bien été fermées !');
  await theirs.goto('/');
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.close();

  await chooseInMenu(page, name, 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, "L'élément a bien été supprimé !");
  await expect(page.getByText('Rien trouvé')).toBeVisible();
});

test('a person with equal rights gets a link instead of a password chosen by another', async ({ page }) => {
  const person = await createAccount(page, 'Super Admin');
  await signIn(page, 'superadmin');
  await page.goto(only('/users', 'user.username', person.username));
  await chooseInMenu(page, 'Aïcha Souley', 'Nouveau mot de passe');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Cette personne a autant de droits que vous')).toBeVisible();
  await expect(password(dialog, 'Mot de passe')).toHaveCount(0);
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Envoyer un lien' }).click();
  await expectToast(page, 'Le lien a bien été envoyé !');
  await expect(dialog).toBeHidden();
});

test('an email address or a pseudo already in use is reported under its field', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/administration/collectivite/1/user-create');
  await expect(heading(page)).toHaveText('Ajouter un utilisateur - Ville de Niamey');
  await fillPerson(page, pseudo());
  await field(page, 'Email').fill('niamey@octroi.test');
  await save(page);
  await expect(page.getByText('Veuillez choisir un groupe').first()).toBeVisible();
  await pick(page, chooser(page, 'Groupe'), 'Caissier');
  await save(page);
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Email').fill(`${pseudo()}@octroi.test`);
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
});

test('an agent has no group, and signs in through the API only', async ({ page, browser }) => {
  await signIn(page, 'niamey');
  const username = pseudo();
  await page.goto('/collectivite/agent');
  await expectSettled(page);
  await expect(page.getByRole('columnheader', { name: 'N°', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Creation' }).click();
  await expect(chooser(page, 'Groupe')).toHaveCount(0);
  await fillPerson(page, username);
  await pick(page, chooser(page, 'Collectivités'), 'Ville de Niamey');
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  const { data } = await fetchApi<{ data: { groupe: unknown; type: { nom: string } }[] }>(page, 'users', {
    'filter[user.username]': username,
  });
  expect(data).toMatchObject([{ groupe: null, type: { nom: 'Agent' } }]);
  const token = await page.request.post('/login_check', { data: { username, password: OWN_PASSWORD } });
  expect(token.status()).toBe(200);
  const theirs = await browser.newPage();
  await theirs.goto('/login');
  await signInByForm(theirs, username, OWN_PASSWORD);
  await expect(theirs.locator('form').getByRole('alert')).toHaveText("Vous n'avez pas accès à cet outil");
  await theirs.close();
  await page.goto(only('/collectivite/agent', 'user.username', username));
  await expect(rows(page)).toHaveCount(1);

  // an empty password is not sent
  await rows(page).getByRole('link').first().click();
  await expect(password(page, 'Mot de passe')).toHaveValue('');
  await field(page, 'Nom').fill('Souleymane');
  const patchRequest = page.waitForRequest((request) => request.method() === 'PATCH');
  await save(page);
  expect((await patchRequest).postDataJSON()).toMatchObject({ nom: 'Souleymane' });
  expect(Object.keys((await patchRequest).postDataJSON() as object)).not.toContain('password');
});

test('the permissions of a group are ticked, saved at once, and change what its people see', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin');
  const nom = newName('Observateur');
  await page.goto('/roles/create');
  await field(page, 'Nom').fill(nom);
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  await page.goto(only('/roles', 'g.nom', nom));
  await chooseInMenu(page, nom, 'Permissions');
  await expect(heading(page)).toHaveText(`Permissions - ${nom}`);
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
  await tick(page, 'Contribuables : tout sélectionner').check();
  await expect(tick(page, 'Contribuables : Lister')).toBeChecked();
  await tick(page, 'Contribuables : Supprimer').uncheck();
  await tick(page, 'Contribuables : Exporter').uncheck();
  await expectAccessible(page);
  await save(page);
  await expectToast(page, "L'élément a bien été modifié !");

  await chooseInMenu(page, nom, 'Permissions');
  await expect(tick(page, 'Contribuables : Lister')).toBeChecked();
  await expect(tick(page, 'Contribuables : Supprimer')).not.toBeChecked();
  await expect(tick(page, 'Transactions : Lister')).not.toBeChecked();
  await page.getByRole('link', { name: 'Annuler' }).click();
  await expect(page).toHaveURL(/\/roles/);

  const username = pseudo();
  const [{ id: groupe } = { id: 0 }] = (
    await fetchApi<{ data: { id: number }[] }>(page, 'groups', { 'filter[g.nom]': nom })
  ).data;
  const created = await page.request.post('/v2/users', {
    data: {
      nom: 'Essai',
      prenom: 'Groupe',
      username,
      email: `${username}@octroi.test`,
      password: OWN_PASSWORD,
      passwordConfirm: OWN_PASSWORD,
      groupe,
      entites: [1],
    },
  });
  expect(created.status()).toBe(201);
  const theirs = await browser.newPage();
  await theirs.goto('/login');
  await signInByForm(theirs, username, OWN_PASSWORD);
  await choosePassword(theirs, OWN_PASSWORD, 'Calebasse-dune-31');
  await expect(theirs.getByRole('link', { name: 'Contribuables', exact: true })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Transactions', exact: true })).toHaveCount(0);
  expect((await theirs.request.get('/v2/transactions')).status()).toBe(403);
  // they can have no exports: the screen, opened by its address, is not offered for the menu
  await theirs.goto(SCREENS.exports.url);
  await expect(heading(theirs)).toHaveText('Mes exports');
  await expect(theirs.getByRole('button', { name: 'Épingler au menu' })).toHaveCount(0);
  await theirs.close();
});

test('the groups that the platform needs cannot be deleted', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(only('/roles', 'g.nom', 'Super Admin'));
  await chooseInMenu(page, 'Super Admin', 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('the default filter of the list of people is shown to everybody', async ({ page, browser }) => {
  for (const account of ['admin.nta', 'niamey', 'plateau'] as const) {
    const own = await (await browser.newContext()).newPage();
    const errors = consoleErrors(own);
    await signIn(own, account);
    await own.goto('/users');
    await expect(own.getByTitle('Modifier les filtres').first()).toHaveText('Type = Agent');
    await expect(own.getByTitle('Modifier les filtres').filter({ hasText: '…' })).toHaveCount(0);
    await expectSettled(own);
    expect(errors).toEqual([]);
    await own.context().close();
  }
  await signIn(page, 'superadmin');
  await page.goto(only('/administration/collectivite', 'te.id', '1'));
  await expect(page.getByTitle('Modifier les filtres')).toHaveText('Type = Collectivité');
});

test('a person without administration rights sees none of these screens', async ({ page }) => {
  await signIn(page, 'lecture');
  await page.goto('/');
  for (const name of ['Utilisateurs', 'Groupes', 'Collectivités', 'Journal'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page.goto('/users');
  await expect(page.getByRole('link', { name: 'Creation' })).toHaveCount(0);
});

test('a cashier starts at the counter, and never meets a refused dashboard', async ({ page, browser }) => {
  await signIn(page, 'superadmin');
  const { data: groups } = await fetchApi<{ data: { id: number }[] }>(page, 'groups', {
    'filter[g.nom]': 'Caissier',
  });
  const username = pseudo();
  const created = await page.request.post('/v2/users', {
    data: {
      nom: 'Essai',
      prenom: 'Rabi',
      username,
      email: `${username}@octroi.test`,
      password: OWN_PASSWORD,
      passwordConfirm: OWN_PASSWORD,
      groupe: groups[0]?.id,
      entites: [1],
    },
  });
  expect(created.status()).toBe(201);
  const theirs = await browser.newPage();
  await theirs.goto('/login');
  await signInByForm(theirs, username, OWN_PASSWORD);
  await choosePassword(theirs, OWN_PASSWORD, 'Calebasse-dune-31');
  await expect(theirs.getByRole('button', { name: 'Menu de Rabi Essai' })).toBeVisible();
  await expect(theirs).toHaveURL('/guichet');
  expect(await sideMenu(theirs).getByRole('listitem').count()).toBeLessThanOrEqual(6);
  const crumbs = theirs.getByRole('navigation', { name: 'Fil d’Ariane' });
  await expect(crumbs).toContainText('Guichet');
  await expect(crumbs.getByRole('link')).toHaveCount(0);
  await theirs.goto('/ma-caisse');
  await expect(crumbs).toContainText('Ma caisse');
  await expect(crumbs.getByText('Tableau de bord')).toHaveCount(0);
  await crumbs.getByRole('link').first().click();
  await expect(theirs).toHaveURL('/guichet');
  await theirs.context().close();
});
