/** Payments waiting for a confirmation: they pay nothing yet (docs/regles-de-calcul.md, « Ce qui est payé »). */
import type { Attente } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** Whether a transaction waits for its operator or bank. */
export const isWaiting = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.statut`)} = 'En attente de confirmation' and ${sql.ref(`${alias}.montant`)} > 0`;

/** SQL expression: waiting payments of one taxpayer, in francs. */
export const attenteOf = (
  entiteId: RawBuilder<unknown>,
  contribuable: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(
  select coalesce(sum(t.montant), 0)::bigint from transaction t
  where t.entite_id = ${entiteId} and t.contribuable_id = ${contribuable} and ${isWaiting('t')})`;

/** SQL expression: waiting payments of one taxpayer as JSON (`Attente[]`), the earliest first. */
export const attentesOf = (
  entiteId: RawBuilder<unknown>,
  contribuable: RawBuilder<unknown>,
): RawBuilder<Attente[]> => sql<Attente[]>`(
  select coalesce(json_agg(json_build_object('montant', t.montant, 'moyenPaiement', m.nom,
    'jour', jour_local(t.date_transaction)) order by t.date_transaction, t.id), '[]')
  from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id
  where t.entite_id = ${entiteId} and t.contribuable_id = ${contribuable} and ${isWaiting('t')})`;

/** The waiting payments of taxpayers of one collectivité, by taxpayer. */
export async function readAttentes(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Attente[]>> {
  const { rows } = await sql<{ id: number; attentes: Attente[] }>`
    select c.id, ${attentesOf(sql.ref('c.entite_id'), sql.ref('c.id'))} as attentes
    from contribuable c where c.entite_id = ${entiteId} and c.id = any(${ids}::bigint[])`.execute(queries);
  return new Map(rows.map(({ id, attentes }) => [id, attentes]));
}
