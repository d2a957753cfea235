/** The rows of a list parted by the places that they stand in, for paper. */
import { type Groupe, GROUPES } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';

/** Columns beside those of the row: the part that it is of, in the order of the parts, and what heads that. */
export interface GroupedRow {
  groupe_rang: number;
  groupe_nom: string;
}

export interface Grouping {
  /** Written on the sub-entity `ram` of a row. */
  join: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  select: RawBuilder<unknown>;
}

/**
 * A part is the place of that level which a row lies in or, where it stands above, its own place. Their ranks are worked
 * out once for all places: rows are sorted by a number.
 * @param several whether parts of several collectivités may be among them, which their heads then name
 */
export const groupingOf = (groupe: Groupe, several: boolean): Grouping => ({
  join: sql`join (
    select r.id, dense_rank() over (order by e.nom, e.id, g.chemin, g.id) as rang,
      ${several ? sql`e.nom || ' › ' ||` : sql``} array_to_string(g.chemin, ' › ') as nom
    from ramification r join entite e on e.id = r.entite_id
    cross join lateral (
      select a.id, a.chemin from ramification_descendance d
      join ramification a on a.id = d.ancetre_id join type_ramification t on t.id = a.type_id
      where d.descendant_id = r.id and (t.niveau <= ${sql.lit(GROUPES[groupe])} or d.distance = 0)
      order by t.niveau <= ${sql.lit(GROUPES[groupe])} desc, d.distance limit 1) as g
  ) as groupe on groupe.id = ram.id`,
  order: sql`groupe.rang`,
  select: sql`groupe.rang as groupe_rang, groupe.nom as groupe_nom`,
});
