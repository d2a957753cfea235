/**
 * Outlines of quartiers and secteurs, entered by their town or computed from the positions of their taxpayers, and what
 * was paid there.
 */
import type { FigureQuery, Forme } from '@octroi/contract';
import { sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { signedSegmentsOf } from '../totals/grains.ts';
import type { Point } from './hull.ts';
import { sumsOf } from '../totals/sums.repository.ts';

/** Directions in which the outermost taxpayer of a place is searched: the maximum number of corners. */
const DIRECTIONS = 16;
/**
 * A taxpayer counts for the outline if its distance to the place's median position is at most this many times the
 * median distance, or 200 m. Wrong positions do not matter until they are half of all.
 */
const REACH = 4;
const LEAST_DEGREES = 0.002;

export interface PlaceRead {
  id: number;
  /** Names from the highest sub-entity above it down to its own. */
  chemin: string[];
  /** The outermost taxpayers, unordered. */
  points: Point[];
}

/** The places of a level within a selection, with the outermost taxpayers; at least three taxpayers need a position. */
export async function readPlaces(
  queries: Queries,
  scope: Scope,
  query: PlaceQuery,
  niveau: number,
): Promise<PlaceRead[]> {
  const ancestorInPlace = placeConditions(scope, query, sql.ref('a.entite_id'), sql.ref('a.id'));
  const taxpayerInPlace = placeConditions(scope, query, sql.ref('c.entite_id'), sql.ref('c.ramification_id'));
  const corners = Array.from({ length: DIRECTIONS }, (_, n) => {
    const angle = (2 * Math.PI * n) / DIRECTIONS;
    return sql`max(array[x * ${Math.cos(angle)}::float8 + y * ${Math.sin(angle)}::float8, y, x])`;
  });
  const { rows } = await sql<{ id: number; chemin: string[]; coins: number[][] }>`
    with lieu as materialized (
      select a.id, a.nom, d.entite_id, d.descendant_id as noeud
      from ramification a join type_ramification t on t.id = a.type_id
      join ramification_descendance d on d.entite_id = a.entite_id and d.ancetre_id = a.id
      where t.niveau = ${niveau} and ${sql.join(ancestorInPlace, sql` and `)}),
    point as materialized (
      select lieu.id, c.latitude::float8 as y, c.longitude::float8 as x
      from lieu join contribuable c on c.entite_id = lieu.entite_id and c.ramification_id = lieu.noeud
      where c.latitude is not null and c.longitude is not null and ${sql.join(taxpayerInPlace, sql` and `)}),
    milieu as (
      select id, percentile_cont(0.5) within group (order by y) as my, percentile_cont(0.5) within group (order by x) as mx
      from point group by id having count(*) >= 3),
    ecart as materialized (
      select id, x, y, greatest(abs(y - my), abs(x - mx)) as d from point join milieu using (id)),
    portee as (
      select id, greatest(${REACH} * percentile_cont(0.5) within group (order by d), ${LEAST_DEGREES}::float8) as most
      from ecart group by id)
    select e.id, r.chemin, json_build_array(${sql.join(corners)}) as coins
    from ecart e join portee p on p.id = e.id and e.d <= p.most join ramification r on r.id = e.id
    group by e.id, r.chemin having count(*) >= 3`.execute(queries);
  return rows.map(({ coins, ...place }) => ({
    ...place,
    points: coins.map(([, latitude = 0, longitude = 0]): Point => [latitude, longitude]),
  }));
}

interface PlaceOutlined extends Pick<PlaceRead, 'id' | 'chemin'> {
  forme: Forme;
}

/** The places of a level within a selection whose outline the town entered. */
export async function readOutlined(
  queries: Queries,
  scope: Scope,
  query: PlaceQuery,
  niveau: number,
): Promise<PlaceOutlined[]> {
  const ancestorInPlace = placeConditions(scope, query, sql.ref('a.entite_id'), sql.ref('a.id'));
  const { rows } = await sql<PlaceOutlined>`
    select a.id, a.chemin, k.forme
    from contour k join ramification a on a.id = k.ramification_id join type_ramification t on t.id = a.type_id
    where t.niveau = ${niveau} and ${sql.join(ancestorInPlace, sql` and `)}`.execute(queries);
  return rows;
}

interface PlaceAmounts {
  id: number;
  prevu: number;
  paye: number;
}

/** What the taxpayers of a selection owe and paid for a year, by place. */
export async function sumByPlace(
  queries: Queries,
  scope: Scope,
  query: FigureQuery,
  annee: number,
  places: readonly number[],
): Promise<PlaceAmounts[]> {
  const sums = sumsOf(scope, query, signedSegmentsOf(query.from, query.to), {
    table: 'tenu_montant',
    figures: { prevu: sql.ref('t.prevu'), paye: sql.ref('t.paye') },
    by: { entite_id: sql.ref('t.entite_id'), ramification_id: sql.ref('t.ramification_id') },
    condition: sql<boolean>`t.annee = ${annee}`,
  });
  const { rows } = await sql<PlaceAmounts>`
    select d.ancetre_id as id, sum(s.prevu)::bigint as prevu, sum(s.paye)::bigint as paye
    from (${sums}) s
    join ramification_descendance d on d.entite_id = s.entite_id and d.descendant_id = s.ramification_id
    where d.ancetre_id = any(${places}::int[]) group by 1`.execute(queries);
  return rows;
}
