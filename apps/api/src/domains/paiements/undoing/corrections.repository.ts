/** What a person corrects of a payment. */
import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import type { LockedPayment } from '../booking/booking.repository.ts';

export type Changes = Partial<
  Pick<LockedPayment, 'contribuable' | 'montant' | 'moyenPaiement' | 'noTransaction' | 'annee' | 'motif'>
>;

/** Writes changes of a payment; while it waits, its commission follows its amount and method. */
export async function changeTransaction(
  trx: OpenTransaction,
  payment: LockedPayment,
  changes: Changes,
): Promise<void> {
  const next = { ...payment, ...changes };
  await trx
    .updateTable('transaction as t')
    .from(['moyen_paiement as m', 'contribuable as c'])
    .set((eb) => ({
      contribuable_id: next.contribuable,
      // the present place of its taxpayer, at which it will count once it is confirmed
      ...(changes.contribuable === undefined
        ? {}
        : {
            ramification_id: eb.ref('c.ramification_id'),
            betail: eb.ref('c.betail'),
            a_classer: eb.ref('c.systeme'),
          }),
      montant: next.montant,
      moyen_paiement_id: next.moyenPaiement,
      no_transaction: next.noTransaction,
      annee: next.annee,
      motif: next.motif,
      frais: eb
        .case()
        .when('t.statut', '=', 'En attente de confirmation')
        .then(
          sql<number>`round(${next.montant}::bigint * coalesce(${eb.ref('m.commission')}, 0) / 100)::bigint`,
        )
        .else(eb.ref('t.frais'))
        .end(),
    }))
    .where('t.entite_id', '=', payment.entiteId)
    .where('t.id', '=', payment.id)
    .where('m.id', '=', next.moyenPaiement)
    .where('c.entite_id', '=', payment.entiteId)
    .where('c.id', '=', next.contribuable)
    .execute();
}
