/** Reads the rows of a query as they are asked for: any number of them passes through little memory. */
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Database, HeldTransaction, Queries } from '#src/platform/database/database.ts';
import { standbyOf } from '#src/platform/database/standby/standby.ts';
import { takeTime } from '#src/platform/jobs/jobs.repository.ts';
import { type ListSource, type Narrowed, listSqlOf } from '#src/platform/listing/listing.ts';
import { placesFor } from '#src/platform/concurrency.ts';

type Raw = Record<string, unknown>;

/** Rows fetched at a time. */
const BATCH = 200;
/**
 * Exports of one process at a time: each keeps a processor busy and holds a connection for as long as its reader takes.
 * More at once would all end later, and pages would wait for them; never so many that pages lack connections.
 */
export const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
const places = placesFor(AT_ONCE);

/** How the rows of a file are read. */
export interface Reading {
  /** Gives up waiting for a place. */
  signal?: AbortSignal;
  /** Whose file it is: persons have their turns at the places. */
  person?: number | undefined;
  /** No person waits for the first row: it may take longer than a request may. */
  unhurried?: boolean;
  /** Told how many rows came. */
  onRows?: (count: number) => void;
}

/** A transaction that reads one moment, on the standby if there is one that shows all that stands now. */
async function begin(db: Database): Promise<HeldTransaction> {
  const start = () =>
    db.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute();
  const standby = standbyOf(db);
  return standby ? standby.read(await standby.position(), start) : start();
}

/** Turns a batch into rows. @param queries the transaction that the file is read in */
export type ReadRows<Row> = (queries: Queries, raws: Raw[]) => Promise<Row[]> | Row[];

interface RowsOptions<Row> extends Reading {
  readRows: ReadRows<Row>;
  /** Reads what the file tells beside its rows, of the same moment. */
  beside?: (queries: Queries) => Promise<void>;
}

/**
 * Opens a cursor on a query and gives its rows in batches (arrays), all of one moment. The connection is held until the
 * stream ends or is destroyed.
 * @throws what the database says of the query, before anything is read
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
    if (unhurried) await takeTime(trx);
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

/** The first rows of a query that has an order. */
export const firstRows = (query: RawBuilder<Raw>, most: number): RawBuilder<Raw> =>
  sql`${query} limit ${most}`;

/** How many rows a narrowed list holds, `most` at most: beyond, nobody needs to know. */
export async function countUpTo(
  db: Database,
  source: ListSource<never> | ListSource<unknown>,
  narrowed: Narrowed,
  most: number,
): Promise<number> {
  const { where, from } = listSqlOf(source, narrowed);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${where} limit ${most}) as quelques`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The collectivités that rows of a narrowed list belong to; none where its rows belong to no single one. */
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

/** Only some rows of a list, or all but some. */
export const keyCondition = (
  key: RawBuilder<unknown>,
  ids: readonly number[] | null,
  except: readonly number[],
): RawBuilder<boolean>[] => [
  ...(ids ? [sql<boolean>`${key} = any(${ids}::bigint[])`] : []),
  ...(except.length > 0 ? [sql<boolean>`not (${key} = any(${except}::bigint[]))`] : []),
];
