import type { TransactionTotals, TransactionRow } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const superadmin = await signIn('superadmin');

interface Listed {
  data: TransactionRow[];
  meta: { total_records: number };
}
const list = async (caller: Caller, parameters = '') =>
  (await caller.get<Listed>(`/v2/transactions?itemperpage=5000${parameters}`)).body;

/** A pending payment and a failed one, beside the confirmed ones of the demonstration. */
await query(`
  insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, statut, moyen_paiement_id)
  select entite_id, id, ramification_id, 'ESSAI-' || s.statut, 500, s.statut, 1
  from (select * from contribuable where entite_id = 1 order by id limit 1) c,
    (values ('En attente de confirmation'), ('Failed')) s (statut)`);

describe('the list of transactions', () => {
  it('shows only confirmed payments, unless it is filtered by statut', async () => {
    const { data } = await list(superadmin);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map((row) => row.statut))).toEqual(new Set(['Confirmé']));

    const mine = '&filter[trans.noTransaction][type]=like&filter[trans.noTransaction][x]=essai-';
    const hidden = await list(superadmin, mine);
    expect(hidden.data).toEqual([]);
    const failed = await list(
      superadmin,
      `${mine}&filter[trans.statut][type]=in&filter[trans.statut][x]=["Failed"]`,
    );
    expect(failed.data.map((row) => row.noTransaction)).toEqual(['ESSAI-Failed']);
    const numbered = '&filter[0][column]=statut&filter[0][type]=not eq&filter[0][x]=Confirmé';
    expect((await list(superadmin, `${mine}${numbered}`)).meta.total_records).toBe(2);
  });

  it('shows the last payment first', async () => {
    const { data } = await list(superadmin);
    const days = data.map((row) => row.dateTransaction);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  it('has the exact sum of its rows, minus refunds', async () => {
    for (const parameters of [
      '',
      '&from=2026-01-01&to=2026-12-31',
      '&filter[mp.id]=9',
      '&entite=1&from=2025-06-01',
    ]) {
      const { data, meta } = await list(superadmin, parameters);
      const { body } = await superadmin.get<TransactionTotals>(
        `/v2/transactions/totaux?${parameters.slice(1)}`,
      );
      const sumOf = (amounts: number[]): number => amounts.reduce((sum, montant) => sum + montant, 0);
      const amounts = data.map(({ montant }) => montant);
      expect(body).toEqual({
        total_records: meta.total_records,
        montant: sumOf(amounts),
        encaisse: sumOf(amounts.filter((montant) => montant > 0)),
        rendu: sumOf(amounts.filter((montant) => montant < 0)),
        net: sumOf(amounts),
      });
    }
  });

  it("shows a person its own collectivité's, by list and by id", async () => {
    const maradi = await signIn('maradi');
    const { data } = await list(maradi);
    expect(new Set(data.map((row) => row.ramification.entite.nom))).toEqual(new Set(['Ville de Maradi']));
    const elsewhere = (await list(superadmin, '&entite=1')).data[0];
    expect((await maradi.get(`/v2/transactions/${elsewhere?.id}`)).status).toBe(404);
    expect((await superadmin.get(`/v2/transactions/${elsewhere?.id}`)).body).toMatchObject({ ...elsewhere });
  });
});
