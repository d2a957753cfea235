/** The places of a figure: the chosen nodes, within the person's scope. */
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery, subtreesOf } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

interface Line {
  id: number;
  nom: string;
  /** Whether the row counts the sub-entity itself, without those below it, which have rows of their own. */
  direct: boolean;
  enabled: boolean;
}

export interface Place {
  entites: { id: number; nom: string; commission: number | null; enabled: boolean }[];
  /** Rows of the table: collectivités, or sub-entities that each count everything below them. */
  lines: { type: 'entite' | 'ramification'; rows: Line[] };
}

/** Counts the chosen places that are out of scope or do not exist. */
export async function countUnseen(
  queries: Queries,
  scope: Scope,
  { entite = [], ramification = [], ms = [] }: PlaceQuery,
): Promise<number> {
  const nodes = [...new Set([...ramification, ...ms])];
  const entites = [...new Set(entite)];
  if (nodes.length === 0 && entites.length === 0) return 0;
  const inSight = placeConditions(scope, {}, sql.ref('r.entite_id'), sql.ref('r.id'));
  const { rows } = await sql<{ places: number }>`select
    (select count(*) from unnest(${entites}::int[]) asked (id)
      where not exists (select from entite e where e.id = asked.id and ${entiteCondition(scope, sql.ref('e.id'))}))
    + (select count(*) from unnest(${nodes}::int[]) asked (id)
      where not exists (
        select from ramification_descendance d join ramification r on r.id = d.descendant_id
        where d.ancetre_id = asked.id and ${sql.join(inSight, sql` and `)})) as places`.execute(queries);
  return rows[0]?.places ?? 0;
}

/**
 * The collectivités concerned, and the rows of the table: the collectivités if there are several, the highest
 * sub-entities of a single one, the children of a single sub-entity, or the chosen sub-entities.
 */
export async function readPlace(queries: Queries, scope: Scope, query: PlaceQuery): Promise<Place> {
  const asked = query.entite ?? [];
  const entites = await queries
    .selectFrom('entite as e')
    .select(['e.id', 'e.nom', 'e.commission', 'e.enabled'])
    .where((eb) => entiteCondition(scope, eb.ref('e.id')))
    .$if(asked.length > 0, (places) => places.where('e.id', '=', anyOf(asked)))
    .orderBy('e.nom')
    .execute();

  const [chosen] = subtreesOf(query);
  const nodes = chosen ?? (scope.kind === 'ramifications' ? scope.ramifications : undefined);
  if (!nodes && entites.length !== 1)
    return {
      entites,
      lines: {
        type: 'entite',
        rows: entites.map(({ id, nom, enabled }) => ({ id, nom, direct: false, enabled })),
      },
    };

  const [single] = entites;
  const which = !nodes
    ? sql`r.entite_id = ${single?.id ?? 0} and r.parent_id is null and not r.technique`
    : nodes.length === 1
      ? sql`(r.parent_id = ${nodes[0]} or r.id = ${nodes[0]})`
      : // one that lies beneath another of them is counted there
        sql`r.id = any(${nodes}::int[]) and not exists (
          select from ramification_descendance d
          where d.descendant_id = r.id and d.distance > 0 and d.ancetre_id = any(${nodes}::int[]))`;
  const visible = placeConditions(scope, { entite: query.entite }, sql.ref('r.entite_id'), sql.ref('r.id'));
  const chosenLines = sql`select r.id, r.nom, r.enabled from ramification r where ${which} and ${sql.join(visible, sql` and `)}`;
  const { rows } = await sql<
    Omit<Line, 'direct'>
  >`${nodes ? withTheRest(chosenLines, scope, query) : chosenLines} order by nom, id`.execute(queries);
  const itself = nodes?.length === 1 && rows.length > 1 ? nodes[0] : undefined;
  return {
    entites,
    lines: { type: 'ramification', rows: rows.map((row) => ({ ...row, direct: row.id === itself })) },
  };
}

/**
 * The chosen rows, and the highest sub-entities of the place below none of them: a person who chose more than the scope
 * holds still gets a row for everything in scope.
 */
const withTheRest = (
  chosenLines: RawBuilder<unknown>,
  scope: Scope,
  query: PlaceQuery,
): RawBuilder<unknown> => sql`
  with choisie as (${chosenLines}),
  lieu as (
    select r.id, r.nom, r.enabled, r.parent_id from ramification r
    where ${sql.join(placeConditions(scope, query, sql.ref('r.entite_id'), sql.ref('r.id')), sql` and `)})
  select id, nom, enabled from choisie
  union all
  select id, nom, enabled from lieu
  where not exists (select from lieu plus_haut where plus_haut.id = lieu.parent_id)
    and not exists (
      select from ramification_descendance d join choisie c on c.id = d.ancetre_id where d.descendant_id = lieu.id)`;
