/** What operators call back about. */
import type { Queries } from '#src/platform/database/database.ts';
import { listOf } from '#src/platform/database/expressions.ts';

/** The payment that an operator names by its own number, of whatever collectivité. */
export async function findByReference(
  queries: Queries,
  moyenPaiement: number,
  noTransaction: string,
): Promise<{ entiteId: number; id: number; contribuable: number } | undefined> {
  const rows = await queries
    .selectFrom('transaction')
    .select(['entite_id as entiteId', 'id', 'contribuable_id as contribuable'])
    // named one by one, collectivités lead into the index on their numbers
    .where((eb) => eb('entite_id', '=', eb.fn.any(listOf(eb.selectFrom('entite').select('id')))))
    .where('no_transaction', '=', noTransaction)
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('montant', '>', 0)
    .execute();
  // a number that two collectivités hold names neither
  return rows.length === 1 ? rows[0] : undefined;
}

/** @returns whether it was not known: an event is acted upon once */
export async function writeRappel(
  queries: Queries,
  rappel: { moyenPaiement: number; evenement: string; entiteId: number; id: number; statut: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('rappel_operateur')
    .values({
      moyen_paiement_id: rappel.moyenPaiement,
      evenement: rappel.evenement,
      entite_id: rappel.entiteId,
      transaction_id: rappel.id,
      statut: rappel.statut,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
