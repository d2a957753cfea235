/** Waiting payments on a phone whose agent has left: whoever holds the phone hands them over, without reading them. */
import type { AppareilRow } from '@octroi/contract';
import { expect, type Page } from '@playwright/test';
import { newRegie } from '../caisse/caisse-support.ts';
import {
  consoleErrors,
  debtorsOf,
  expectNoSidewaysScroll,
  fetchApi,
  figureIn,
  OWN_PASSWORD,
  todayOf,
} from '../support.ts';
import {
  encaisse,
  enrolPhone,
  expectFitOnPhone,
  newDevice,
  openTill,
  PHONE,
  show,
  takeCash,
  test,
  unlock,
  waiting,
} from './terrain-support.ts';

test.use(PHONE);

interface Paid {
  id: number;
  montant: number;
  numeroRecu: string;
}

const HAND_OVER = 'Remettre ce qui attend';

/** An agent's payments, as the office sees them. */
const paidBy = async (office: Page, username: string): Promise<Paid[]> =>
  (
    await fetchApi<{ data: Paid[] }>(office, 'transactions', {
      'filter[user.username]': username,
      itemperpage: '50',
    })
  ).data;

test('payments of a phone without its agent reach the office once, without a password', async ({
  page: phone,
  context,
  officePage: office,
}) => {
  const regie = await newRegie(office);
  const { username, code } = await newDevice(office);
  const day = await todayOf(office);
  const before = await encaisse(office, day);
  const debtors = await debtorsOf(office, { count: 3, moreThan: 10_000 });
  const errors = consoleErrors(phone);
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });

  // offline, the agent takes money, then leaves
  await context.setOffline(true);
  await openTill(phone, regie);
  const receipts: { number: string; montant: number }[] = [];
  for (const { id } of debtors) {
    const number = await takeCash(phone, id);
    receipts.push({ number, montant: figureIn(await phone.locator('.recu dd').nth(1).innerText()) });
  }
  await expect(waiting(phone)).toHaveText(/4/);
  await show(phone, '/appareil');
  await phone.getByRole('button', { name: 'Verrouiller' }).click();

  // another person holds the phone, without the password and at first offline
  await expect(phone.getByRole('heading', { name: '4 actes attendent sur ce téléphone' })).toBeVisible();
  await expect(phone.getByText(receipts[0]!.number)).toHaveCount(0);
  await expectFitOnPhone(phone);
  await phone.getByRole('button', { name: HAND_OVER }).click();
  await expect(phone.getByText('Le serveur n’a pas répondu')).toBeVisible();
  await context.setOffline(false);
  await phone.reload();
  await phone.getByRole('button', { name: HAND_OVER }).click();
  await expect(phone.getByRole('status')).toHaveText('4 actes remis au bureau.');
  await expect(phone.getByRole('button', { name: HAND_OVER })).toHaveCount(0);
  await expectNoSidewaysScroll(phone);

  const paid = await paidBy(office, username);
  const received = paid.map(({ numeroRecu, montant }) => ({ number: numeroRecu, montant }));
  expect(received.toSorted((a, b) => (a.number < b.number ? -1 : 1))).toEqual(receipts);
  const total = receipts.reduce((sum, { montant }) => sum + montant, 0);
  expect((await encaisse(office, day)) - before).toBe(total);
  const { data: devices } = await fetchApi<{ data: AppareilRow[] }>(office, 'appareils', {
    entite: '1',
    itemperpage: '100',
  });
  expect(devices.find(({ agent }) => agent.username === username)?.enAttente).toBe(0);

  // the agent returns: all is sent again, and nothing is booked twice
  await phone.reload();
  await expect(phone.getByRole('button', { name: HAND_OVER })).toHaveCount(0);
  await unlock(phone, username, OWN_PASSWORD);
  await expect(waiting(phone)).toHaveText('Tout est envoyé');
  expect(await paidBy(office, username)).toEqual(paid);
  expect((await encaisse(office, day)) - before).toBe(total);
  // offline again
  expect(
    errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED') && !error.includes('ERR_FAILED')),
  ).toEqual([]);
});
