/** Selects the taxpayers who get a notice. */
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

export interface Redevable {
  entiteId: number;
  id: number;
}

/** The chosen taxpayers who owe something, of whatever year, by place (quartier, zone, secteur), then name. */
export async function redevablesOf(
  queries: Queries,
  scope: Scope,
  ids: readonly number[],
): Promise<Redevable[]> {
  const { rows } = await sql<Redevable>`
    select contrib.entite_id as "entiteId", contrib.id
    from contribuable contrib
    cross join lateral (
      select coalesce(sum(x.montant - x.paye), 0) as reste from echeance x
      where x.entite_id = contrib.entite_id and x.contribuable_id = contrib.id) du
    cross join lateral (
      select coalesce(sum(i.montant), 0) as avance from imputation i
      where i.entite_id = contrib.entite_id and i.contribuable_id = contrib.id and i.echeance_id is null) paye
    where contrib.id = any(${ids}::bigint[]) and du.reste > paye.avance
      and ${placeCondition(scope, sql.ref('contrib.entite_id'), sql.ref('contrib.ramification_id'))}
    order by contrib.entite_id, array(
      select r.nom from ramification_descendance d join ramification r on r.id = d.ancetre_id
      where d.descendant_id = contrib.ramification_id order by d.distance desc), contrib.nom_complet, contrib.id`.execute(
    queries,
  );
  return rows;
}
