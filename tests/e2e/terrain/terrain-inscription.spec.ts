/** A phone starts with the office's code, and is released for another agent once the office has everything. */
import type { AppareilRow } from '@octroi/contract';
import { expect, type Page } from '@playwright/test';
import { debtorsOf, fetchApi, OWN_PASSWORD } from '../support.ts';
import { plugCamera, showCode } from './camera.ts';
import {
  enrolPhone,
  expectFitOnPhone,
  newDevice,
  PHONE,
  show,
  test,
  unlock,
  waiting,
} from './terrain-support.ts';

test.use(PHONE);

test('another agent releases a phone by the own sign-in, and starts it with the QR of a new code', async ({
  page: phone,
  context,
  baseURL,
  officePage: office,
}) => {
  const first = await newDevice(office);
  const second = await newDevice(office);
  const [debtor] = await debtorsOf(office, { count: 1, moreThan: 10_000 });
  await plugCamera(phone);
  await enrolPhone(phone, { ...first, password: OWN_PASSWORD });
  await context.setOffline(true);
  await show(phone, `/visite/${debtor?.id}`);
  await phone.getByRole('button', { name: 'Absent' }).click();
  await phone.getByRole('button', { name: 'Enregistrer la visite' }).click();
  await expect(waiting(phone)).toHaveText(/1/);
  await show(phone, '/appareil');
  await phone.getByRole('button', { name: 'Changer d’agent' }).click();
  await phone.getByRole('button', { name: 'Libérer ce téléphone' }).click();
  await expect(phone.getByText('Des actes attendent encore d’être envoyés')).toBeVisible();
  await phone.getByRole('button', { name: 'Verrouiller' }).click();
  await expect(phone.getByRole('heading', { name: '1 acte attend sur ce téléphone' })).toBeVisible();

  // the second agent has neither the password nor the first agent
  await unlock(phone, second.username, OWN_PASSWORD);
  await expect(phone.getByText('Sans réseau, seuls')).toBeVisible();
  await context.setOffline(false);
  await unlock(phone, second.username, OWN_PASSWORD);
  await expect(phone.getByText('Pour l’inscrire à votre nom')).toBeVisible();
  await phone.getByRole('button', { name: 'Changer d’agent' }).click();
  await expectFitOnPhone(phone);
  await phone.getByRole('button', { name: 'Libérer ce téléphone' }).click();

  const code = phone.getByLabel('Code donné par le bureau');
  await expect(code).toHaveValue('');
  await expectFitOnPhone(phone);
  await phone.getByRole('button', { name: 'Scanner le QR du bureau' }).click();
  await expect(phone.getByLabel('Ce que voit la caméra')).toBeVisible();
  await showCode(phone, `${baseURL}/terrain#code=${second.code}`);
  await unlockNew(phone, `${second.username}@octroi.test`);
  await expect(phone.getByRole('heading', { name: 'Aujourd’hui' })).toBeVisible();
  const { data: devices } = await fetchApi<{ data: AppareilRow[] }>(office, 'appareils', {
    entite: '1',
    itemperpage: '100',
  });
  const of = (username: string) => devices.find(({ agent }) => agent.username === username);
  expect([of(first.username)?.dernierSequence, of(first.username)?.enAttente]).toEqual([1, 0]);
  expect(of(second.username)?.statut).toBe('actif');

  // locked, the phone opens by the username as by the address
  await show(phone, '/appareil');
  await phone.getByRole('button', { name: 'Verrouiller' }).click();
  await unlock(phone, second.username, OWN_PASSWORD);
  await expect(waiting(phone)).toHaveText('Tout est envoyé');
});

async function unlockNew(page: Page, identifiant: string): Promise<void> {
  await page.getByLabel('Pseudo').fill(identifiant);
  await page.getByLabel('Mot de passe').fill(OWN_PASSWORD);
  await expectFitOnPhone(page);
  await page.getByRole('button', { name: 'Inscrire ce téléphone' }).click();
}

test('a phone that still holds an act goes on after the office gave a new code for its device', async ({
  page: phone,
  context,
  officePage: office,
}) => {
  const { username, code } = await newDevice(office);
  const [debtor] = await debtorsOf(office, { count: 1, moreThan: 10_000 });
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });
  await context.setOffline(true);
  await show(phone, `/visite/${debtor?.id}`);
  await phone.getByRole('button', { name: 'Absent' }).click();
  await phone.getByRole('button', { name: 'Enregistrer la visite' }).click();
  await expect(waiting(phone)).toHaveText(/1/);
  const { data: devices } = await fetchApi<{ data: AppareilRow[] }>(office, 'appareils', {
    entite: '1',
    itemperpage: '100',
  });
  const device = devices.find(({ agent }) => agent.username === username);
  const reply = await office.request.post(`/v2/appareils/${device?.id}/code`, { data: {} });
  const renewed = (await reply.json()) as { code: string };
  await context.setOffline(false);
  await expect(phone.getByRole('heading', { name: 'Ce téléphone n’est plus inscrit' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: '1 acte attend sur ce téléphone' })).toBeVisible();
  await phone.getByLabel('Code donné par le bureau').fill(renewed.code);
  await phone.getByLabel('Mot de passe').fill(OWN_PASSWORD);
  await expectFitOnPhone(phone);
  await phone.getByRole('button', { name: 'Remettre en service et envoyer' }).click();
  await expect(waiting(phone)).toHaveText('Tout est envoyé');
});

test('a code that the office does not know is asked again, and nothing is kept of who typed it', async ({
  page,
}) => {
  await page.goto('/terrain');
  await page.getByLabel('Code donné par le bureau').fill('ABCD234567');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByLabel('Pseudo').fill('agent.terrain');
  await page.getByLabel('Mot de passe').fill('Octroi-2026!');
  await page.getByRole('button', { name: 'Inscrire ce téléphone' }).click();
  await expect(page.getByText('Ce code n’est pas valable')).toBeVisible();
  await expect(page.getByLabel('Code donné par le bureau')).toHaveValue('ABCD234567');
  await expectFitOnPhone(page);
  await page.reload();
  await expect(page.getByLabel('Code donné par le bureau')).toHaveValue('');
});
