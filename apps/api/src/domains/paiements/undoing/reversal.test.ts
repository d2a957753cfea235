/* The one way by which a payment is undone, tried with every reason. */
import type { TransactionRow } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows } from '#src/testing/books.ts';
import { accountOf, addDebtor, MOYEN, newDebtor, pay } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { type Reason, undoPayments } from './reversal.service.ts';

const { url, signIn } = await testApp();
const { pool, db } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');

const REASONS: Record<Reason['nature'], (row: TransactionRow) => Reason> = {
  annulation: () => ({ nature: 'annulation' }),
  échec: () => ({ nature: 'échec' }),
  réimputation: () => ({ nature: 'réimputation' }),
  rejet: () => ({ nature: 'rejet', avis: `${'a'.repeat(64)}.pdf` }),
  suppression: (row) => ({ nature: 'suppression', row }),
};

const undo = (
  entite: number,
  payments: readonly { id: number; contribuable: number }[],
  reason: Reason,
): Promise<unknown> =>
  db.transaction().execute((trx) =>
    undoPayments(trx, entite, payments, {
      reason,
      motif: 'Essai',
      author: { utilisateurId: null, requestId: 'essai' },
    }),
  );

describe.each(Object.entries(REASONS))('a payment undone by %s', (_nature, reasonOf) => {
  it('is refused if its taxpayer has changed meanwhile', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    const { id: former } = await addDebtor(pool, town);
    const { body: row } = await pay(superadmin, id, 2_000);
    await expect(
      undo(town.entite, [{ id: row.id, contribuable: former }], reasonOf(row)),
    ).rejects.toMatchObject({ code: 'introuvable' });
    expect(await accountOf(pool, id)).toEqual({ paye: [2_000], avance: 0 });
  });

  it('is undone once, even if another call does it at the same moment', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    for (const confirmed of [true, false]) {
      const { body: row } = await pay(superadmin, id, 2_000, { moyenPaiement: MOYEN.cheque });
      if (confirmed) await superadmin.send('PATCH', `/v2/transactions/${row.id}`, { statut: 'Confirmé' });
      const payments = [{ id: row.id, contribuable: id }];
      const attempts = await Promise.allSettled(
        [1, 2, 3].map(() => undo(town.entite, payments, reasonOf(row))),
      );
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    expect(
      await queryRows(
        pool,
        'select count(*) as n, sum(montant)::bigint as reste from transaction where contribuable_id = $1 and statut = $2',
        [id, 'Confirmé'],
      ),
    ).toEqual([{ n: 2, reste: 0 }]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});
