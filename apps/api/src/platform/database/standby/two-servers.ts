/**
 * Two servers of one database behind one builder: the primary, and a standby that answers what is asked of it by
 * `onStandby`. Which one is decided when a connection is taken; whoever asks need not know.
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

const asking = new AsyncLocalStorage<boolean>();

/** Whether the present asking goes to the standby: what is kept of one server is nothing to the other. */
export const isFromStandby = (): boolean => asking.getStore() === true;

/** What `work` asks of the database is asked of the standby; nothing in it may write. */
export const onStandby = <Result>(work: () => Result): Result => asking.run(true, work);

/** What `work` asks of the database is asked of the primary, wherever it is called. */
export const onPrimary = <Result>(work: () => Result): Result => asking.run(false, work);

/** Each connection is of the server that was asked for when it was taken, and stays so to its end. */
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
