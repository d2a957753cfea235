/** The app on a phone: installation, opening offline, updating on demand, and missing browser features. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page, test } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../../../scripts/lib/browser.mjs';
import { expectAccessible } from '../support.ts';
import { expectFitOnPhone, expectSunReadable, PHONE, serveBuild } from './terrain-support.ts';

test.use(PHONE);

/** Waits until the app is cached and controls the page. */
const expectCached = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

test('the agents’ app is installable, and its first screen is light', async ({ baseURL }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-phone-'));
  const { executablePath, env } = findBrowser();
  // a private window cannot be installed
  const context = await chromium.launchPersistentContext(folder, {
    ...PHONE,
    executablePath,
    args: BROWSER_ARGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(page);
  let received = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (received += encodedDataLength));
  await page.goto(`${baseURL}/terrain`);
  await expect(page.getByLabel('Code donné par le bureau')).toBeVisible();
  expect(received).toBeGreaterThan(10_000);
  expect(received).toBeLessThan(150_000);
  await expectCached(page);
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  await context.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('the agents’ app opens offline at any address', async ({ page, context }) => {
  await page.goto('/terrain#code=ABCD234567');
  await expectCached(page);
  await context.setOffline(true);
  for (const address of ['/terrain/', '/terrain/#/chercher']) {
    await page.goto(address);
    await page.reload();
    await expect(page.getByLabel('Code donné par le bureau')).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByLabel('Code donné par le bureau').fill('abcd2-3456O');
  await expect(page.getByText('Un code n’a ni 0')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuer' })).toBeDisabled();
  await page.getByLabel('Code donné par le bureau').fill('abcd2-34567');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByLabel('Pseudo').fill('agent.terrain');
  await page.getByLabel('Mot de passe').fill('x');
  await page.getByRole('button', { name: 'Inscrire ce téléphone' }).click();
  await expect(page.getByRole('alert')).toHaveText(/demande le réseau/);
  await expectFitOnPhone(page);
});

test('a new version waits until the agent activates it', async ({ page, baseURL }) => {
  const build = await serveBuild();
  expect(build.origin).not.toBe(baseURL);
  await page.goto(`${build.origin}/terrain/`);
  await expectCached(page);
  build.renew();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const active = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return { waits: registration?.waiting?.state, rules: registration?.active?.state };
    });
  await expect.poll(active).toEqual({ waits: 'installed', rules: 'activated' });
  // nothing changes without the agent
  await page.reload();
  expect(await active()).toEqual({ waits: 'installed', rules: 'activated' });
  const anew = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await anew;
  await expect.poll(active).toEqual({ rules: 'activated' });
  await build.close();
});

test('over plain HTTP the page says what is missing, and asks for no password', async ({ baseURL }) => {
  const { executablePath, env } = findBrowser();
  const browser = await chromium.launch({
    executablePath,
    // an address that browsers treat as another machine's
    args: [...BROWSER_ARGS, '--host-resolver-rules=MAP commune.test 127.0.0.1'],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const page = await browser.newPage(PHONE);
  await page.goto(`http://commune.test:${new URL(baseURL ?? '').port}/terrain/`);
  await expect(page.getByRole('heading')).toHaveText('Octroi Terrain ne peut pas s’ouvrir ici');
  await expect(page.getByText(/commence par https:\/\//)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await expectSunReadable(page);
  await browser.close();
});
