/** Which lines an exonération takes out of a year (docs/regles-de-calcul.md, « Les exonérations »). */
import { type RawBuilder, sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';

/** Whether an exonération is in force in a year of a collectivité: without any, nothing else is asked about them. */
export async function hasExonerations(queries: Queries, entiteId: number, annee: number): Promise<boolean> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select from exoneration where entite_id = ${entiteId} and ${annee} between du and fin limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Whether an exonération `x` concerns the line `ligne` of its taxpayer in a year. */
const concerns = (ligne: string, annee: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`x.contribuable_id = ${sql.ref(`${ligne}.contribuable_id`)} and ${annee} between x.du and x.fin
    and (x.enrollement_id is null or x.enrollement_id = ${sql.ref(`${ligne}.id`)})`;

/**
 * The part `exoneree` of a generation: the lines of `ligne` and taxes of `tarif` that an exonération takes out of the
 * year. A line of which all taxes are exonerated has a row even without a rate; its tax is then null.
 */
export const exonerees = (entiteId: number, annee: number): RawBuilder<unknown> => sql`
  exoneree as materialized (
    select distinct l.id as enrollement_id, t.taxe_id
    from ligne l
    join exoneration x on x.entite_id = ${entiteId} and ${concerns('l', sql`${annee}`)}
    left join (select distinct taxe_id, cible from tarif) t on t.cible = l.cible
      and (x.taxe_id is null or x.taxe_id = t.taxe_id)
    where t.taxe_id is not null or x.taxe_id is null)`;

/** Whether a tax of a line is not exonerated in a year. @param taxe null where any tax of its base is meant */
export const isNotExonerated = (
  entiteId: number,
  ligne: string,
  taxe: RawBuilder<unknown>,
  annee: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from exoneration x where x.entite_id = ${entiteId} and ${concerns(ligne, annee)}
    and (x.taxe_id is null or x.taxe_id = ${taxe}))`;

/** Whether the line `l`, whose equipment, if any, is `q`, is exonerated of a tax of its base in a year. */
export const isExonerated = (annee: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from exoneration x left join taxe xt on xt.entite_id = x.entite_id and xt.id = x.taxe_id
  where x.entite_id = l.entite_id and ${concerns('l', sql`${annee}`)}
    and (x.taxe_id is null or xt.type_equipement_id = q.type_equipement_id or xt.nature_activite_id = l.nature_activite_id))`;
