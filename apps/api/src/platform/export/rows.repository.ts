/** Streams the rows of a query: memory stays small for any number of rows. */
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Database, HeldTransaction, Queries } from '#src/platform/database/database.ts';
import { standbyOf } from '#src/platform/database/standby/standby.ts';
import { disableTimeouts } from '#src/platform/jobs/jobs.repository.ts';
import { type ListSource, type Narrowed, listSqlOf } from '#src/platform/listing/listing.ts';
import { placesFor } from '#src/platform/concurrency.ts';

type Raw = Record<string, unknown>;

/** Rows per fetch. */
const BATCH = 200;
/**
 * Concurrent exports of a process. Each keeps a processor busy and holds a connection as long as its reader takes; more
 * would delay all of them and leave pages without connections.
 */
export const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
const places = placesFor(AT_ONCE);

/** Options of reading. */
export interface Reading {
  /** Aborts the wait for a place. */
  signal?: AbortSignal;
  /** Author of the file: places are shared fairly between persons. */
  person?: number | undefined;
  /** No statement timeout: nobody waits for the first row. */
  unhurried?: boolean;
  /** Called with the number of rows read. */
  onRows?: (count: number) => void;
}

/** Begins a snapshot transaction, on the standby if there is one that is up to date. */
async function begin(db: Database): Promise<HeldTransaction> {
  const start = () =>
    db.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute();
  const standby = standbyOf(db);
  return standby ? standby.read(await standby.position(), start) : start();
}

/** Maps a batch to rows. @param queries the transaction of the file */
export type ReadRows<Row> = (queries: Queries, raws: Raw[]) => Promise<Row[]> | Row[];

interface RowsOptions<Row> extends Reading {
  readRows: ReadRows<Row>;
  /** Reads additional data for the file in the same snapshot. */
  beside?: (queries: Queries) => Promise<void>;
}

/**
 * Opens a cursor and yields its rows in batches (arrays), all from one snapshot. The connection is held until the
 * stream ends or is destroyed.
 * @throws errors of the query before any row is read
 */
export async function openRows<Row>(
  db: Database,
  query: RawBuilder<Raw>,
  { readRows, beside, signal, person, unhurried = false, onRows }: RowsOptions<Row>,
): Promise<Readable> {
  const leave = await places.enter({ signal, person });
  const trx = await begin(db).catch((error: unknown) => {
    leave();
    throw error;
  });
  const close = async (): Promise<void> => {
    leave();
    await trx.rollback().execute();
  };
  try {
    if (unhurried) await disableTimeouts(trx);
    await beside?.(trx);
    await sql`declare lignes no scroll cursor for ${query}`.execute(trx);
  } catch (error) {
    await close();
    throw error;
  }
  const readBatch = async (): Promise<Row[]> => {
    const { rows } = await sql<Raw>`fetch ${sql.lit(BATCH)} from lignes`.execute(trx);
    onRows?.(rows.length);
    return rows.length > 0 ? readRows(trx, rows) : [];
  };
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      readBatch().then(
        (rows) => this.push(rows.length > 0 ? rows : null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
}

/** The first rows of an ordered query. */
export const firstRows = (query: RawBuilder<Raw>, most: number): RawBuilder<Raw> =>
  sql`${query} limit ${most}`;

/** Counts the rows of a narrowed list up to `most`. */
export async function countUpTo(
  queries: Queries,
  source: ListSource<never> | ListSource<unknown>,
  narrowed: Narrowed,
  most: number,
): Promise<number> {
  const { where, from } = listSqlOf(source, narrowed);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${where} limit ${most}) as quelques`.execute(
    queries,
  );
  return rows[0]?.n ?? 0;
}

/** The collectivités of the rows of a narrowed list; empty if rows have no single one. */
export async function entitesOf(
  db: Database,
  source: ListSource<never> | ListSource<unknown>,
  narrowed: Narrowed,
): Promise<number[]> {
  const column = Object.hasOwn(source.columns, 'ent.id') ? source.columns['ent.id'] : undefined;
  if (!column) return [];
  const joins = [...(narrowed.joins ?? []), ...(column.join ? [column.join] : [])];
  const { where, from } = listSqlOf(source, { ...narrowed, joins });
  const its = sql<boolean>`${column.sql} = concernee.id`;
  const { rows } = await sql<{ id: number }>`
    select concernee.id from entite concernee
    where exists (select from ${from} where ${where} and ${column.some?.(its) ?? its}) order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Condition for selected rows, or for all but some. */
export const keyCondition = (
  key: RawBuilder<unknown>,
  ids: readonly number[] | null,
  except: readonly number[],
): RawBuilder<boolean>[] => [
  ...(ids ? [sql<boolean>`${key} = any(${ids}::bigint[])`] : []),
  ...(except.length > 0 ? [sql<boolean>`not (${key} = any(${except}::bigint[]))`] : []),
];
