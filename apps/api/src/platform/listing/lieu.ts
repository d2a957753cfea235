/** Places in lists: their order, and the one that a list is kept to. */
import { sql } from 'kysely';
import { type PlaceQuery, subtreesOf } from '#src/platform/access/place.ts';
import type { ListRows, ListSource } from './listing.ts';

/** The join that lists are ordered by places through. */
export const RANGS = {
  rangs: {
    // numbers sort faster than paths; grouped by its key, so that the planner drops it where nothing is ordered by it
    sql: sql`left join (select id, dense_rank() over (order by chemin) as rang from ramification group by id) as rangs on rangs.id = ram.id`,
    after: ['ram'],
  },
} as const satisfies ListRows['joins'];

/** Its name, in the order of its path: `Secteur A` is many. */
export const RAM_NOM = {
  sql: sql.ref('ram.nom'),
  order: { sql: sql.ref('rangs.rang'), join: 'rangs' },
  join: 'ram',
} as const;

/** The list as a call asks for it: what lies above the one place that it is kept to goes without saying. */
export const keptTo = <Row>(source: ListSource<Row>, query: PlaceQuery): ListSource<Row> => ({
  ...source,
  keptTo: subtreesOf(query).find((ids) => ids.length === 1)?.[0],
});
