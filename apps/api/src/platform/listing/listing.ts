/**
 * Lists. A page of keys is found with the joins that filter and order need; then those rows are read in full, as the JSON of
 * the reply. The number of all rows is a statement of its own. Page and number are cached until something is written.
 */
import {
  FilterError,
  type FilterRow,
  type ListQuery,
  parseFilterQuery,
  type StatedColumn,
} from '@octroi/contract';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import {
  inSnapshot,
  type Database,
  PREPARED,
  type Queries,
  opaqueArray,
} from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { filterCondition, holdsWords, type ListColumn } from './condition.ts';
import type { Grouping } from './groupe.ts';
import { Names, namesAt } from './names/names.ts';
import { VERSION } from './names/names.repository.ts';
import { type RowFields, type RowPlan, rowPlan, wantedNames, writeRows } from './row.ts';
import { WrittenJson } from '#src/platform/http/written-json.ts';

export { impliesFound, type ListColumn, type SqlColumn, sqlColumns } from './condition.ts';

/** Which rows a list has, and what they are filtered and ordered by. */
export interface ListRows {
  /** Prefix of the resource's own columns. */
  alias: string;
  /** Other spellings of a prefix that callers use. */
  otherAliases?: Record<string, string>;
  from: RawBuilder<unknown>;
  /** The same narrowed to rows of known keys, where `from` itself works out more than they need. */
  fromKeys?: (keys: readonly number[]) => RawBuilder<unknown>;
  /** What names a row and breaks ties. */
  key: RawBuilder<unknown>;
  /** Joins by name, in the order in which they are written; a join may stand on others. */
  joins: Record<string, { sql: RawBuilder<unknown>; after?: string[] }>;
  columns: Record<string, ListColumn>;
  /** How rows are found by words; absent: by the columns that tell one from another. */
  finds?: (typed: string) => RawBuilder<boolean>;
  order: { column: string; direction: 'asc' | 'desc' };
  pageSize: number;
}

export interface ListSource<Row> extends ListRows {
  /** What a row is: nothing else leaves. */
  schema: z.ZodType<Row>;
  /** How each field of a row is read. */
  row: RowFields<Row>;
  /** Joins that `row` is written on; absent: all of them. */
  rowJoins?: readonly string[];
  /** Fields that the columns of files read, where they are much fewer. */
  inFiles?: readonly string[];
  /** The only place that the list covers: paths of places begin below it. */
  keptTo?: number | undefined;
}

/** The rows that one call may see and asks for. */
export interface Narrowed {
  /** Scope and forced conditions: they stand outside the caller's own. */
  conditions: RawBuilder<boolean>[];
  filters: FilterRow[];
  /** What was typed to find rows among these: a condition of its own, beside the filter rows. */
  words?: string | undefined;
  /** Joins that `conditions` are written on. */
  joins?: string[];
}

export interface ListReply<Row> {
  data: Row[];
  meta: { total_records?: number };
}

/** A list may tell of the clock (what is due becomes late at midnight): so late at most is it noticed. */
const CLOCK_MS = 5000;
const counts = freshCache<number>(1000, CLOCK_MS);
const replies = freshCache<WrittenJson<ListReply<unknown>>>(200, CLOCK_MS);
/** Rows before a page from where on it is far. */
const FAR = 10_000;
/** Longer pages are read once, by exports: they are not cached. */
const MAX_KEPT_ROWS = 200;

const textOf = ({ sql: text, parameters }: CompiledQuery): string => text + JSON.stringify(parameters);

/** Finds a declared column by `alias.field`, another spelling of the alias, or the bare name of an own field. */
export function columnOf(
  source: Pick<ListRows, 'alias' | 'otherAliases' | 'columns'>,
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
  throw new FilterError(
    'filtre.colonne',
    name,
    'Cette liste n’a pas le champ que le filtre ou le tri demande.',
  );
}

