/** Where the rows of a list stand, told in names from below the place that the list is kept to. */
import { type RawBuilder, sql } from 'kysely';
import { type PlaceQuery, subtreesOf } from '#src/platform/access/place.ts';
import type { ListSource } from './listing.ts';

const lieu = (niveau: RawBuilder<unknown>) => ({
  // numbers sort faster than paths; grouped by its key, so that the planner drops it where nothing is ordered by it
  rangs: {
    sql: sql`left join (select id, dense_rank() over (order by chemin) as rang from ramification group by id) as rangs on rangs.id = ram.id`,
    after: ['ram'],
  },
  lieu: { sql: sql`cross join (select ${niveau} as niveau) as lieu` },
});

/** The join that `CHEMIN` is read through, in a list of all places. */
export const LIEU = lieu(sql`0`);

/** Names down to the sub-entity `ram`; its own is told in any case. */
export const CHEMIN = sql`ram.chemin[1 + least(lieu.niveau, cardinality(ram.chemin) - 1):]`;

/** The sub-entity of a row, as replies nest it: `ram`, its parent `p` and its collectivité `ent`. */
export const RAMIFICATION = sql`json_build_object('id', ram.id, 'nom', ram.nom,
  'parent', case when p.id is not null then json_build_object('id', p.id, 'nom', p.nom) end,
  'entite', json_build_object('id', ent.id, 'nom', ent.nom), 'chemin', ${CHEMIN})`;

/** Its name, in the order of its path: `Secteur A` is many. */
export const RAM_NOM = {
  sql: sql.ref('ram.nom'),
  order: { sql: sql.ref('rangs.rang'), join: 'rangs' },
  join: 'ram',
} as const;

/** The list as a call asks for it: what lies above the one place that it is kept to goes without saying. */
export function keptTo<Row>(source: ListSource<Row>, query: PlaceQuery): ListSource<Row> {
  const kept = subtreesOf(query).find((ids) => ids.length === 1)?.[0];
  if (kept === undefined) return source;
  const niveau = sql`coalesce((select cardinality(chemin) from ramification where id = ${kept}), 0)`;
  return { ...source, joins: { ...source.joins, ...lieu(niveau) } };
}
