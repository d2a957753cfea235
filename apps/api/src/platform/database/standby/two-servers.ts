/**
 * A primary and its standby behind one query builder. The server is chosen when a connection is taken: the standby
 * inside `onStandby`, otherwise the primary.
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

const useStandby = new AsyncLocalStorage<boolean>();

/** Whether queries go to the standby here: caches of the two servers must stay separate. */
export const isFromStandby = (): boolean => useStandby.getStore() === true;

/** Sends the queries of `work` to the standby; it must not write. */
export const onStandby = <Result>(work: () => Result): Result => useStandby.run(true, work);

/** Sends the queries of `work` to the primary, even inside `onStandby`. */
export const onPrimary = <Result>(work: () => Result): Result => useStandby.run(false, work);

/** A connection belongs to the server that was chosen when it was taken. */
class TwoServers implements Driver {
  readonly #primary: Driver;
  readonly #standby: Driver;
  readonly #ofStandby = new WeakSet<DatabaseConnection>();
  constructor(primary: pg.Pool, standby: pg.Pool) {
    this.#primary = new PostgresDriver({ pool: primary });
    this.#standby = new PostgresDriver({ pool: standby });
  }
  #of(connection: DatabaseConnection): Driver {
    return this.#ofStandby.has(connection) ? this.#standby : this.#primary;
  }
  async init(): Promise<void> {
    await Promise.all([this.#primary.init(), this.#standby.init()]);
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    if (!isFromStandby()) return this.#primary.acquireConnection();
    const connection = await this.#standby.acquireConnection();
    this.#ofStandby.add(connection);
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
    await Promise.all([this.#primary.destroy(), this.#standby.destroy()]);
  }
}

/** Both servers as one database. */
export class TwoServersDialect extends PostgresDialect {
  readonly #driver: Driver;
  constructor(primary: pg.Pool, standby: pg.Pool) {
    super({ pool: primary });
    this.#driver = new TwoServers(primary, standby);
  }
  override createDriver(): Driver {
    return this.#driver;
  }
}
