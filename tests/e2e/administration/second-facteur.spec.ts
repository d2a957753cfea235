/** Sign-in with a code in addition to the password. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { button, enter, expectEntered, leave, password, section, createAccount } from './account-support.ts';
import { expectFit, consoleErrors, expectAccessible, heading, OWN_PASSWORD, signIn } from '../support.ts';

/**
 * The device's code, a number of 30-second steps from now; the next step's code is still valid if the step changes
 * meanwhile.
 */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Confirms the password and shows the secret; on the profile, in the card of the second factor. */
async function begin(container: Page | Locator): Promise<void> {
  await container.getByLabel('Mot de passe actuel', { exact: true }).fill(OWN_PASSWORD);
  await container.getByRole('button', { name: 'Continuer', exact: true }).click();
}

/** Sets up the second factor on the current screen. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  const secret = (await page.locator('form code').innerText()).replace(/\s/g, '');
  await page.getByLabel('Code de vérification').fill('000000');
  await button(page, 'Activer').click();
  await expect(page.getByText('Ce code n’est pas le bon', { exact: false }).first()).toBeVisible();
  await page.getByLabel('Code de vérification').fill(codeOf(secret));
  await button(page, 'Activer').click();
  const list = page.getByRole('list', { name: 'Codes de secours' });
  await expect(list.getByRole('listitem')).toHaveCount(8);
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() };
}

test('a person sets up the second factor, and signs in with it or with a recovery code', async ({ page }) => {
  const person = await createAccount(page);
  await enter(page, person.username);
  await expectEntered(page);
  await page.goto('/profil');
  await section(page, 'Vérification en deux étapes').getByRole('button', { name: 'Activer' }).click();
  await expectFit(page);
  await begin(section(page, 'Vérification en deux étapes'));
  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  await expectFit(page);
  const { secret, codes } = await setUp(page);
  await expectFit(page);
  await button(page, 'J’ai noté ces codes').click();
  await expect(page.getByText('8 codes de secours restants')).toBeVisible();
  await leave(page);

  await enter(page, person.username);
  const code = page.getByLabel('Code de vérification');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectFit(page);
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Ce code n’est pas le bon' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Revenir à la connexion').click();
  await expect(page.getByLabel('Pseudo ou Adresse Email')).toHaveValue(person.username);
  await expect(password(page, 'Mot de passe')).toHaveValue(OWN_PASSWORD);
  await button(page, 'Connexion').click();
  const used = codeOf(secret, 1);
  await code.fill(used);
  await button(page, 'Vérifier').click();
  await expectEntered(page);
  await leave(page);

  await enter(page, person.username);
  await code.fill(used);
  await button(page, 'Vérifier').click();
  await expect(page.getByRole('alert').filter({ hasText: 'il a déjà servi' })).toBeVisible();
  await button(page, 'Utiliser un code de secours').click();
  await page.getByLabel('Code de secours').fill(codes[3] ?? '');
  await button(page, 'Vérifier').click();
  await expectEntered(page);
  await page.goto('/profil');
  await expect(page.getByText('7 codes de secours restants')).toBeVisible();
});

test('renewing the recovery codes and removing the second factor require the password', async ({ page }) => {
  const person = await createAccount(page);
  await enter(page, person.username);
  await expectEntered(page);
  await page.goto('/profil');
  const card = section(page, 'Vérification en deux étapes');
  await card.getByRole('button', { name: 'Activer' }).click();
  await begin(card);
  await setUp(page);
  await button(page, 'J’ai noté ces codes').click();
  await button(page, 'Nouveaux codes de secours').click();
  await card.getByLabel('Mot de passe actuel', { exact: true }).fill(OWN_PASSWORD);
  await button(page, 'Obtenir de nouveaux codes').click();
  await button(page, 'J’ai noté ces codes').click();
  await expect(card.getByText('8 codes de secours restants')).toBeVisible();
  await button(page, 'Désactiver').click();
  await expectAccessible(page);
  await card.getByLabel('Mot de passe actuel', { exact: true }).fill('pas le bon');
  await button(page, 'Désactiver').click();
  await expect(card.getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
  await card.getByLabel('Mot de passe actuel', { exact: true }).fill(OWN_PASSWORD);
  await button(page, 'Désactiver').click();
  await expect(card.getByRole('button', { name: 'Activer' })).toBeVisible();
  await leave(page);
  await enter(page, person.username);
  await expectEntered(page);
});

test('a group that requires a second factor stops its members without one, even during work', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const created = await page.request.post('/v2/groups', { data: { nom: `Prudents ${Date.now()}` } });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: number };
  const person = await createAccount(page, id);
  await enter(page, person.username);
  await expectEntered(page);

  const superadmin = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const boss = await superadmin?.newPage();
  if (!boss) throw new Error('no other browser');
  await signIn(boss, 'superadmin');
  expect((await boss.request.patch(`/v2/groups/${id}`, { data: { secondFacteur: true } })).status()).toBe(
    200,
  );
  await boss.context().close();

  await page.goto('/profil');
  await expect(page).toHaveURL('/second-facteur');
  await page.goto('/contribuables');
  await expect(page).toHaveURL('/second-facteur');
  await expect(heading(page)).toHaveText('Vérification en deux étapes');
  const errors = consoleErrors(page);
  await expectFit(page);
  expect(errors).toEqual([]);
  await page.getByRole('button', { name: 'Se deconnecter' }).click();
  await expect(page).toHaveURL('/login');
  await enter(page, person.username);
  await expect(page).toHaveURL('/second-facteur');
  await begin(page);
  await setUp(page);
  await expectFit(page);
  await button(page, 'J’ai noté ces codes').click();
  await expectEntered(page);
  await page.goto('/profil');
  await expect(page.getByText('Votre groupe l’exige')).toBeVisible();
  await expect(button(page, 'Désactiver')).toHaveCount(0);
});
