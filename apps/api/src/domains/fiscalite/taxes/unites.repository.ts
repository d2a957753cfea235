/** What the lines of a taxable base are counted in. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** A taxable base of a tax. */
export interface Base {
  natureActivite: number | null;
  typeEquipement: number | null;
}

/** The unit of a base, and the largest quantity of its open lines. */
export async function compteOf(
  queries: Queries,
  { natureActivite, typeEquipement }: Base,
): Promise<{ unite: string | null; quantiteMax: number | null }> {
  const { rows } = await sql<{ unite: string | null; quantiteMax: number | null }>`
    select b.unite, (
      select max(l.quantite) from enrollement l
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      where l.entite_id = b.entite_id and l.closed_at is null
        and (l.nature_activite_id = ${natureActivite}::int or q.type_equipement_id = ${typeEquipement}::int)) as "quantiteMax"
    from (
      select entite_id, unite from type_equipement where id = ${typeEquipement}::int
      union all select entite_id, unite from nature_activite where id = ${natureActivite}::int) b`.execute(
    queries,
  );
  return rows[0] ?? { unite: null, quantiteMax: null };
}
