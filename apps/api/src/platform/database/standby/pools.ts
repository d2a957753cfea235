/**
 * The connection pools of a database behind one query builder: acts, reads, and a standby. The pool is chosen when a connection
 * is taken: `onReads` and `onStandby` choose theirs, where there is one; otherwise it is the primary's.
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

export interface Pools {
  primary: pg.Pool;
  /** Connections to the primary for what only reads, so that heavy reads leave acts theirs. */
  reads?: pg.Pool | undefined;
  standby?: pg.Pool | undefined;
}

const chosen = new AsyncLocalStorage<keyof Pools>();

/** Whether queries go to the standby here: caches of the two servers must stay separate. */
export const isFromStandby = (): boolean => chosen.getStore() === 'standby';

/** Sends the queries of `work` to the standby; it must not write. */
export const onStandby = <Result>(work: () => Result): Result => chosen.run('standby', work);

/** Sends the queries of `work` to the connections for reads, even inside `onStandby`; it must not write. */
export const onReads = <Result>(work: () => Result): Result => chosen.run('reads', work);

/** Sends the queries of `work` to the primary, even inside `onStandby`. */
export const onPrimary = <Result>(work: () => Result): Result => chosen.run('primary', work);

/** A connection belongs to the pool that was chosen when it was taken. */
class PoolsDriver implements Driver {
  readonly #primary: Driver;
  readonly #drivers: ReadonlyMap<keyof Pools, Driver>;
  readonly #driverOf = new WeakMap<DatabaseConnection, Driver>();
  constructor({ primary, ...others }: Pools) {
    this.#primary = new PostgresDriver({ pool: primary });
    const drivers = new Map<keyof Pools, Driver>([['primary', this.#primary]]);
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
    const driver = this.#drivers.get(chosen.getStore() ?? 'primary') ?? this.#primary;
    const connection = await driver.acquireConnection();
    this.#driverOf.set(connection, driver);
    return connection;
  }
  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#of(connection).beginTransaction(connection, settings);
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#of(connection).commitTransaction(connection);
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