function joinsFor(source: ListRows, wanted: Iterable<string>): RawBuilder<unknown> {
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

export interface ListSql {
  where: RawBuilder<boolean>;
  /** `from` with the joins that `where` and the order need. */
  from: RawBuilder<unknown>;
}

/** The columns that tell one row from another: those declared so, or else all texts. */
function identifying({ columns }: Pick<ListRows, 'columns'>): string[] {
  const named = (which: (column: ListColumn) => boolean | undefined): string[] =>
    Object.entries(columns).flatMap(([name, column]) => (!column.some && which(column) ? [name] : []));
  const declared = named((column) => column.identifies);
  return declared.length > 0 ? declared : named(({ type }) => type === 'text');
}

/** The rows that a narrowed list holds, as SQL. @throws FilterError */
export function listSqlOf(source: ListRows, narrowed: Narrowed, orderBy?: string): ListSql {
  const used = new Set(narrowed.joins ?? []);
  const find = (name: string): ListColumn => {
    const [, column] = columnOf(source, name);
    if (column.join) used.add(column.join);
    return column;
  };
  const own = filterCondition(narrowed.filters, find);
  if (orderBy) {
    const { order } = find(orderBy);
    if (order) used.add(order.join);
  }
  const conditions = own ? [...narrowed.conditions, own] : [...narrowed.conditions];
  if (narrowed.words !== undefined) {
    conditions.push(
      source.finds?.(narrowed.words) ?? holdsWords(identifying(source).map(find), narrowed.words),
    );
  }
  return {
    where: conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`,
    from: sql`${source.from} ${joinsFor(source, used)}`,
  };
}

/** What a query string narrows a list by: its filter rows, and words. */
export const narrowingOf = (query: ListQuery): Pick<Narrowed, 'filters' | 'words'> => ({
  filters: parseFilterQuery(query),
  words: query.q,
});

/** The ids that a filter row asks for; undefined where it asks for anything else. */
export function idsOfFilter({ operator, x = [] }: FilterRow): number[] | undefined {
  if (operator !== 'eq' && operator !== 'in') return undefined;
  const ids = [x].flat().map(Number);
  return ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : undefined;
}

/**
 * How many rows a narrowed list holds.
 * @param count how the number is known otherwise
 */
export function countRows(
  db: Database,
  source: ListRows,
  narrowed: Narrowed,
  count?: () => Promise<number>,
): Promise<number> {
  const { where, from } = listSqlOf(source, narrowed);
  const query = sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.compile(db);
  const counted = async (): Promise<number> => (await db.executeQuery(query)).rows[0]?.n ?? 0;
  return counts.get(db, textOf(query), (narrowed.words === undefined ? count : undefined) ?? counted);
}

/**
 * How many rows a narrowed list holds, and the sums of its amounts by id of their column, in francs.
 * @param list what the contract states of it
 */
export async function sumRows<Sums extends { total_records: number }>(
  queries: Queries,
  source: ListRows,
  narrowed: Narrowed,
  { columns }: { columns: Readonly<Record<string, Pick<StatedColumn<never>, 'kind' | 'filter'>>> },
): Promise<Sums> {
  const amounts = Object.entries(columns).flatMap(([id, { kind, filter }]) =>
    kind === 'amount' && filter ? [{ id, column: columnOf(source, filter.field)[1] }] : [],
  );
  const joins = [...(narrowed.joins ?? []), ...amounts.flatMap(({ column }) => column.join ?? [])];
  const { where, from } = listSqlOf(source, { ...narrowed, joins });
  const sums = amounts.map(({ id, column }) => sql`coalesce(sum(${column.sql}), 0)::bigint as ${sql.id(id)}`);
  const { rows } = await sql<Sums>`
    select ${sql.join([sql`count(*) as total_records`, ...sums])} from ${from} where ${where}`.execute(
    queries,
  );
  return rows[0] as Sums;
}

/** The rows that come first in an order, and their order: an index of the joined table has them so. */
interface First {
  condition: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
}

/** The order that a call asks for, or the list's own; the key breaks ties. @throws FilterError */
function orderOf(
  source: ListRows,
  query: Pick<ListQuery, 'orderBy' | 'sortOrder'>,
): { orderBy: string; order: RawBuilder<unknown>; isWalked: boolean; first?: First } {
  const [orderBy, column] = columnOf(source, query.orderBy ?? source.order.column);
  if (column.some)
    throw new FilterError('filtre.colonne', orderBy, 'Cette liste ne se trie pas par ce champ.');
  const direction = sql.raw(query.sortOrder ?? (query.orderBy ? 'asc' : source.order.direction));
  const nulls = sql.raw(column.nullable ? ' nulls last' : '');
  const by = (field: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${field} ${direction}${nulls}, ${source.key} ${direction}`;
  const { found } = column;
  return {
    orderBy,
    isWalked: column.walked ?? false,
    order: by(column.order?.sql ?? column.sql),
    ...(found && query.sortOrder === 'desc'
      ? { first: { condition: sql<boolean>`${found} > 0`, order: by(found) } }
      : {}),
  };
}

/**
 * All rows of a narrowed list in order, as SQL: for exports, which read them as they go.
 * @param grouping parts that they come in, the order within each being that of the list
 * @throws FilterError
 */
export function allRows<Row>(
  source: ListSource<Row>,
  narrowed: Narrowed,
  query: Pick<ListQuery, 'orderBy' | 'sortOrder'>,
  grouping?: Grouping,
): RawBuilder<Record<string, unknown>> {
  const { orderBy, order } = orderOf(source, query);
  const joins = [...(narrowed.joins ?? []), ...rowJoinsOf(source), ...(grouping ? ['ram'] : [])];
  const { where, from } = listSqlOf(source, { ...narrowed, joins }, orderBy);
  const select = planOfFiles(source).select(false);
  if (!grouping) return sql`select ${select} from ${from} where ${where} order by ${order}`;
  return sql`select ${select}, ${grouping.select} from ${from} ${grouping.join} where ${where}
    order by ${grouping.order}, ${order}`;
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
): Promise<WrittenJson<ListReply<Row>>> {
  const { orderBy, order, isWalked, first } = orderOf(source, query);
  const size = query.itemperpage ?? source.pageSize;
  const { where, from } = listSqlOf(source, narrowed, orderBy);
  const offset = Math.min((query.page - 1) * size, Number.MAX_SAFE_INTEGER);
  const walk = isWalked ? sql`and sans_parallele()` : sql``;
  const page = sql<{ cle: number }>`
    select ${source.key} as cle from ${from} where ${where} ${walk}
    order by ${order} limit ${size} offset ${offset}`.compile(db);
  const readPage = async (): Promise<string[]> => {
    const ahead =
      first &&
      (await sql<{ cle: number }>`
        select ${source.key} as cle from ${from} where ${where} and ${first.condition}
        order by ${first.order} limit ${size} offset ${offset}`.execute(db));
    const { rows } = ahead?.rows.length === size ? ahead : await db.executeQuery(page);
    return readTexts(
      db,
      source,
      rows.map((row) => row.cle),
    );
  };
  const counted = (): Promise<number> => countRows(db, source, narrowed, count);
  const load = async (): Promise<WrittenJson<ListReply<Row>>> => {
    // all rows before a far page are walked: where their number is known at once, not to find out that there are fewer
    const isBeyond = count !== undefined && offset >= FAR && (await counted()) <= offset;
    const [rows, total] = await Promise.all([
      isBeyond || query.nombre === 'seul' ? [] : readPage(),
      query.nombre === '0' ? undefined : counted(),
    ]);
    const meta = total === undefined ? '' : `"total_records":${total}`;
    return new WrittenJson(`{"data":[${rows.join(',')}],"meta":{${meta}}}`);
  };
  if (size > MAX_KEPT_ROWS) return load();
  const key =
    (query.nombre ?? '') + textOf(page) + textOf(fullRows(source, []).compile(db)) + (source.keptTo ?? '');
  return replies.get(db, key, load) as Promise<WrittenJson<ListReply<Row>>>;
}

const rowJoinsOf = <Row>(source: ListSource<Row>): readonly string[] =>
  source.rowJoins ?? Object.keys(source.joins);
const planOf = <Row>({ row, schema }: ListSource<Row>): RowPlan => rowPlan(row, schema);
const planOfFiles = <Row>({ row, schema, inFiles }: ListSource<Row>): RowPlan =>
  rowPlan(row, schema, inFiles);

type Raw = Record<string, unknown>;

/** @param inline whether names come in the rows, in place of ids */
const fullRows = <Row>(
  source: ListSource<Row>,
  keys: readonly number[],
  inline = false,
): RawBuilder<Raw & { version: number }> =>
  sql`${sql.raw(PREPARED)}
    select ${planOf(source).select(inline)}, ${VERSION} as version
    from unnest(${opaqueArray(keys, 'bigint')}) with ordinality as page (cle, rang)
    join ${source.fromKeys?.(keys) ?? source.from} on ${source.key} = page.cle ${joinsFor(source, rowJoinsOf(source))}
    order by page.rang`;

/** The JSON of rows, in the order of their keys. */
async function readTexts<Row>(
  db: Database,
  source: ListSource<Row>,
  keys: readonly number[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await fullRows(source, keys).execute(db);
  const [first] = rows;
  if (!first) return [];
  const { keptTo } = source;
  const plan = planOf(source);
  const names = await namesAt(db, first.version, wantedNames(plan, rows, keptTo));
  if (names) return writeRows(plan, rows, names, keptTo);
  // names have just changed: rows and names are read at one moment
  return inSnapshot(db, async (queries) => {
    const present = await fullRows(source, keys).execute(queries);
    return writeRows(plan, present.rows, await readNamesOf(queries, plan, present.rows, keptTo), keptTo);
  });
}

async function readNamesOf(
  queries: Queries,
  plan: RowPlan,
  rows: readonly Raw[],
  keptTo: number | undefined,
  names = new Names(),
): Promise<Names> {
  await names.complete(queries, wantedNames(plan, rows, keptTo));
  return names;
}

/** Rows in full, in the order of their keys. */
export async function readRows<Row>(
  queries: Queries,
  source: ListSource<Row>,
  keys: readonly number[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { rows } = await fullRows(source, keys, true).execute(queries);
  return writeRows(planOf(source), rows).map((text) => JSON.parse(text) as Row);
}

/** One row in full, within the given conditions; undefined where there is none. */
export async function findRow<Row>(
  queries: Queries,
  source: ListSource<Row>,
  id: number,
  narrowed: Pick<Narrowed, 'conditions'>,
): Promise<Row | undefined> {
  const where = sql.join([sql<boolean>`${source.key} = ${id}::bigint`, ...narrowed.conditions], sql` and `);
  const plan = planOf(source);
  const { rows } = await sql<Raw>`
    select ${plan.select(true)} from ${source.from} ${joinsFor(source, Object.keys(source.joins))} where ${where}`.execute(
    queries,
  );
  const [text] = writeRows(plan, rows);
  return text === undefined ? undefined : (JSON.parse(text) as Row);
}

/**
 * Reads what `allRows` selects, batch by batch, as rows of files.
 * @returns a function of one file: all its batches must be read at one moment
 */
export function fileRows<Row>(
  source: ListSource<Row>,
): (queries: Queries, raws: readonly Raw[]) => Promise<Partial<Row>[]> {
  const plan = planOfFiles(source);
  const names = new Names();
  const { keptTo } = source;
  return async (queries, raws) => {
    await readNamesOf(queries, plan, raws, keptTo, names);
    return writeRows(plan, raws, names, keptTo).map((text) => JSON.parse(text) as Partial<Row>);
  };
}

/** Keys of all rows of a narrowed list, at most `limit`, for acts on a selection. */
export async function readKeys(
  queries: Queries,
  source: ListRows,
  narrowed: Narrowed,
  except: readonly number[],
  limit: number,
): Promise<number[]> {
  const { where, from } = listSqlOf(source, narrowed);
  const { rows } = await sql<{ cle: number }>`
    select ${source.key} as cle from ${from} where ${where} and not (${source.key} = any(${except}::bigint[]))
    order by 1 limit ${limit}`.execute(queries);
  return rows.map((row) => row.cle);
}
