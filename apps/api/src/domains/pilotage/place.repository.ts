/** Where a figure is counted: the nodes that a call asks for, within what the person sees. */
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeAsked, type PlaceQuery, subtreesOf } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';

export interface Line {
  id: number;
  nom: string;
}

export interface Place {
  entites: { id: number; nom: string; commission: number | null }[];
  /** What the table has a row for: collectivités, or sub-entities of which each counts what lies beneath. */
  lines: { type: 'entite' | 'ramification'; rows: Line[] };
}

/**
 * The collectivités concerned, and the rows of the table: the collectivités when there are several, the highest
 * sub-entities of a single one, the children of a single sub-entity, or the sub-entities that were asked for.
 */
export async function readPlace(queries: Queries, scope: Scope, query: PlaceQuery): Promise<Place> {
  const asked = query.entite && query.entite.length > 0 ? sql`e.id = any(${query.entite}::int[])` : sql`true`;
  const { rows: entites } = await sql<Place['entites'][number]>`
    select e.id, e.nom, e.commission from entite e
    where ${entiteCondition(scope, sql.ref('e.id'))} and ${asked} order by e.nom`.execute(queries);

  const [chosen] = subtreesOf(query);
  const nodes = chosen ?? (scope.kind === 'ramifications' ? scope.ramifications : undefined);
  if (!nodes && entites.length !== 1) return { entites, lines: { type: 'entite', rows: entites } };

  const [single] = entites;
  const which = !nodes
    ? sql`r.entite_id = ${single?.id ?? 0} and r.parent_id is null`
    : nodes.length === 1
      ? sql`(r.parent_id = ${nodes[0]} or r.id = ${nodes[0]})`
      : sql`r.id = any(${nodes}::int[])`;
  const visible = placeAsked(scope, { entite: query.entite }, sql.ref('r.entite_id'), sql.ref('r.id'));
  const chosenLines = sql`select r.id, r.nom from ramification r where ${which} and ${sql.join(visible, sql` and `)}`;
  const { rows } =
    await sql<Line>`${nodes ? withTheRest(chosenLines, scope, query) : chosenLines} order by nom, id`.execute(
      queries,
    );
  return { entites, lines: { type: 'ramification', rows } };
}

/**
 * The chosen lines, and the highest sub-entities of the place that lie beneath none of them: whoever asks for more than
 * what he sees still has a row for all that he sees.
 */
const withTheRest = (
  chosenLines: RawBuilder<unknown>,
  scope: Scope,
  query: PlaceQuery,
): RawBuilder<unknown> => sql`
  with choisie as (${chosenLines}),
  lieu as (
    select r.id, r.nom, r.parent_id from ramification r
    where ${sql.join(placeAsked(scope, query, sql.ref('r.entite_id'), sql.ref('r.id')), sql` and `)})
  select id, nom from choisie
  union all
  select id, nom from lieu
  where not exists (select from lieu plus_haut where plus_haut.id = lieu.parent_id)
    and not exists (
      select from ramification_descendance d join choisie c on c.id = d.ancetre_id where d.descendant_id = lieu.id)`;
