/* Removal of many transactions by a job, place by place; each is taken back once. */
import type { Problem, SuppressionTransactions } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import {
  queryRows,
  book,
  enrol,
  createTown,
  imputeOldestFirst,
  type Town,
  outcomeOf,
} from '#src/testing/books.ts';
import { pay, refund } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp({ thresholds: { acte: 20 } });
const { pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const niamey = await signIn('niamey');

/** A town where one taxpayer of each of two secteurs paid so many times. */
async function paidTown(times: number): Promise<{ town: Town; payers: number[] }> {
  const town = await createTown(pool);
  const payers: number[] = [];
  for (const node of [town.nodes[4], town.nodes[5]]) {
    const { id } = await enrol(pool, town, { node });
    payers.push(id);
    await outcomeOf(pool, async (client) => {
      for (let n = 0; n < times; n++)
        await imputeOldestFirst(client, town, await book(client, town, id, { montant: 100 }));
    });
  }
  return { town, payers };
}

const select = async ({ entite }: Town): Promise<{ token: string; count: number }> =>
  (
    await superadmin.send<{ token: string; count: number }>('POST', '/v2/selections', {
      resource: 'transactions',
      query: `entite=[${entite}]`,
    })
  ).body;
const remove = (
  caller: typeof superadmin,
  body: { selection?: string; ids?: number[]; motif?: string },
): ReturnType<typeof caller.send<SuppressionTransactions & Problem>> =>
  caller.send<SuppressionTransactions & Problem>('POST', '/v2/transactions/suppression', body);
const received = ({ entite }: Town) =>
  queryRows<{ nombre: number; montant: number }>(
    pool,
    'select count(*)::int as nombre, sum(montant)::int as montant from transaction where entite_id = $1',
    [entite],
  );

describe('the whole of a filtered list', () => {
  it('is taken back by a job, with a journal entry for each place; payments that cannot be are listed with the reason', async () => {
    const { town, payers } = await paidTown(13);
    await refund(superadmin, payers[1] as number, 150);
    const { token, count } = await select(town);
    expect(count).toBe(27);
    const { status, body } = await remove(superadmin, { selection: token, motif: 'Double import' });
    expect(status, JSON.stringify(body)).toBe(200);
    const travail = { nature: 'suppression-transactions', statut: 'terminé', total: 2, fait: 2 };
    expect(body).toMatchObject({ total: 27, supprimes: 0, refuses: [], travail });
    // the refund comes last: until it is taken back too, the last two payments had been given back in part
    expect(body.travail?.rapport).toEqual({
      total: 27,
      faits: 25,
      laisses: [{ motif: 'Ce paiement a déjà été remboursé, en tout ou en partie.', nombre: 2 }],
    });
    expect(await received(town)).toEqual([{ nombre: 27 + 25, montant: 200 }]);
    const journal = await queryRows(
      pool,
      `select enregistrement_id::int as lieu, apres from journal
       where entite_id = $1 and acte = 'supprimer' and ressource = 'ramifications' order by 1`,
      [town.entite],
    );
    const motif = 'Double import';
    expect(journal).toEqual([
      { lieu: town.nodes[4], apres: { transactions: 13, montant: 1_300, motif } },
      { lieu: town.nodes[5], apres: { transactions: 12, montant: 950, motif } },
    ]);
    // once more, with a payment that came since: what was taken back stays as it is
    await pay(superadmin, payers[0] as number, 700);
    const again = await remove(superadmin, { selection: (await select(town)).token, motif: 'Encore' });
    expect(again.body.travail?.rapport).toEqual({
      total: 53,
      faits: 3,
      laisses: [{ motif: 'Déjà annulées', nombre: 50 }],
    });
    expect(await received(town)).toEqual([{ nombre: 56, montant: 0 }]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('needs a reason, is only for Super Admin and Admin NTA, and removes nothing out of scope', async () => {
    const ids = Array.from({ length: 21 }, (_, n) => 900_000_000 + n);
    expect((await remove(niamey, { ids, motif: 'Essai' })).status).toBe(403);
    const without = await remove(superadmin, { ids });
    expect([without.status, without.body.errors?.[0]?.field]).toEqual([400, 'motif']);
    expect((await remove(superadmin, { ids, motif: 'Essai' })).status).toBe(404);
  });
});
