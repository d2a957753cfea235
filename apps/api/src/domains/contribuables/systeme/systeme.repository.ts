/** « Recettes à classer » of each collectivité: the taxpayer record of payments whose payer is unknown. */
import { A_CLASSER, RECETTES_A_CLASSER } from '@octroi/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** Excludes « Recettes à classer » from a list of taxpayers. The few ids are read once, from their own index. */
export const isTaxpayer = (id: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${id} <> all(array(select systeme.id from contribuable systeme where systeme.systeme))`;

export async function findSysteme(queries: Queries, entiteId: number): Promise<number | undefined> {
  const row = await queries
    .selectFrom('contribuable')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('systeme', '=', true)
    .executeTakeFirst();
  return row?.id;
}

/** @returns the id; undefined if another transaction inserted the record meanwhile */
export async function insertSysteme(
  trx: OpenTransaction,
  {
    entiteId,
    ramification,
    utilisateurId,
  }: { entiteId: number; ramification: number; utilisateurId: number },
): Promise<number | undefined> {
  const row = await trx
    .insertInto('contribuable')
    .values({
      entite_id: entiteId,
      ramification_id: ramification,
      num_klis: A_CLASSER,
      nom: RECETTES_A_CLASSER,
      created_by_id: utilisateurId,
      systeme: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
