import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { findWholeBrowser } from '../../../scripts/lib/browser.mjs';
import { field } from '../forms.ts';
import {
  beginOwnSession,
  endSession,
  fetchApi,
  expectSettled,
  expectToast,
  heading,
  storedValue,
  PASSWORD,
  signInByForm,
  switchTo,
} from '../support.ts';
import { cut, holdAnswer } from '../saisie/network.ts';

const refusal = (page: Page) => page.locator('form').getByRole('alert');

test('the slogans rotate until the person chooses one or pauses them', async ({ page }) => {
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
  const firstSlogan = await slogan.innerText();
  await page.clock.runFor(7_000);
  await expect(current).not.toHaveAttribute('aria-label', before ?? '');
  await expect(slogan).not.toHaveText(firstSlogan);

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

test('a wrong password shows the server’s message; the right one opens the dashboard', async ({ page }) => {
  await page.goto('/login');
  const reply = page.waitForResponse('**/v2/users/check');
  await signInByForm(page, 'maradi', 'pas le bon');
  const { message } = (await (await reply).json()) as { message: string };
  await expect(refusal(page)).toHaveText(message);
  await expect(page.getByLabel('Pseudo ou Adresse Email')).toHaveValue('maradi');

  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await expect(refusal(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Ville de Maradi');
  await expect(page).toHaveURL('/');
});

test('a person may sign in with the email address or the pseudo', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Pseudo ou Adresse Email').fill('maradi@octroi.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Connexion' }).click();
  await expect(heading(page)).toHaveText('Ville de Maradi');
});

test('on a slow network, a session request sent before the sign-in does not make it fail', async ({
  page,
}) => {
  // requested when the page opened, answered only after the sign-in
  const sessions = await holdAnswer(page, /\/v2\/session$/);
  await page.goto('/login');
  const signedIn = page.waitForResponse('**/v2/users/check');
  await signInByForm(page, 'maradi');
  await signedIn;
  sessions.release();
  await expect(heading(page)).toHaveText('Ville de Maradi');
  expect(sessions.count()).toBe(2);
});

test('a disabled account gets a message and cannot sign in', async ({ page }) => {
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

test('signing out removes the person and their choices, also after Back', async ({ page }) => {
  await page.goto('/login');
  await signInByForm(page, 'superadmin');
  await switchTo(page, 'Ville de Maradi');
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(heading(page)).toHaveText('Ville de Maradi › Tous les contribuables');
  expect(await storedValue(page, 'entite')).not.toBeNull();
  expect(await storedValue(page, 'permissions')).not.toBeNull();
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', { itemperpage: '1' });
  await page.goto(`/contribuables/profile/${data[0]?.id}`);
  await expect.poll(() => storedValue(page, 'recents')).not.toBeNull();

  await page.getByRole('button', { name: 'Menu de Ramatou Mayaki' }).click();
  await page.getByRole('menuitem', { name: 'Se deconnecter' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  for (const key of ['entite', 'ramification', 'exercice', 'permissions', 'personne', 'recents'])
    expect(await storedValue(page, key), key).toBeNull();
  const session = await page.request.get('/v2/session');
  expect(session.status()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expect(page.getByText('Tous les contribuables')).toHaveCount(0);
});

test('a sign-out whose answer is lost leads to the sign-in too, one that never arrived stays', async ({
  page,
}) => {
  await beginOwnSession(page);
  for (const when of ['before', 'after'] as const) {
    await cut(page, /\/session\/logout$/, when);
    await page.getByRole('button', { name: 'Menu de Ramatou Mayaki' }).click();
    await page.getByRole('menuitem', { name: 'Se deconnecter' }).click();
    if (when === 'before') await expectToast(page, 'Le serveur ne répond pas');
  }
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  expect(await storedValue(page, 'personne')).toBeNull();
});

test('a page restored from the browser’s cache checks the session again', async ({ page }) => {
  await beginOwnSession(page);
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(heading(page)).toContainText('Tous les contribuables');
  // the session ends elsewhere, and the page gets the event of a page restored from the back/forward cache
  await endSession(page);
  const emptied = await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return document.body.childElementCount === 0;
  });
  expect(emptied).toBe(true);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expect(page.getByText('Tous les contribuables')).toHaveCount(0);
});

/** A list of a signed-in person, in its own tab. */
async function openList(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/contribuables');
  await expect(heading(tab)).toContainText('Tous les contribuables');
  return tab;
}
const expectLeft = async (tab: Page, address: RegExp): Promise<void> => {
  await expect(tab).toHaveURL(address);
  await expect(tab.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expect(tab.getByText('Tous les contribuables')).toHaveCount(0);
};

test('signing out in one tab clears the other tabs at once, even while typing', async ({ page, context }) => {
  await beginOwnSession(page);
  const list = await openList(context);
  const form = await context.newPage();
  await form.goto('/frequences/create');
  await field(form, 'Nom').fill('à peine commencée');
  const questions: string[] = [];
  form.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });

  await page.getByRole('button', { name: 'Menu de Ramatou Mayaki' }).click();
  await page.getByRole('menuitem', { name: 'Se deconnecter' }).click();
  for (const tab of [list, form, page]) await expectLeft(tab, /\/login$/);
  expect(questions).toEqual([]);
  await list.goto('/contribuables');
  await expectLeft(list, /\/login/);
});

test('when one tab finds the session ended, the others sign out too and later reopen at their place', async ({
  page,
  context,
}) => {
  await beginOwnSession(page);
  const list = await openList(context);
  await endSession(page);
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expectLeft(page, /\/login\?suite=/);
  await expectLeft(list, /\/login\?suite=%2Fcontribuables/);
  await signInByForm(list, 'superadmin');
  await expect(list).toHaveURL(/\/contribuables/);
});

test('a tab continues as the person who signed in in another tab', async ({ page, context }) => {
  await beginOwnSession(page);
  const list = await openList(context);
  await page.request.post('/v2/users/check', { data: { email: 'lecture', password: PASSWORD } });
  const other = await openList(context);
  const name = await other.getByRole('button', { name: /^Menu de / }).getAttribute('aria-label');
  expect(name).not.toBe('Menu de Ramatou Mayaki');
  for (const tab of [page, list]) {
    await expect(tab.getByRole('button', { name: name ?? '' })).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Menu de Ramatou Mayaki' })).toHaveCount(0);
    await expect(tab).toHaveURL('/');
  }
});

test('a page shown again after another person signed in does not continue as the previous person', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await signInByForm(page, 'superadmin');
  await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
  await expect(heading(page)).toContainText('Tous les contribuables');
  await page.request.post('/v2/users/check', { data: { email: 'lecture', password: PASSWORD } });
  await page.clock.fastForward('02:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu de Ramatou Mayaki' })).toHaveCount(0);
});

test('Back shows nothing after a sign-out, in a browser with a back/forward cache', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  // the packaged browser has no back/forward cache: Back reloads the page, which must reveal as little
  const fullBrowser = findWholeBrowser();
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ...(fullBrowser && { executablePath: fullBrowser, env: process.env as Record<string, string> }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'fr-FR' });
    const page = await context.newPage();
    /** The content of a page right after it is restored. */
    const restored: string[] = [];
    page.on('console', (message) => {
      const [, text] = /^restored:(.*)$/s.exec(message.text()) ?? [];
      if (text !== undefined) restored.push(text);
    });
    // registered after load, so that it runs after the product's own listener
    await page.addInitScript(() => {
      window.addEventListener('load', () =>
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) console.log(`restored:${document.body.textContent ?? ''}`);
        }),
      );
    });
    await page.goto('/login');
    await signInByForm(page, 'superadmin');
    await page.getByRole('link', { name: 'Contribuables', exact: true }).click();
    await expect(heading(page)).toContainText('Tous les contribuables');

    await expectSettled(page);
    // left as it is, while another tab signs out
    await page.goto('about:blank');
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Menu de Ramatou Mayaki' }).click();
    await other.getByRole('menuitem', { name: 'Se deconnecter' }).click();
    await expectLeft(other, /\/login$/);
    await page.goBack();
    await expectLeft(page, /\/login/);

    // signed out in the page itself
    await signInByForm(page, 'superadmin');
    await expectSettled(page);
    await page.getByRole('button', { name: 'Menu de Ramatou Mayaki' }).click();
    await page.getByRole('menuitem', { name: 'Se deconnecter' }).click();
    await expectLeft(page, /\/login$/);
    await page.goBack();
    await expectLeft(page, /\/login/);
    expect(restored.filter(Boolean)).toEqual([]);
    expect(restored.length > 0, 'the browser restored a page').toBe(fullBrowser !== undefined);
  } finally {
    await browser.close();
  }
});
