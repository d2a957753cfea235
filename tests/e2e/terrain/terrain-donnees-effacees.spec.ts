/** A phone whose site data was erased with unsent receipts: their numbers are never given again, and its copy can hand them over. */
import { mkdtemp, cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppareilRow } from '@octroi/contract';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import {
  debtorsOf,
  expectAccessible,
  expectNoSidewaysScroll,
  fetchApi,
  OWN_PASSWORD,
  signIn,
} from '../support.ts';
import { enrolPhone, newDevice, PHONE, show, takeCash, unlock, waiting } from './terrain-support.ts';

/** The numbers on the papers of an agent's payments, as the office knows them. */
const numbersOf = async (office: Page, username: string): Promise<string[]> =>
  (
    await fetchApi<{ data: { numeroRecu: string }[] }>(office, 'transactions', {
      'filter[user.username]': username,
      itemperpage: '50',
    })
  ).data.map(({ numeroRecu }) => numeroRecu);

test('the numbers of three unsent receipts are not given again, and a copy of the old phone hands them over', async ({
  playwright,
  browser,
  baseURL,
}) => {
  const office = await browser.newPage({ baseURL });
  await signIn(office, 'superadmin');
  const { username, code } = await newDevice(office);
  const debtors = await debtorsOf(office, { count: 3, moreThan: 10_000 });
  const folder = await mkdtemp(path.join(tmpdir(), 'telephone-'));
  const [inHand, copy] = [path.join(folder, 'en-main'), path.join(folder, 'copie')];
  const open = (profile: string): Promise<BrowserContext> =>
    playwright.chromium.launchPersistentContext(profile, { ...PHONE, baseURL });
  const take = async (phone: Page): Promise<string[]> => {
    const numbers: string[] = [];
    for (const { id } of debtors) numbers.push(await takeCash(phone, id));
    return numbers;
  };
  const deviceOf = async (appareil: string): Promise<AppareilRow> => {
    const { data } = await fetchApi<{ data: AppareilRow[] }>(office, 'appareils', {
      entite: '1',
      itemperpage: '500',
    });
    return data.find((row) => row.agent.username === username && row.code === appareil)!;
  };
  const newCode = async (appareil: string): Promise<string> => {
    const { id } = await deviceOf(appareil);
    const reply = await office.request.post(`/v2/appareils/${id}/code`, { data: {} });
    return ((await reply.json()) as { code: string }).code;
  };
  const codeOf = (receipt: string): string => /-(A\d+)-\d+$/.exec(receipt)?.[1] ?? '';

  // three receipts on paper, none at the office
  let browserOfPhone = await open(inHand);
  let phone = await browserOfPhone.newPage();
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });
  await browserOfPhone.setOffline(true);
  const unsent = await take(phone);
  const former = codeOf(unsent[0]!);
  await expect(waiting(phone)).toHaveText(/3/);
  await browserOfPhone.close();
  await cp(inHand, copy, { recursive: true });

  // everything that the site keeps is erased, and the phone is enrolled again by a code for the same device
  browserOfPhone = await open(inHand);
  phone = await browserOfPhone.newPage();
  const devtools = await browserOfPhone.newCDPSession(phone);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(baseURL!).origin,
    storageTypes: 'all',
  });
  await enrolPhone(phone, { code: await newCode(former), username, password: OWN_PASSWORD });
  await expect(phone.getByText(`Ce téléphone remplace ${former}`)).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  const after = await take(phone);
  await expect(waiting(phone)).toHaveText('Tout est envoyé');
  expect(after.filter((number) => unsent.includes(number))).toEqual([]);
  await browserOfPhone.close();

  // the office reads that papers of the former series may exist that it does not know
  await office.goto('/appareils');
  await expect(office.getByText(`Remplacé par ${codeOf(after[0]!)}. Aucun reçu connu`)).toBeVisible();
  expect((await deviceOf(former)).statut).toBe('remplacé');

  // the copy of the old phone is found: it hands over, and takes no more money
  browserOfPhone = await open(copy);
  phone = await browserOfPhone.newPage();
  await phone.goto('/terrain');
  await unlock(phone, username, OWN_PASSWORD);
  await expect(phone.getByRole('heading', { name: 'Ce téléphone n’est plus inscrit' })).toBeVisible();
  await phone.getByLabel('Code donné par le bureau').fill(await newCode(former));
  await phone.getByLabel('Mot de passe').fill(OWN_PASSWORD);
  await phone.getByRole('button', { name: 'Remettre en service et envoyer' }).click();
  await expect(phone.getByRole('heading', { name: 'Cet appareil est bloqué' })).toBeVisible();
  await phone.getByRole('button', { name: 'Remettre ce qui attend' }).click();
  await expect
    .poll(async () => (await numbersOf(office, username)).toSorted())
    .toEqual([...unsent, ...after].toSorted());
  expect((await deviceOf(former)).cas).toBe(0);
  await show(phone, `/encaisser/${debtors[0]?.id}`);
  await expect(phone.getByRole('heading', { name: 'Cet appareil est bloqué' })).toBeVisible();
  await browserOfPhone.close();
  await office.close();
  await rm(folder, { recursive: true });
});
