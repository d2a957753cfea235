/** Exonérations of one taxpayer, as its record and its individual sheet show them. */
import type { Apercu } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import type { ContribuableKey } from '../fiche/compte.repository.ts';

/** Name of the only base of an exonération `exo`; null if all bases of the taxpayer are concerned. */
export const BASE = sql`(
  select coalesce(na.nom, teq.nom) || coalesce(' ' || nullif(l.variation, ''), '')
  from enrollement l
  left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
  left join type_equipement teq on teq.id = q.type_equipement_id
  left join nature_activite na on na.id = l.nature_activite_id
  where l.entite_id = exo.entite_id and l.id = exo.enrollement_id)`;

/** Name of its only tax; null if all taxes are concerned. */
export const TAXE = sql`(select t.nom from taxe t where t.entite_id = exo.entite_id and t.id = exo.taxe_id)`;

/** Those in force in a year or later, as JSON for the taxpayer `contribuable`. */
export const exonereesOf = (contribuable: string, annee: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_agg(json_build_array(exo.du, exo.fin, ${BASE}, ${TAXE}, exo.citation) order by exo.du, exo.id)
  from exoneration exo where exo.entite_id = ${sql.ref(`${contribuable}.entite_id`)}
    and exo.contribuable_id = ${sql.ref(`${contribuable}.id`)} and exo.fin >= greatest(${annee}, exo.du))`;

/** Those in force in a year or later, the earliest first. */
export async function readExonerees(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<Apercu['exonerations']> {
  const { rows } = await sql<Apercu['exonerations'][number]>`
    select exo.id, exo.du, exo.fin, ${BASE} as base, ${TAXE} as taxe, exo.citation from exoneration exo
    where exo.entite_id = ${entiteId} and exo.contribuable_id = ${id} and exo.fin >= greatest(${annee}::int, exo.du)
    order by exo.du, exo.id`.execute(queries);
  return rows;
}
