import { expect, type Page, test } from '@playwright/test';
import { heading, kept, PASSWORD, signInByForm, switchTo } from './support.ts';

const refusal = (page: Page) => page.locator('form').getByRole('alert');

test('the slogans turn by themselves, until one is chosen and they are stopped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const begin = new Date('2026-11-21T08:00:00Z');
  await page.clock.install({ time: begin });
  await page.goto('/login');
  const dot = (number: number) => page.getByRole('button', { name: `Message ${number} sur 3` });
  await expect(dot(1)).toBeVisible();
  await dot(1).click();
  await page.clock.pauseAt(new Date('2026-11-21T09:00:00Z'));

  const current = page.locator('aside [aria-current="true"]');
  const before = await current.getAttribute('aria-label');
  const slogan = page.locator('aside p').first();
  const said = await slogan.innerText();
  await page.clock.runFor(7_000);
  await expect(current).not.toHaveAttribute('aria-label', before ?? '');
  await expect(slogan).not.toHaveText(said);

  await dot(3).click();
  await expect(dot(3)).toHaveAttribute('aria-current', 'true');
  await expect(slogan).toHaveText('Vos démarches administratives, où que vous soyez.');

  await page.getByRole('button', { name: 'Arrêter le défilement des messages' }).click();
  await page.clock.runFor(30_000);
  await expect(dot(3)).toHaveAttribute('aria-current', 'true');
});

test('the password can be shown, and hidden again', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Mot de passe', { exact: true });
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a wrong password is answered in the server’s words, which stay; the right one opens the dashboard', async ({
  page,
}) => {
  await page.goto('/login');
  const answered = page.waitForResponse('**/v2/users/check');
  await signInByForm(page, 'maradi', 'pas le bon');
  const { message } = (await (await answered).json()) as { message: string };
  await expect(refusal(page)).toHaveText(message);
  await expect(page.getByLabel('Pseudo ou Adresse Email')).toHaveValue('maradi');

  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await expect(refusal(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Ville de Maradi');
  await expect(page).toHaveURL('/');
});

test('the e-mail address serves as well as the pseudo', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Pseudo ou Adresse Email').fill('maradi@octroi.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Connexion' }).click();
  await expect(heading(page)).toHaveText('Ville de Maradi');
});

test('on a slow network, what was asked before the sign-in does not say that it failed', async ({ page }) => {
  let asked = 0;
  const release = Promise.withResolvers<void>();
  await page.route('**/v2/session', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    // Asked when the page opened, answered as it was then, after the sign-in.
    const before = await route.fetch();
    await release.promise;
    return route.fulfill({ response: before }).catch(() => undefined);
  });
  await page.goto('/login');
  const signedIn = page.waitForResponse('**/v2/users/check');
  await signInByForm(page, 'maradi');
  await signedIn;
  release.resolve();
  await expect(heading(page)).toHaveText('Ville de Maradi');
  expect(asked).toBe(2);
});

test('a disabled account is told so, and stays outside', async ({ page }) => {
  await page.goto('/login');
  await signInByForm(page, 'inactif');
  await expect(refusal(page)).toHaveText("Ce utilisateur est inactif, Veuillez contactez l'administrateur !");
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

test('an agent has no access to the back office', async ({ page }) => {
  await page.goto('/login');
  await signInByForm(page, 'agent.terrain');
  await expect(refusal(page)).toHaveText("Vous n'avez pas accès à cet outil");
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

test('an address opened without a session asks for sign-in, then opens', async ({ page }) => {
  const address = '/contribuables?from=2026-01-05&to=2026-03-14&itemperpage=100';
  await page.goto(address);
  await expect(page).toHaveURL(/\/login\?suite=/);
  await signInByForm(page, 'niamey');
  await expect(heading(page)).toHaveText('Ville de Niamey › Tous les contribuables');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: 'Dates : 05/01/2026 au 14/03/2026' })).toBeVisible();
});

test('a sign-in never leads to another site', async ({ page }) => {
  await page.goto('/login?suite=//example.org/');
  await signInByForm(page, 'niamey');
  await expect(heading(page)).toHaveText('Ville de Niamey');
  await expect(page).toHaveURL('/');
});

test('signing out forgets the person and the choices, and Back does not bring them back', async ({
  page,
}) => {
  await page.goto('/login');
  await signInByForm(page, 'superadmin');
  await switchTo(page, 'Ville de Maradi');
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(heading(page)).toHaveText('Ville de Maradi › Tous les contribuables');
  expect(await kept(page, 'entite')).not.toBeNull();
  expect(await kept(page, 'permissions')).not.toBeNull();

  await page.getByRole('button', { name: 'Menu de Ramatou Mayaki' }).click();
  await page.getByRole('menuitem', { name: 'Se deconnecter' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  for (const key of ['entite', 'ramification', 'exercice', 'permissions'])
    expect(await kept(page, key), key).toBeNull();
  const session = await page.request.get('/v2/session');
  expect(session.status()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expect(page.getByText('Tous les contribuables')).toHaveCount(0);
});

test('a page that the browser restores as it was left asks anew who is signed in', async ({ page }) => {
  await page.goto('/login');
  await signInByForm(page, 'superadmin');
  await expect(page.getByRole('button', { name: 'Menu de Ramatou Mayaki' })).toBeVisible();
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(heading(page)).toContainText('Tous les contribuables');
  // the session ends elsewhere; the page hears what a browser tells one that it takes out of its back/forward cache
  await page.request.post('/v2/session/logout', { headers: { origin: new URL(page.url()).origin } });
  const emptied = await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return document.body.childElementCount === 0;
  });
  expect(emptied).toBe(true);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expect(page.getByText('Tous les contribuables')).toHaveCount(0);
});
