/** Taxes collected once in the life of a line, at its enrolment (docs/regles-de-calcul.md). */
import { type RawBuilder, sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';

/** Whether a collectivité has a tax collected once: without any, nothing else is asked about them. */
export async function hasUneFois(queries: Queries, entiteId: number): Promise<boolean> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select from taxe t join frequence f on f.id = t.frequence_id
    where t.entite_id = ${entiteId} and t.enabled and f.occurrences = 0 limit 1`.execute(queries);
  return rows.length > 0;
}

/**
 * Whether a tax collected once is due for a line in a year: the line is enrolled in that year, and the tax existed.
 * @param ligne alias of the `enrollement`
 * @param depuis instant from which on the tax exists
 */
export const doitUneFois = (
  ligne: string,
  annee: RawBuilder<unknown>,
  depuis: RawBuilder<unknown>,
): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${ligne}.${column}`);
  return sql<boolean>`(${of('une_fois')} and ${of('created_at')} >= ${depuis} and extract(year from jour_local(${of('created_at')})) = ${annee})`;
};

/**
 * Whether some tax of the base of the line `l`, whose equipment, if any, is `q`, bills it in a year: one that recurs, or
 * one collected once that the line owes. True for a base without a tax, which lacks one.
 */
export const isBilled = (annee: number): RawBuilder<boolean> => sql<boolean>`(
  select count(*) = 0 or bool_or(uf.occurrences > 0 or ${doitUneFois('l', sql`${annee}::int`, sql`ut.created_at`)})
  from taxe ut join frequence uf on uf.id = ut.frequence_id
  where ut.entite_id = l.entite_id and ut.enabled
    and (ut.type_equipement_id = q.type_equipement_id or ut.nature_activite_id = l.nature_activite_id))`;
