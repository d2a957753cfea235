/** A forgotten password, a changed one, and other changes to one's own account. */
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ownProduct } from '../../product.ts';
import {
  button,
  enter,
  expectEntered,
  leave,
  type CreatedAccount,
  password,
  section,
  createAccount,
} from './account-support.ts';
import { chooseInMenu, only } from '../forms.ts';
import {
  expectFit,
  expectAccessible,
  heading,
  OWN_PASSWORD,
  PASSWORD,
  signIn,
  expectToast,
} from '../support.ts';

const NEW = 'Sahel-2026-vert';

const LINK = /^https?:\S+#[\w-]{43}/m;

/** The link of the last mail to an address, from the product's outbox. */
async function linkTo(email: string): Promise<string> {
  const data = ownProduct()?.data;
  if (!data) throw new Error('The data folder of the product under test is not known');
  const outbox = path.join(data, 'outbox');
  const find = (): string | undefined => {
    const mails = fs.existsSync(outbox) ? fs.readdirSync(outbox).toSorted() : [];
    const texts = mails.map((name) =>
      fs.readFileSync(path.join(outbox, name), 'utf8').replace(/=\r?\n/g, ''),
    );
    const links = texts.filter((text) => text.includes(`<${email}>`)).map((text) => LINK.exec(text)?.[0]);
    return links.findLast((link) => link !== undefined);
  };
  await expect.poll(find).toBeDefined();
  return find() as string;
}

async function otherBrowser(browser: Browser, person: CreatedAccount): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page, person.username);
  await expectEntered(page);
  return page;
}

