/**
 * The connection pools of a database behind one query builder: acts, reads, and a standby. The pool is chosen when a
 * connection is taken: `onReads` and `onStandby` choose theirs, where there is one; otherwise it is the primary's.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { recordCommit } from '#src/platform/act.ts';
import { abandonSignal } from '#src/platform/waiting.ts';

/** Connections to the primary for what only reads: acts keep theirs, and quick reads do not wait for long ones. */
export interface ReadPools {
  /** Cut off after a short time. */
  quickReads: pg.Pool;
  /** Cut off later, and as soon as nobody waits for the result any more. */
  longReads: pg.Pool;
}

export interface Pools extends Partial<ReadPools> {
  primary: pg.Pool;
  standby?: pg.Pool | undefined;
}

type PoolName = keyof Pools;

interface Choice {
  pool: PoolName;
  /** Whether that pool exists; set when a connection is first asked for. */
  isTaken?: boolean;
}

const chosen = new AsyncLocalStorage<Choice>();

/** Whether queries go to the standby here: caches of the two servers must stay separate. */
export const isFromStandby = (): boolean => chosen.getStore()?.pool === 'standby';

/** Whether queries go to the connections for long reads here. */
export const isLongRead = (): boolean => chosen.getStore()?.pool === 'longReads';

/** Sends a query that takes no time to the quick connections, inside a long read; elsewhere, to those that are chosen. */
export const besideLongReads = <Result>(work: () => Result): Result =>
  isLongRead() ? chosen.run({ pool: 'quickReads' }, work) : work();

/** Sends the queries of `work` to the standby; it must not write. */
export const onStandby = <Result>(work: () => Result): Result => chosen.run({ pool: 'standby' }, work);

/** PostgreSQL's code for a statement that took too long. */
const isCutOff = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

/** Milliseconds during which a request that took long is not tried as a quick one again. */
const LONG_MEMORY = 600_000;
/** Milliseconds: a long read that is answered sooner is tried as a quick one again, as when its pages are in memory now. */
const QUICK_AGAIN = 500;
const MAX_REMEMBERED = 1000;
/** When each request was last found to take long; the oldest comes first. */
const foundLong = new Map<string, number>();

/**
 * Sends the queries of `work` to the connections for reads, even inside `onStandby`; it must not write. Work that takes too
 * long for the quick ones is done again on those for long reads.
 * @param request what tells the work from others: asked again soon, it begins as a long read
 * @throws the reason of the caller's signal, once the caller has gone away
 */
export async function onReads<Result>(request: string, work: () => Result): Promise<Awaited<Result>> {
  const onLong = async (): Promise<Awaited<Result>> => {
    const signal = abandonSignal();
    signal?.throwIfAborted();
    const began = performance.now();
    try {
      const result = await chosen.run({ pool: 'longReads' }, work);
      if (performance.now() - began < QUICK_AGAIN) foundLong.delete(request);
      return result;
    } catch (error) {
      // its connection was closed on purpose: no failure of the database
      throw signal?.aborted ? signal.reason : error;
    }
  };
  if (Date.now() - (foundLong.get(request) ?? -Infinity) < LONG_MEMORY) return onLong();
  const quick: Choice = { pool: 'quickReads' };
  try {
    return await chosen.run(quick, work);
  } catch (error) {
    // undefined: the query that was cut off is another caller's, who asked the same
    if (quick.isTaken === false || !isCutOff(error)) throw error;
    foundLong.delete(request);
    foundLong.set(request, Date.now());
    if (foundLong.size > MAX_REMEMBERED) foundLong.delete(foundLong.keys().next().value as string);
    return onLong();
  }
}

/** Sends the queries of `work` to the primary, even inside `onStandby`. */
export const onPrimary = <Result>(work: () => Result): Result => chosen.run({ pool: 'primary' }, work);

/**
 * Whether PostgreSQL itself refused a commit: then all is rolled back. Otherwise nobody knows, nor where it lost the connection
 * or was stopped meanwhile (SQLSTATE 08… and 57P…).
 */
const isRefusedCommit = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  !/^(08|57P)/.test(String((error as { code?: unknown }).code));

/** A connection belongs to the pool that was chosen when it was taken. */
class PoolsDriver implements Driver {
  readonly #primary: Driver;
  readonly #drivers: ReadonlyMap<PoolName, Driver>;
  readonly #driverOf = new WeakMap<DatabaseConnection, Driver>();
  /** Connections whose transaction only reads. */
  readonly #reading = new WeakSet<DatabaseConnection>();
  constructor({ primary, ...others }: Pools) {
    this.#primary = new PostgresDriver({ pool: primary });
    const drivers = new Map<PoolName, Driver>([['primary', this.#primary]]);
    for (const [name, pool] of Object.entries(others) as [keyof typeof others, pg.Pool | undefined][])
      if (pool) drivers.set(name, new PostgresDriver({ pool }));
    this.#drivers = drivers;
  }
  #of(connection: DatabaseConnection): Driver {
    return this.#driverOf.get(connection) ?? this.#primary;
  }
  async init(): Promise<void> {
    await Promise.all([...this.#drivers.values()].map((driver) => driver.init()));
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    const choice: Choice = chosen.getStore() ?? { pool: 'primary' };
    const driver = this.#drivers.get(choice.pool);
    choice.isTaken = driver !== undefined;
    const connection = await (driver ?? this.#primary).acquireConnection();
    this.#driverOf.set(connection, driver ?? this.#primary);
    // the caller may have gone away while others had the connections
    const signal = abandonSignal();
    if (!signal?.aborted) return connection;
    await this.releaseConnection(connection);
    throw signal.reason;
  }
  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') this.#reading.add(connection);
    else this.#reading.delete(connection);
    return this.#of(connection).beginTransaction(connection, settings);
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const driver = this.#of(connection);
    if (this.#reading.has(connection)) return driver.commitTransaction(connection);
    try {
      await driver.commitTransaction(connection);
    } catch (error) {
      if (!isRefusedCommit(error)) recordCommit();
      throw error;
    }
    recordCommit();
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#of(connection).rollbackTransaction(connection);
  }
  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#of(connection).releaseConnection(connection);
  }
  async destroy(): Promise<void> {
    await Promise.all([...this.#drivers.values()].map((driver) => driver.destroy()));
  }
}

/** All pools as one database. */
export class PoolsDialect extends PostgresDialect {
  readonly #driver: Driver;
  constructor(pools: Pools) {
    super({ pool: pools.primary });
    this.#driver = new PoolsDriver(pools);
  }
  override createDriver(): Driver {
    return this.#driver;
  }
}
