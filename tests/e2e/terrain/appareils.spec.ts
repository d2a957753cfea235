import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { hiddenCells } from '../../parcours/faults.ts';
import {
  fetchApi,
  consoleErrors,
  expectFit,
  expectNoSidewaysScroll,
  heading,
  rows,
  signIn,
  expectToast,
} from '../support.ts';

const choose = async (page: Page, label: string, name: RegExp): Promise<void> => {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name }).filter({ visible: true }).first().click();
};

/** An agent's phone: enrols with the code, sends a refused command and a payment without a taxpayer. */
async function phone(page: Page, code: string): Promise<void> {
  const { token } = (await (
    await page.request.post('/login_check', { data: { username: 'agent.terrain', password: 'Octroi-2026!' } })
  ).json()) as { token: string };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const enrolled = await page.request.post('/v2/terrain/appareils/inscription', {
    headers: { authorization: `Bearer ${token}`, cookie: '' },
    data: { code, clePublique: { kty, crv, x, y }, plateforme: 'Essai', version: '1.2.3' },
  });
  expect(enrolled.status()).toBe(200);
  const { appareil } = (await enrolled.json()) as {
    appareil: { id: number; code: string; entite: { code: string } };
  };
  const now = new Date().toISOString();
  const contribuable = { local: randomUUID() };
  const recu = `${appareil.entite.code}-${now.slice(0, 4)}-${appareil.code}-000001`;
  const body = JSON.stringify({
    appareil: appareil.id,
    version: '1.2.3',
    enAttente: 3,
    horloge: now,
    commandes: [
      { type: 'paiement', corps: { contribuable, montant: 1500, moyenPaiement: 5, recu, rang: 1 } },
      { type: 'visite', corps: { contribuable, issue: 'absent' } },
    ].map((commande, rang) => ({ sequence: rang + 1, faitLe: now, decalage: 0, ...commande })),
  });
  const signature = sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const reply = await page.request.post('/v2/terrain/commandes', {
    headers: { 'content-type': 'application/json', 'octroi-signature': signature.toString('base64url') },
    data: body,
  });
  expect(reply.status()).toBe(200);
}

const choice = async (page: Page, row: Locator, name: string): Promise<void> => {
  await row.getByRole('button', { name: /^Actions : / }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('a device is created, enrolled by its code, edited and blocked; its refused commands are reviewed', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  await page.goto('/appareils');
  await expect(heading(page)).toHaveText('Appareils');

  const nom = `Téléphone ${Date.now()}`;
  await page.getByRole('button', { name: 'Ajouter un appareil' }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'Collectivité', /Niamey/);
  await dialog.getByLabel('Nom').fill(nom);
  const { data } = await fetchApi<{ data: { username: string; fullName: string }[] }>(page, 'users', {
    itemperpage: '1000',
  });
  const agent = data.find(({ username }) => username === 'agent.terrain');
  await choose(page, 'Agent', new RegExp(agent?.fullName ?? 'agent.terrain'));
  await choose(page, 'Sous-entités', /./);
  await dialog.getByLabel(/^Plafond/).fill('50000');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  const code = await page.getByRole('dialog').getByRole('status', { name: 'Code' }).textContent();
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
  await expect(page.getByRole('img', { name: new RegExp(`#code=${code ?? ''}`) })).toBeVisible();
  await page.getByRole('button', { name: 'Fermer' }).last().click();
  const row = rows(page).filter({ hasText: nom });
  await expect(row).toContainText('À inscrire');

  await phone(page, code ?? '');
  await page.reload();
  await expect(row).toContainText('Actif');
  await expect(row).toContainText('1.2.3');
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await expectFit(page);

  await expect(row).toContainText('À jour');
  await expect(row).toContainText('Respecté');

  await row.getByRole('link', { name: nom }).click();
  await expect(heading(page)).toHaveText('Cas du terrain');
  const refused = rows(page).filter({ hasText: 'Commande refusée' });
  await expect(refused).toHaveCount(1);
  await choice(page, refused, 'Régler');
  await page.getByRole('dialog').getByRole('textbox').fill('Vu avec l’agent');
  await page.getByRole('dialog').getByRole('button', { name: 'Régler' }).click();
  await expectToast(page, 'Cas réglé');
  await expect(refused).toContainText('Réglé');
  await expectFit(page);
  await page.getByRole('group', { name: 'Cas' }).getByRole('button', { name: 'À voir' }).click();
  await expect(refused).toHaveCount(0);
  await page.reload();
  const aside = rows(page).filter({ hasText: 'Recette à classer' });
  await expect(aside).toContainText(/1\s500/);
  await choice(page, aside, 'Réimputer');
  await expect(page).toHaveURL(/\/transactions\/\d+/);

  await page.goto('/appareils');
  await choice(page, row, 'Bloquer');
  await dialog.getByRole('textbox').fill('Perdu');
  await dialog.getByRole('button', { name: 'Bloquer' }).click();
  await expect(row).toContainText('Bloqué');
  await choice(page, row, 'Déclarer perdu');
  await expect(dialog).toContainText('il gardait 3 commandes');
  await dialog.getByLabel('Motif').fill('Volé au marché');
  await dialog.getByLabel('Numéro du procès-verbal').fill('PV 12/2026');
  await dialog.getByLabel('Reçus déclarés perdus').fill('2');
  await dialog.getByRole('button', { name: 'Déclarer perdu' }).click();
  await expect(row).toContainText('Effacé');
  await expect(row).toContainText('PV 12/2026');

  await page.goto('/appareils/agents');
  const acts = rows(page).filter({ hasText: agent?.fullName ?? '' });
  const payments = acts.getByRole('link').nth(1);
  const paymentCount = (await payments.textContent()) ?? '';
  await payments.click();
  await expect(heading(page)).toContainText('Toutes les transactions');
  await expect(page.getByText(new RegExp(`TOTAL des ${paymentCount} lignes`))).toBeVisible();
  expect(errors).toEqual([]);
});

test('the acts of each agent are seen whole on a usual screen, with the collectivité', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, 'superadmin');
  await page.goto('/appareils/agents');
  const place = rows(page)
    .first()
    .getByRole('cell', { name: /^Ville de/ });
  await expect(place).toHaveAttribute('data-essential');
  expect(await hiddenCells(page)).toEqual([]);
});

test('on a phone, the SMS gateway and the unassigned money are visible above their lists', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'superadmin');
  await page.goto('/administration/sms');
  await expect(page.getByText(/^Passerelle : /)).toBeVisible();
  await page.goto('/appareils/cas');
  await expect(page.getByRole('region', { name: 'Recettes à classer' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('on a phone, a long state stands below the name of its card, which keeps its words whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'superadmin');
  await page.goto('/equipements?dates=toutes');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'En attente de confirmation' });
  const number = card
    .first()
    .getByRole('link', { name: /^[A-Z]{3}-\d+$/ })
    .first();
  expect((await number.boundingBox())?.height).toBeLessThan(30);
  await expectNoSidewaysScroll(page);
});