test('a person who forgot the password gets a link, chooses a new one and signs in', async ({ page }) => {
  const person = await createAccount(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await expect(heading(page)).toHaveText('Mot de passe oublié ?');
  await button(page, 'Envoyer le lien').click();
  await expect(page.getByText('Veuillez entrer votre pseudo ou adresse email')).toBeVisible();
  await expectFit(page);
  await page.getByLabel('Pseudo ou Adresse Email').fill(person.username);
  await button(page, 'Envoyer le lien').click();
  await expect(page.getByText(`Si un compte actif répond à « ${person.username} »`)).toBeVisible();
  await expectAccessible(page);

  const link = await linkTo(person.email);
  await page.goto(link);
  await expect(heading(page)).toHaveText('Nouveau mot de passe');
  await expectFit(page);
  await password(page, 'Nouveau mot de passe').fill('court1');
  await password(page, 'Confirmation du mot de passe').fill('autre1');
  await button(page, 'Enregistrer').click();
  await expect(page.getByText('Le mot de passe doit compter au moins 8 caractères')).toBeVisible();
  await expect(page.getByText('Veuillez repeter le mot de passe')).toBeVisible();
  await expect(password(page, 'Nouveau mot de passe')).toBeFocused();
  // only the server knows whose link it is
  for (const label of ['Nouveau mot de passe', 'Confirmation du mot de passe'])
    await password(page, label).fill(person.username);
  await button(page, 'Enregistrer').click();
  await expect(page.getByText('Le mot de passe ne doit pas être le pseudo').first()).toBeVisible();
  for (const label of ['Nouveau mot de passe', 'Confirmation du mot de passe'])
    await password(page, label).fill(NEW);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Votre mot de passe est changé')).toBeVisible();

  await page.getByRole('link', { name: 'Connexion' }).click();
  await enter(page, person.email, NEW);
  await expectEntered(page);

  await page.goto(link);
  for (const label of ['Nouveau mot de passe', 'Confirmation du mot de passe'])
    await password(page, label).fill(NEW);
  await button(page, 'Enregistrer').click();
  await expect(page.getByRole('main').getByText('Ce lien n’est plus valable')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
  await expect(heading(page)).toHaveText('Mot de passe oublié ?');
});

test('an unknown account gets the same answer as a known one, and a broken link offers a new one', async ({
  page,
}) => {
  await page.goto('/mot-de-passe-oublie');
  await page.getByLabel('Pseudo ou Adresse Email').fill('personne');
  await button(page, 'Envoyer le lien').click();
  await expect(page.getByText('Si un compte actif répond à « personne »')).toBeVisible();
  await page.goto('/nouveau-mot-de-passe');
  await expect(page.getByText('Ce lien n’est pas entier')).toBeVisible();
  await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
  await expect(button(page, 'Envoyer le lien')).toBeVisible();
});

test('people change their own phone and email (with the password), but not their name', async ({ page }) => {
  const person = await createAccount(page);
  await enter(page, person.username);
  await button(page, 'Menu de Aïcha Souley').click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(heading(page)).toHaveText('Aïcha Souley');
  await expect(page.getByText('Cette session')).toBeVisible();

  const form = section(page, 'Informations');
  await expect(form.getByLabel('Prénom')).toHaveValue('Aïcha');
  await expect(form.getByLabel('Prénom')).not.toBeEditable();
  await expect(form.getByText('demandez à votre administrateur de le changer')).toBeVisible();
  await form.getByLabel('Téléphone').fill('+227 90 00 00 01');
  await form.getByRole('textbox', { name: 'Email' }).fill('niamey@octroi.test');
  await button(page, 'Enregistrer').click();
  await expect(form.getByText('Veuillez entrer votre mot de passe actuel')).toBeVisible();
  const present = form.getByLabel('Mot de passe actuel', { exact: true });
  await present.fill('pas le bon');
  await button(page, 'Enregistrer').click();
  await expect(form.getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
  await present.fill(OWN_PASSWORD);
  await button(page, 'Enregistrer').click();
  await expect(form.getByText('Cette adresse email est déjà celle d’un')).toBeVisible();
  await form.getByRole('textbox', { name: 'Email' }).fill(`nouveau.${person.email}`);
  await button(page, 'Enregistrer').click();
  await expectToast(page, "L'élément a bien été modifié !");
  await page.reload();
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(`nouveau.${person.email}`);
  await expect(form.getByLabel('Téléphone')).toHaveValue('+227 90 00 00 01');
});

test('changing one’s password ends the other sessions and keeps this one', async ({ page, browser }) => {
  const person = await createAccount(page);
  const elsewhere = await otherBrowser(browser, person);
  await enter(page, person.username);
  await expectEntered(page);
  await page.goto('/profil');
  const form = section(page, 'Mot de passe');
  await form.getByLabel('Mot de passe actuel', { exact: true }).fill('pas le bon');
  await form.getByRole('button', { name: 'Afficher le mot de passe (Mot de passe actuel)' }).click();
  await expect(form.getByLabel('Mot de passe actuel', { exact: true })).toHaveAttribute('type', 'text');
  await password(page, 'Nouveau mot de passe').fill(NEW);
  await password(page, 'Confirmation du mot de passe').fill(NEW);
  await button(page, 'Changer le mot de passe').click();
  await expect(form.getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
  await form.getByLabel('Mot de passe actuel', { exact: true }).fill(OWN_PASSWORD);
  await button(page, 'Changer le mot de passe').click();
  await expectToast(page, 'Le mot de passe a bien été modifié !');
  await expect(password(page, 'Nouveau mot de passe')).toHaveValue('');
  await expect(section(page, 'Sessions ouvertes').getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expectEntered(page);
  await elsewhere.goto('/profil');
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
  await leave(page);
  await enter(page, person.username, NEW);
  await expectEntered(page);
});

test('people end their other sessions, one by one or all', async ({ page, browser }) => {
  const person = await createAccount(page);
  const others = [await otherBrowser(browser, person), await otherBrowser(browser, person)];
  await enter(page, person.username);
  await expectEntered(page);
  await page.goto('/profil');
  const list = section(page, 'Sessions ouvertes');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toContainText('Cette session');
  await list
    .getByRole('button', { name: /^Fermer la session Chrome sur/ })
    .first()
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await button(page, 'Fermer les autres').click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(button(page, 'Fermer les autres')).toHaveCount(0);
  for (const other of others) {
    await other.reload();
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  }
});

test('a sensitive act asks for the password again after ten minutes, then continues', async ({ page }) => {
  const person = await createAccount(page);
  await signIn(page, 'superadmin');
  await page.goto(only('/users', 'user.username', person.username));
  const remove = async (): Promise<void> => {
    await chooseInMenu(page, 'Aïcha Souley', 'Supprimer');
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  };
  let allowed = false;
  // the server's answer ten minutes later
  await page.route('**/v2/users/*', (route) =>
    route.request().method() === 'DELETE' && !allowed
      ? route.fulfill({
          status: 403,
          json: { code: 'confirmation.requise', message: 'Entrez votre mot de passe' },
        })
      : route.fallback(),
  );
  await remove();
  const dialog = page.getByRole('dialog', { name: 'Votre mot de passe' });
  const field = dialog.getByLabel('Mot de passe actuel', { exact: true });
  await expect(field).toBeFocused();
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expectToast(page, 'Rien n’a été fait');
  await expect(page.getByText('Aïcha Souley').first()).toBeVisible();

  await remove();
  await field.fill('pas le bon');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog.getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
  await field.fill(PASSWORD);
  allowed = true;
  await page.keyboard.press('Enter');
  await expectToast(page, "L'élément a bien été supprimé !");
  await expect(dialog).toBeHidden();
});
