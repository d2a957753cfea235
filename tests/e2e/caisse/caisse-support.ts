import { expect, type Page } from '@playwright/test';
import { fetchApi } from '../support.ts';

/** A new régie in Niamey, without other cash. */
export async function newRegie(page: Page, more: Record<string, unknown> = {}): Promise<string> {
  const nom = `Régie ${Date.now()}`;
  const { user } = await fetchApi<{ user: { id: number } }>(page, 'session');
  const reply = await page.request.post('/v2/regies', {
    data: { nom, entite: 1, regisseur: user.id, plafond: 20_000, delaiJours: 7, ...more },
  });
  expect(reply.status()).toBe(201);
  return nom;
}
