/**
 * Lists: one page of keys is found with the joins that filter and order need, then only those rows are read in
 * full. The number of all rows is asked apart and kept while nothing is written.
 */
import { FilterError, type FilterRow, type ListQuery, parseFilterQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Database, PREPARED } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { filterCondition, type ListColumn } from './condition.ts';

export type { ListColumn } from './condition.ts';

export interface ListSource<Row> {
  /** Prefix of the resource's own columns. */
  alias: string;
  /** Other spellings of a prefix that callers use. */
  otherAliases?: Record<string, string>;
  from: RawBuilder<unknown>;
  /** What names a row and breaks ties. */
  key: RawBuilder<unknown>;
  /** Joins by name, in the order in which they are written; a join may stand on others. */
  joins: Record<string, { sql: RawBuilder<unknown>; after?: string[] }>;
  columns: Record<string, ListColumn>;
  order: { column: string; direction: 'asc' | 'desc' };
  pageSize: number;
  /** Columns of the full row, read with all joins. */
  select: RawBuilder<unknown>;
  toRow: (raw: Record<string, unknown>) => Row;
}

/** A list narrowed to what one call may see and asked for. */
export interface Narrowed {
  /** Scope and forced conditions: they stand outside the caller's own. */
  conditions: RawBuilder<boolean>[];
  filters: FilterRow[];
  /** Joins that `conditions` are written on. */
  joins?: string[];
}

export interface ListReply<Row> {
  data: Row[];
  meta: { total_records: number };
}

const counts = freshCache<number>(5000);

/** Finds a declared column by `alias.field`, another spelling of the alias, or the bare name of an own field. */
export function columnOf(
  source: Pick<ListSource<unknown>, 'alias' | 'otherAliases' | 'columns'>,
  name: string,
): [string, ListColumn] {
  const [, prefix = name, field] = /^([^.]*)\.(.*)$/s.exec(name) ?? [];
  const candidates = field
    ? [name, `${source.otherAliases?.[prefix] ?? prefix}.${field}`]
    : [`${source.alias}.${name}`, `${source.otherAliases?.[name] ?? name}.id`, `${name}.id`];
  for (const candidate of candidates) {
    const column = Object.hasOwn(source.columns, candidate) ? source.columns[candidate] : undefined;
    if (column) return [candidate, column];
  }
  throw new FilterError('filtre.colonne', name, `La colonne « ${name} » n'existe pas dans cette liste.`);
}

function joinsFor(
  source: ListSource<never> | ListSource<unknown>,
  wanted: Iterable<string>,
): RawBuilder<unknown> {
  const needed = new Set<string>();
  const add = (name: string): void => {
    for (const before of source.joins[name]?.after ?? []) add(before);
    needed.add(name);
  };
  for (const name of wanted) add(name);
  const written = Object.entries(source.joins).filter(([name]) => needed.has(name));
  return sql.join(
    written.map(([, join]) => join.sql),
    sql` `,
  );
}

export interface Selection {
  where: RawBuilder<boolean>;
  /** `from` with the joins that `where` and the order need. */
  from: RawBuilder<unknown>;
}

/** The rows that a narrowed list holds, as SQL. @throws FilterError */
export function selectionOf(
  source: ListSource<never> | ListSource<unknown>,
  narrowed: Narrowed,
  orderBy?: string,
): Selection {
  const used = new Set(narrowed.joins ?? []);
  const find = (name: string): ListColumn => {
    const [, column] = columnOf(source, name);
    if (column.join) used.add(column.join);
    return column;
  };
  const own = filterCondition(narrowed.filters, find);
  if (orderBy) find(orderBy);
  const conditions = own ? [...narrowed.conditions, own] : narrowed.conditions;
  return {
    where: conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`,
    from: sql`${source.from} ${joinsFor(source, used)}`,
  };
}

/** The filter rows of a query string. */
export const filtersOf = (query: ListQuery): FilterRow[] => parseFilterQuery(query);

/** How many rows a narrowed list holds. */
export async function countRows(
  db: Database,
  source: ListSource<never> | ListSource<unknown>,
  narrowed: Narrowed,
): Promise<number> {
  const { where, from } = selectionOf(source, narrowed);
  const query = sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.compile(db);
  return counts.get(JSON.stringify([query.sql, query.parameters]), async () => {
    const { rows } = await db.executeQuery(query);
    return rows[0]?.n ?? 0;
  });
}

/**
 * One page of a list, and the number of all its rows.
 * @param count where the number is known otherwise (from stored totals); counted when absent
 */
export async function readList<Row>(
  db: Database,
  source: ListSource<Row>,
  narrowed: Narrowed,
  query: ListQuery,
  count?: () => Promise<number>,
): Promise<ListReply<Row>> {
  const [orderBy, column] = columnOf(source, query.orderBy ?? source.order.column);
  if (column.some)
    throw new FilterError('filtre.colonne', orderBy, `La colonne « ${orderBy} » ne sert pas à trier.`);
  const direction = query.sortOrder ?? (query.orderBy ? 'asc' : source.order.direction);
  const size = query.itemperpage ?? source.pageSize;
  const { where, from } = selectionOf(source, narrowed, orderBy);
  const order = sql`${column.sql} ${sql.raw(direction)}${sql.raw(column.nullable ? ' nulls last' : '')}, ${source.key} ${sql.raw(direction)}`;
  const offset = Math.min((query.page - 1) * size, Number.MAX_SAFE_INTEGER);
  const keys = sql<{ cle: number }>`
    select ${source.key} as cle from ${from} where ${where} order by ${order} limit ${size} offset ${offset}`;
  const [data, total] = await Promise.all([
    keys.execute(db).then(({ rows }) =>
      readRows(
        db,
        source,
        rows.map((row) => row.cle),
      ),
    ),
    count ? count() : countRows(db, source, narrowed),
  ]);
  return { data, meta: { total_records: total } };
}

/** Rows in full, in the order of their keys. */
async function readRows<Row>(db: Database, source: ListSource<Row>, keys: readonly number[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(PREPARED)}
    select ${source.select}
    from unnest(${keys}::bigint[]) with ordinality as page (cle, rang)
    join ${source.from} on ${source.key} = page.cle ${joinsFor(source, Object.keys(source.joins))}
    order by page.rang`.execute(db);
  return rows.map((raw) => source.toRow(raw));
}

/** One row in full, within the given conditions; undefined where there is none. */
export async function findRow<Row>(
  db: Database,
  source: ListSource<Row>,
  id: number,
  narrowed: Pick<Narrowed, 'conditions'>,
): Promise<Row | undefined> {
  const where = sql.join([sql<boolean>`${source.key} = ${id}::bigint`, ...narrowed.conditions], sql` and `);
  const { rows } = await sql<Record<string, unknown>>`
    select ${source.select} from ${source.from} ${joinsFor(source, Object.keys(source.joins))} where ${where}`.execute(
    db,
  );
  return rows[0] ? source.toRow(rows[0]) : undefined;
}

/** Keys of all rows of a narrowed list, at most `limit`, for acts on a selection. */
export async function readKeys(
  db: Database,
  source: ListSource<never> | ListSource<unknown>,
  narrowed: Narrowed,
  except: readonly number[],
  limit: number,
): Promise<number[]> {
  const { where, from } = selectionOf(source, narrowed);
  const { rows } = await sql<{ cle: number }>`
    select ${source.key} as cle from ${from} where ${where} and not (${source.key} = any(${except}::bigint[]))
    order by 1 limit ${limit}`.execute(db);
  return rows.map((row) => row.cle);
}
