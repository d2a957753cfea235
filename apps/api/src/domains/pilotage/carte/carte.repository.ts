/**
 * Taxpayers on the map: sums by cell of a grid, and the bounds of a selection. Small zooms read a stored total by small
 * cells; large zooms read the taxpayers themselves.
 */
import { type Cadre, type FigureQuery, mailleWidth, type MailleCarte, maillesOf } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { signedSegmentsOf } from '../totals/grains.ts';
import { sumsOf } from '../totals/sums.repository.ts';

/** Zoom of the cells stored in `total_carte` (functions/totaux/10-carte.sql). */
export const ZOOM_TENU = 15;

/** The taxpayers of a place enrolled in a period, as in the list of taxpayers. Aliases `c` and `t`. */
function taxpayers(scope: Scope, query: FigureQuery, annee: number): RawBuilder<unknown> {
  const conditions = placeConditions(scope, query, sql.ref('c.entite_id'), sql.ref('c.ramification_id'));
  if (query.from) conditions.push(sql`c.created_at >= debut_du_jour(${query.from}::date)`);
  if (query.to) conditions.push(sql`c.created_at < debut_du_jour(${query.to}::date + 1)`);
  return sql`
    from contribuable c
    left join total_contribuable t on t.entite_id = c.entite_id and t.contribuable_id = c.id and t.annee = ${annee}
    where ${sql.join(conditions, sql` and `)} and c.betail = ${query.betail === '1'}
      and c.latitude is not null and c.longitude is not null`;
}

const FIGURES = ['contribuables', 'prevu', 'paye', 'soldes', 'partiels', 'impayes'] as const;

/**
 * The stored cells of a place and a period, summed by the columns of `by`: number of taxpayers (year 0), amounts of the
 * year, and the share paid. `sommeY` and `sommeX` sum the ranks of the cells, once per taxpayer.
 */
