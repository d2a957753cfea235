/** Sums over segments of a stored total: the base of figures by date, agent, tax and map cell. */
import type { StatistiqueQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB } from '#src/platform/database/database.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import { BEGINNING, END, type Segment } from './grains.ts';

/** Place and agent of a figure; its days come as segments. */
export type SumQuery = PlaceQuery & Partial<Pick<StatistiqueQuery, 'betail' | 'agent'>>;

/** Receipts net of refunds, in francs. */
export const NET = sql`(t.recu - t.rembourse)`;
/** Taxpayers by present statut. */
export const STATUTS = {
  total: sql.ref('t.total'),
  corrige: sql.ref('t.corrige'),
  valide: sql.ref('t.valide'),
};

/** A sum over a stored total `t`: its figures by name, and the columns that group them besides the days. */
export interface Sum<Name extends string = string, By extends string = string> {
  table: keyof DB;
  figures: Record<Name, RawBuilder<unknown>>;
  by?: Record<By, RawBuilder<unknown>>;
  /** Condition on the rows of the total, besides place and days. */
  condition?: RawBuilder<boolean>;
}

type SummedSegment = Segment & { sign?: 1 | -1 };
const NO_DAY: SummedSegment = { grain: 'j', from: END, to: BEGINNING };
const AGENT_TABLES: ReadonlySet<keyof DB> = new Set(['total_agent', 'tenu_encaissement_agent']);

/**
 * Sums by the given keys; each segment is a range of the total's key, summed separately. The part of the key for days
 * is computed from the first days of the totals: once per sum, not once per row.
 * @param row the row of a table by date that contains the total beginning on `debut`
 */
export function sumsOf<Row>(
  scope: Scope,
  query: SumQuery,
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

/** The chosen collectivités in scope, as a list of keys: the totals' keys begin with it. */
export function entitesOf(scope: Scope, { entite }: SumQuery): RawBuilder<number[]> {
  const chosen = entite?.length ? sql`e.id = any(${entite}::int[])` : sql`true`;
  return sql`array(select e.id from entite e where ${entiteCondition(scope, sql.ref('e.id'))} and ${chosen})`;
}

/** Groups by the first columns; with 0, all rows are one group. */
const groupBy = (columns: number): RawBuilder<unknown> =>
  columns === 0
    ? sql``
    : sql`group by ${sql.join(Array.from({ length: columns }, (_, index) => sql.lit(index + 1)))}`;

/** Conditions on the total's rows `t`: the chosen place within the scope, and the agent. */
export function conditionsOf(scope: Scope, query: SumQuery, table: keyof DB): RawBuilder<boolean>[] {
  const conditions = placeConditions(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  if (query.agent && AGENT_TABLES.has(table)) conditions.push(sql<boolean>`t.agent_id = ${query.agent}::int`);
  return conditions;
}
