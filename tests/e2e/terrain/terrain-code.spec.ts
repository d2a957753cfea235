/** A code of six digits opens a paused app; after five wrong ones, or once the app was closed, the password. */
import { expect, type Page } from '@playwright/test';
import { enrolPhone, expectFitOnPhone, PHONE, show, test, unlock } from './terrain-support.ts';

test.use(PHONE);

const PIN = '271694';
const field = (page: Page) => page.getByLabel(/^Code à six chiffres/);

async function enter(page: Page, pin: string): Promise<void> {
  await field(page).fill(pin);
  await page.getByRole('button', { name: 'Ouvrir' }).click();
}

test('a code of six digits opens a paused app where it was, with what was typed', async ({
  page,
  fakeOffice: _office,
}) => {
  await enrolPhone(page);
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Choisir un code à six chiffres' }).click();
  await page.getByLabel('Nouveau code à six chiffres').fill('123456');
  await page.getByRole('button', { name: 'Garder ce code' }).click();
  await expect(page.getByText('Ce code se devine trop bien')).toBeVisible();
  await expectFitOnPhone(page);
  await page.getByLabel('Nouveau code à six chiffres').fill(PIN);
  await page.getByRole('button', { name: 'Garder ce code' }).click();
  await expect(page.getByRole('button', { name: 'Retirer le code' })).toBeVisible();
  await show(page, '/visite/887');
  await page.getByLabel('Note').fill('Revient du marché');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  // the camera, or a short call, asks for nothing
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Revient du marché');
  // left for longer
  await page.evaluate(() => sessionStorage.setItem('octroi.terrain.quitte', String(Date.now() - 300_000)));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(field(page)).toBeVisible();
  await expect(page.getByText('Djermakoye')).toHaveCount(0);
  await expectFitOnPhone(page);
  await enter(page, '271695');
  await expect(page.getByText('Essais qui restent : 4.')).toBeVisible();
  await enter(page, PIN);
  await expect(page.getByLabel('Note')).toHaveValue('Revient du marché');

  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Verrouiller' }).click();
  for (let left = 4; left > 0; left--) {
    await enter(page, '000000');
    await expect(page.getByText(`Essais qui restent : ${left}.`)).toBeVisible();
  }
  await enter(page, '000000');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.reload();
  await unlock(page, 'agent.terrain');
  await expect(page.getByRole('button', { name: 'Verrouiller' })).toBeVisible();
});