function cells(
  scope: Scope,
  query: FigureQuery,
  annee: number,
  by: Record<string, RawBuilder<unknown>>,
  within: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<unknown> {
  const sums = sumsOf(scope, query, signedSegmentsOf(query.from, query.to), {
    table: 'tenu_carte',
    figures: {
      ...Object.fromEntries(FIGURES.map((name) => [name, sql.ref(`t.${name}`)])),
      sommeY: sql`t.contribuables * t.y`,
      sommeX: sql`t.contribuables * t.x`,
    },
    by,
    condition: sql<boolean>`t.annee in (0, ${annee}) and ${within}`,
  });
  return sql`(${sums}) t`;
}

export interface Sommes {
  contribuables: number;
  prevu: number;
  paye: number;
}

/** Sums of the taxpayers with a position, and the bounds around them (null if there are none). */
export async function sumOnMap(
  queries: Queries,
  scope: Scope,
  query: FigureQuery,
  annee: number,
): Promise<Sommes & { cadre: Cadre | null }> {
  const width = sql`${mailleWidth(ZOOM_TENU)}::float8`;
  const { rows } = await sql<Sommes & Nullable<Cadre>>`
    select coalesce(sum(contribuables), 0)::bigint as contribuables,
      coalesce(sum(prevu), 0)::bigint as prevu, coalesce(sum(paye), 0)::bigint as paye,
      min(x) * ${width} as ouest, min(y) * ${width} as sud, (max(x) + 1) * ${width} as est, (max(y) + 1) * ${width} as nord
    from ${cells(scope, query, annee, { y: sql.ref('t.y'), x: sql.ref('t.x') })}
    where contribuables > 0`.execute(queries);
  const [{ contribuables, prevu, paye, ...cadre }] = rows as [Sommes & Nullable<Cadre>];
  return { contribuables, prevu, paye, cadre: contribuables > 0 ? (cadre as Cadre) : null };
}

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

type MailleLue = Omit<MailleCarte, 'restant'>;

/**
 * The whole cells that touch a part of the map. Taxpayers are counted by cell and sub-entity first: few rows, which
 * also give each cell its name.
 */
export async function readMailles(
  queries: Queries,
  scope: Scope,
  query: FigureQuery & { cadre: Cadre; zoom: number },
  annee: number,
): Promise<MailleLue[]> {
  const noeuds = nodesOf(query.zoom)(scope, query, annee);
  const { rows } = await sql<MailleLue>`
    with noeud as materialized (${noeuds}),
    maille as (
      select x, y, sum(n)::bigint as contribuables, sum(latitudes) / sum(n) as latitude, sum(longitudes) / sum(n) as longitude,
        sum(prevu)::bigint as prevu, sum(paye)::bigint as paye, sum(soldes)::bigint as soldes,
        sum(partiels)::bigint as partiels, sum(impayes)::bigint as impayes, count(*) as noeuds,
        count(distinct entite_id) as entites
      from noeud group by 1, 2),
    par_entite as (
      select distinct on (x, y) x, y, entite_id from noeud group by x, y, entite_id order by x, y, sum(n) desc, entite_id),
    commun as (
      select distinct on (m.x, m.y) m.x, m.y, d.ancetre_id
      from maille m join noeud on (noeud.x, noeud.y) = (m.x, m.y)
      join ramification_descendance d on d.entite_id = noeud.entite_id and d.descendant_id = noeud.ramification_id
      where m.entites = 1
      group by m.x, m.y, m.noeuds, d.ancetre_id having count(*) = m.noeuds
      order by m.x, m.y, sum(d.distance))
    select m.x, m.y, m.contribuables, m.latitude, m.longitude, m.prevu, m.paye, m.soldes, m.partiels, m.impayes,
      m.contribuables - m.soldes - m.partiels - m.impayes as "sansDu",
      json_build_object('id', e.id, 'nom', e.nom) as entite, m.entites - 1 as "autresEntites",
      case when r.id is not null then json_build_object('id', r.id, 'nom', r.nom, 'parent', p.nom) end as lieu
    from maille m
    join par_entite pe on (pe.x, pe.y) = (m.x, m.y) join entite e on e.id = pe.entite_id
    left join commun on (commun.x, commun.y) = (m.x, m.y)
    left join ramification r on r.id = commun.ancetre_id left join ramification p on p.id = r.parent_id
    order by m.y desc, m.x`.execute(queries);
  return rows;
}

type MapQuery = FigureQuery & { cadre: Cadre; zoom: number };

const nodesOf = (zoom: number): typeof nodesOfTaxpayers =>
  zoom > ZOOM_TENU ? nodesOfTaxpayers : zoom === ZOOM_TENU ? nodesOfPlacedCells : nodesOfCells;

/** The stored cells at the zoom of the map: their figures without what each taxpayer owes, at the mean position of their taxpayers. */
const nodesOfPlacedCells = (scope: Scope, query: MapQuery, annee: number): RawBuilder<unknown> => sql`
  select x, y, entite_id, ramification_id, cellule.n, position.latitudes, position.longitudes, cellule.prevu, cellule.paye,
    cellule.soldes, cellule.partiels, cellule.impayes
  from (${nodesOfCells(scope, query, annee)}) cellule
  join (${nodesOfTaxpayers(scope, query, annee)}) position using (x, y, entite_id, ramification_id)`;

function nodesOfCells(scope: Scope, query: MapQuery, annee: number): RawBuilder<unknown> {
  const { left, bottom, right, top } = maillesOf(query.cadre, query.zoom);
  const finer = ZOOM_TENU - query.zoom;
  const across = sql`${2 ** finer}::int`;
  const width = sql`${mailleWidth(ZOOM_TENU)}::float8`;
  const within = sql<boolean>`t.y >= ${bottom} * ${across} and t.y < ${top} * ${across}
    and t.x >= ${left} * ${across} and t.x < ${right} * ${across}`;
  const by = {
    x: sql`t.x >> ${finer}`,
    y: sql`t.y >> ${finer}`,
    entite_id: sql.ref('t.entite_id'),
    ramification_id: sql.ref('t.ramification_id'),
  };
  // seen from so far, the middle of a cell is the mean position of its taxpayers
  const middles = (ranks: string): RawBuilder<unknown> =>
    sql`(${sql.ref(ranks)} + contribuables * 0.5) * ${width}`;
  return sql`
    select x, y, entite_id, ramification_id, contribuables as n, ${middles('sommeY')} as latitudes,
      ${middles('sommeX')} as longitudes, prevu, paye, soldes, partiels, impayes
    from ${cells(scope, query, annee, by, within)}
    where contribuables > 0`;
}

function nodesOfTaxpayers(scope: Scope, query: MapQuery, annee: number): RawBuilder<unknown> {
  const { left, bottom, right, top } = maillesOf(query.cadre, query.zoom);
  const width = sql`${mailleWidth(query.zoom)}::float8`;
  const finest = Math.max(query.zoom, ZOOM_TENU);
  // multiplied, then shifted: dividing a number close to zero would leave the range of numbers
  const rank = (degrees: string): RawBuilder<unknown> =>
    sql`floor(${sql.ref(degrees)} * ${1 / mailleWidth(finest)}::float8)::int >> ${finest - query.zoom}`;
  return sql`
    select ${rank('c.longitude')} as x, ${rank('c.latitude')} as y, c.entite_id, c.ramification_id,
      count(*) as n, sum(c.latitude) as latitudes, sum(c.longitude) as longitudes,
      coalesce(sum(t.prevu), 0) as prevu, coalesce(sum(t.paye), 0) as paye,
      count(*) filter (where t.prevu > 0 and t.paye >= t.prevu) as soldes,
      count(*) filter (where t.prevu > 0 and t.paye > 0 and t.paye < t.prevu) as partiels,
      count(*) filter (where t.prevu > 0 and t.paye <= 0) as impayes
    ${taxpayers(scope, query, annee)}
      and c.latitude >= ${bottom} * ${width} and c.latitude < ${top} * ${width}
      and c.longitude >= ${left} * ${width} and c.longitude < ${right} * ${width}
    group by 1, 2, 3, 4`;
}
