/** Payments to clear up. */
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { SCREENS } from '@octroi/contract/register';
import { OPERATEUR } from '../../started.ts';
import { newName } from '../forms.ts';
import { debtorsOf } from '../support.ts';

/** An operator confirms a payment that had failed. @returns its payer, and what opens the menu of its row */
export async function newEclaircissement(page: Page): Promise<{
  payer: number;
  openMenu: () => Promise<void>;
}> {
  const [one] = await debtorsOf(page, { count: 1, moreThan: 3000, last: true });
  const { moyenPaiement, secret } = OPERATEUR;
  const noTransaction = newName('CI');
  const booked = await page.request.post('/v2/contribuables/transactions', {
    data: { contribuable: one?.id, montant: 700, moyenPaiement, noTransaction },
  });
  expect(booked.status()).toBe(201);
  const { id } = (await booked.json()) as { id: number };
  const failed = await page.request.patch(`/v2/transactions/${id}`, { data: { statut: 'Failed' } });
  expect(failed.status()).toBe(200);
  const text = JSON.stringify({ evenement: noTransaction, noTransaction, montant: 700, statut: 'Confirmé' });
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  const told = await page.request.post(`/v2/moyen_paiements/${moyenPaiement}/rappel`, {
    headers: { 'content-type': 'application/json', 'x-octroi-signature': `sha256=${signature}` },
    data: text,
  });
  expect(told.status()).toBe(409);
  const openMenu = async (): Promise<void> => {
    await page.goto(SCREENS['a-eclaircir'].url);
    const row = page.getByRole('row').filter({ hasText: noTransaction });
    await row.getByRole('button', { name: /Actions|Menu/ }).click();
  };
  return { payer: one?.id ?? 0, openMenu };
}
