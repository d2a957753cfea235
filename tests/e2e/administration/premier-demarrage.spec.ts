/** The first start in production: a one-time address creates the Super Admin. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { startProduct, type Started } from '../../started.ts';
import { button, password } from './account-support.ts';
import { expectFit } from '../support.ts';

let product: Started;
test.beforeAll(async () => {
  product = await startProduct({ NODE_ENV: 'production', OCTROI_SANS_HTTPS: '1' });
});
test.afterAll(() => product.stop());

const SECRET = 'Fleuve-barque-7';

test('the operator finds the first-start address in a file, and creates the Super Admin with a second factor', async ({
  page,
}) => {
  const file = path.join(product.data, 'premier-acces.txt');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const address = fs.readFileSync(file, 'utf8').trim();
  expect(address).toMatch(new RegExp(`^${product.url}/premier-demarrage#[\\w-]{43}$`));
  expect(product.output()).toContain(file);
  expect(product.output()).not.toContain(address.split('#')[1]);
  expect(product.output()).not.toMatch(/mot de passe/i);

  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Premier démarrage' })).toBeVisible();
  await expectFit(page);
  await page.getByLabel('Prénom').fill('Mariama');
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Issa');
  await page.getByLabel('Pseudo').fill('mariama');
  await page.getByLabel('Email').fill('mariama@octroi.example');
  await password(page, 'Nouveau mot de passe').fill('court');
  await password(page, 'Confirmation du mot de passe').fill('court');
  await button(page, 'Créer le compte').click();
  await expect(page.getByText('au moins 8 caractères', { exact: false }).first()).toBeVisible();
  await password(page, 'Nouveau mot de passe').fill(SECRET);
  await password(page, 'Confirmation du mot de passe').fill(SECRET);
  await button(page, 'Créer le compte').click();

  await page.getByLabel('Mot de passe actuel', { exact: true }).fill(SECRET);
  await button(page, 'Continuer').click();
  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  const secret = (await page.locator('form code').innerText()).replace(/\s/g, '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel('Code de vérification').fill(code);
  await button(page, 'Activer').click();
  await button(page, 'J’ai noté ces codes').click();
  await expect(button(page, 'Menu de Mariama Issa')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByLabel('Prénom').fill('Un');
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Autre');
  await page.getByLabel('Pseudo').fill('autre');
  await page.getByLabel('Email').fill('autre@octroi.example');
  await password(page, 'Nouveau mot de passe').fill(SECRET);
  await password(page, 'Confirmation du mot de passe').fill(SECRET);
  await button(page, 'Créer le compte').click();
  await expect(page.getByText('Cette adresse n’est plus valable', { exact: false }).first()).toBeVisible();
});
