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

/** A line, as columns of a query. */
interface Ligne {
  entite: RawBuilder<unknown>;
  /** Its type of equipment, or minus its activity. */
  cible: RawBuilder<unknown>;
  inscrite: RawBuilder<unknown>;
  uneFois: RawBuilder<unknown>;
}

/**
 * Whether some tax of the base of a line bills it in a year: one that recurs, or one collected once that the line owes,
 * which is enrolled in that year, and since the tax exists. True for a base without a tax, which lacks one.
 */
export const isBilled = (
  annee: number,
  { entite, cible, inscrite, uneFois }: Ligne,
): RawBuilder<boolean> => sql<boolean>`(
  select count(*) = 0 or bool_or(uf.occurrences > 0 or ${uneFois} and ${inscrite} >= ut.created_at
    and extract(year from jour_local(${inscrite})) = ${annee}::int)
  from taxe ut join frequence uf on uf.id = ut.frequence_id
  where ut.entite_id = ${entite} and ut.enabled and coalesce(ut.type_equipement_id, -ut.nature_activite_id) = ${cible})`;
