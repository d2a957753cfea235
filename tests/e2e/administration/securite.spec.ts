/** Security lists of the administrator: refused sign-ins, accounts, open sessions. */
import { expect, test } from '@playwright/test';
import { button } from './account-support.ts';
import {
  column,
  consoleErrors,
  expectFit,
  expectSettled,
  heading,
  signIn,
  openFromMenu,
  sideMenu,
} from '../support.ts';

test('a refused sign-in is seen, with the accounts and the sessions of one’s own collectivité', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await page.request.post('/v2/users/check', { data: { email: 'lecture', password: 'pas le bon' } });
  await signIn(page, 'niamey');
  await page.goto('/');
  await openFromMenu(page, 'securite');
  await expect(heading(page)).toHaveText('Sécurité');
  await expectSettled(page);
  await expect.poll(() => column(page, 'Pseudo')).toContain('lecture');
  expect(await column(page, 'Pseudo')).not.toContain('maradi');
  await expectFit(page);

  await button(page, 'Connexions refusées').click();
  await expect(heading(page)).toHaveText('Connexions refusées');
  await expect.poll(() => column(page, 'Nom entré')).toContain('lecture');
  await expect.poll(() => column(page, 'Raison')).toContain('Mot de passe incorrect');
  await expectFit(page);

  await button(page, 'Sessions ouvertes').click();
  await expect(heading(page)).toHaveText('Sessions ouvertes');
  await expect.poll(() => column(page, 'Pseudo')).toContain('niamey');
  // the person's own session was just active; activity is recorded every five minutes
  const idle = (await column(page, 'Sans activité depuis')).map((text) => Number.parseInt(text, 10));
  expect(Math.min(...idle)).toBeLessThanOrEqual(5);
  await expectFit(page);
  expect(errors).toEqual([]);
});

test('a person who administers no account does not have the screen', async ({ page }) => {
  await signIn(page, 'lecture');
  await page.goto('/administration');
  await expect(sideMenu(page)).toBeVisible();
  await expect(heading(page)).toHaveText('Administration');
  await expect(page.getByRole('link', { name: 'Sécurité' })).toHaveCount(0);
  expect((await page.request.get('/v2/securite/echecs')).status()).toBe(403);
});
