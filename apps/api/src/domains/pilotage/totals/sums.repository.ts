/** Sums over whole segments of a stored total: what figures by date, agent, tax and cell of the map are read with. */
import type { StatistiqueQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB } from '#src/platform/database/database.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import { BEGINNING, END, type Segment } from './grains.ts';

/** Where and of whom a figure is asked; the days come as segments. */
export type Asked = PlaceQuery & Partial<Pick<StatistiqueQuery, 'betail' | 'agent'>>;

/** What comes in net of refunds, in francs. */
export const NET = sql`(t.recu - t.rembourse)`;
/** Taxpayers by present statut. */
export const STATUTS = {
  total: sql.ref('t.total'),
  corrige: sql.ref('t.corrige'),
  valide: sql.ref('t.valide'),
};

/** What is summed: a stored total `t`, its figures by name, and what tells the sums apart beside the days. */
export interface Sum<Name extends string = string, By extends string = string> {
  table: keyof DB;
  figures: Record<Name, RawBuilder<unknown>>;
  by?: Record<By, RawBuilder<unknown>>;
  /** Which rows of the total, beside the place and the days. */
  condition?: RawBuilder<boolean>;
}

type SummedSegment = Segment & { sign?: 1 | -1 };
const NO_DAY: SummedSegment = { grain: 'j', from: END, to: BEGINNING };
const AGENT_TABLES: ReadonlySet<keyof DB> = new Set(['total_agent', 'tenu_encaissement_agent']);

/**
 * The sums by the given keys, each segment a range of the total's key that is summed by itself. The days' part of the
 * key is worked out of the totals' own first days: once a sum, not once a row.
 * @param row the row of a table by date that the total beginning on `debut` belongs to
 */
export function sumsOf<Row>(
  scope: Scope,
  query: Asked,
  segments: readonly SummedSegment[],
  { table, figures, by = {}, condition = sql<boolean>`true` }: Sum,
  row?: RawBuilder<unknown>,
): RawBuilder<Row> {
  const names = Object.keys(figures);
  const keys = Object.keys(by);
  const grouped = groupBy([...(row ? ['debut'] : []), ...keys].length);
  const conditions = sql.join([...conditionsOf(scope, query, table), condition], sql` and `);
  const entites = entitesOf(scope, query);
  const parts = (segments.length > 0 ? segments : [NO_DAY]).map(({ grain, from, to, sign = 1 }) => {
    const columns = [
      ...(row ? [sql`t.debut`] : []),
      ...Object.entries(by).map(([name, key]) => sql`${key} as ${sql.id(name)}`),
      ...Object.entries(figures).map(
        ([name, figure]) => sql`${sql.lit(sign)} * sum(${figure}) as ${sql.id(name)}`,
      ),
    ];
    return sql`select ${sql.join(columns)} from ${sql.table(table)} t
      where t.entite_id = any(${entites}) and t.betail = ${query.betail === '1'} and t.grain = ${sql.lit(grain)}
        and t.debut between ${from}::date and ${to}::date and ${conditions}
      ${grouped}`;
  });
  const columns = [
    ...(row ? [sql`${row} as debut`] : []),
    ...keys.map((name) => sql.ref(name)),
    ...names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.id(name)}`),
  ];
  return sql<Row>`
    select ${sql.join(columns)} from (${sql.join(parts, sql` union all `)}) as somme
    ${grouped}`;
}

/** The collectivités that are asked for and seen, as a list of their keys: the totals' keys begin with it. */
export function entitesOf(scope: Scope, { entite }: Asked): RawBuilder<number[]> {
  const asked = entite?.length ? sql`e.id = any(${entite}::int[])` : sql`true`;
  return sql`array(select e.id from entite e where ${entiteCondition(scope, sql.ref('e.id'))} and ${asked})`;
}

/** By the first so many columns; by nothing, all rows are one. */
const groupBy = (columns: number): RawBuilder<unknown> =>
  columns === 0
    ? sql``
    : sql`group by ${sql.join(Array.from({ length: columns }, (_, index) => sql.lit(index + 1)))}`;

/** What is counted of a total's rows `t`: the place that is asked for and seen, and the agent. */
export function conditionsOf(scope: Scope, query: Asked, table: keyof DB): RawBuilder<boolean>[] {
  const conditions = placeConditions(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  if (query.agent && AGENT_TABLES.has(table)) conditions.push(sql<boolean>`t.agent_id = ${query.agent}::int`);
  return conditions;
}
