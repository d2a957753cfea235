/** What operators call back about. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** The payment that an operator names by its own number, of whatever collectivité. */
export async function findByReference(
  queries: Queries,
  moyenPaiement: number,
  noTransaction: string,
): Promise<{ entiteId: number; id: number; contribuable: number } | undefined> {
  const { rows } = await sql<{ entiteId: number; id: number; contribuable: number }>`
    select entite_id as "entiteId", id, contribuable_id as contribuable from transaction
    where entite_id = any(array(select id from entite)) and no_transaction = ${noTransaction}
      and moyen_paiement_id = ${moyenPaiement} and montant > 0`.execute(queries);
  // a number that two collectivités hold names neither
  return rows.length === 1 ? rows[0] : undefined;
}

/** @returns whether it was not known: an event is acted upon once */
export async function writeRappel(
  queries: Queries,
  rappel: { moyenPaiement: number; evenement: string; entiteId: number; id: number; statut: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into rappel_operateur (moyen_paiement_id, evenement, entite_id, transaction_id, statut)
    values (${rappel.moyenPaiement}, ${rappel.evenement}, ${rappel.entiteId}, ${rappel.id}, ${rappel.statut})
    on conflict do nothing returning evenement`.execute(queries);
  return rows.length > 0;
}
