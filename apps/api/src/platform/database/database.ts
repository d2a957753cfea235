/**
 * The application's access to PostgreSQL: a pool under the application's role, and a query builder with the generated
 * schema.
 */
import { createHash } from 'node:crypto';
import {
  type AccessMode,
  type IsolationLevel,
  Kysely,
  type KyselyPlugin,
  type LogEvent,
  PostgresDialect,
  type RawBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import { abandonSignal } from '#src/platform/waiting.ts';
import { withConnection } from './connection.ts';
import type { DB } from './schema.generated.ts';
import { type Pools, PoolsDialect, type ReadPools } from './standby/pools.ts';

export type { DB } from './schema.generated.ts';

type ReadMethod =
  | 'selectFrom'
  | 'selectNoFrom'
  | 'with'
  | 'fn'
  | 'case'
  | 'dynamic'
  | 'getExecutor'
  | 'executeQuery';
type WriteMethod = 'insertInto' | 'updateTable' | 'deleteFrom' | 'mergeInto';

/** Reads: the database, or an open transaction. A function with this parameter accepts both. */
export interface Queries extends Pick<Kysely<DB>, ReadMethod> {
  readonly isTransaction: boolean;
}

/** An open transaction. It cannot open another; `inSavepoint` makes a part of it that can be rolled back alone. */
export interface OpenTransaction extends Queries, Pick<Kysely<DB>, WriteMethod> {
  readonly isTransaction: true;
}

/** An open transaction that its opener must commit or roll back. */
export interface HeldTransaction extends OpenTransaction {
  commit: () => { execute: () => Promise<void> };
  rollback: () => { execute: () => Promise<void> };
}

interface Settings<Builder> {
  setIsolationLevel: (level: IsolationLevel) => Builder;
  setAccessMode: (mode: AccessMode) => Builder;
}
interface TransactionBuilder extends Settings<TransactionBuilder> {
  execute: <Result>(work: (trx: OpenTransaction) => Promise<Result>) => Promise<Result>;
}
interface HeldTransactionBuilder extends Settings<HeldTransactionBuilder> {
  execute: () => Promise<HeldTransaction>;
}

/** The pool: it reads, and opens transactions. Code that writes or locks takes a transaction as parameter. */
export interface Database extends Queries, Pick<Kysely<DB>, 'destroy'> {
  readonly isTransaction: false;
  transaction: () => TransactionBuilder;
  startTransaction: () => HeldTransactionBuilder;
  withPlugin: (plugin: KyselyPlugin) => Database;
}

const OID = { int8: 20, numeric: 1700, date: 1082, timestamptz: 1184 } as const;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, safeInteger],
  [OID.numeric, Number],
  [OID.date, (text) => text],
  // sessions run in UTC, so the offset is always +00
  [OID.timestamptz, (text) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`],
]);

/** Types of returned values: whole numbers as safe integers, days as `YYYY-MM-DD`, instants as ISO text in UTC. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** The application's role in the database, which owns nothing there. */
export const ROLE = 'octroi_app';

/** Set as start parameters, not by statements, so that a pooled connection has no state of its own. */
const optionsOf = (statementTimeout: number): string =>
  `-c role=${ROLE} -c timezone=UTC -c statement_timeout=${statementTimeout} ` +
  '-c idle_in_transaction_session_timeout=60000';
/** Makes the server look, beside a long statement, whether its client has closed the connection. */
const CLIENT_CHECK = ' -c client_connection_check_interval=250';
/** Milliseconds that a statement may take. */
const STATEMENT_TIMEOUT = 60_000;
/** The same for what a screen reads, on the connections where nearly all reads are done. */
const QUICK_READ_TIMEOUT = 1000;
/** The same for reads that took longer: who has waited that long is told to narrow the request. */
const LONG_READ_TIMEOUT = 4500;
/** Connections for reads beside those of acts: many people on the heaviest screen leave acts and quick reads theirs. */
const QUICK_READ_CONNECTIONS = 6;
const LONG_READ_CONNECTIONS = 2;

/**
 * Statements with this prefix are prepared once per connection: reading rows by key has one good plan, and planning
 * takes longer than running. All others are planned for their own values.
 */
export const PREPARED = '/* prepared */';

/**
 * Values as an array whose length the planner cannot see. Otherwise PostgreSQL would plan a prepared statement again
 * for each list shorter than its default estimate of ten, which costs more than running it.
 */
export const opaqueArray = (values: readonly unknown[], type: string): RawBuilder<unknown> =>
  sql`(select ${values}::${sql.raw(type)}[])`;

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // the next query reports a lost connection; without a listener, the event would end the process
    this.on('error', () => undefined);
  }
}

class PreparingClient extends Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...parts: unknown[]) => unknown;
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && text.startsWith(PREPARED)
        ? query({ name: createHash('md5').update(text).digest('hex'), text, values }, ...rest)
        : query(text, values, ...rest)) as pg.Client['query'];
  }
}

/** Closes its connection when nobody waits for the query any more; the server then ends the query. */
class LeavingClient extends PreparingClient {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...parts: unknown[]) => Promise<unknown>;
    this.query = ((...parts: unknown[]) => {
      const signal = abandonSignal();
      const result = query(...parts);
      if (!signal) return result;
      const leave = (): void => void this.end();
      signal.addEventListener('abort', leave, { once: true });
      return result.finally(() => signal.removeEventListener('abort', leave));
    }) as pg.Client['query'];
  }
}

export interface OpenPool {
  db: Database;
  pool: pg.Pool;
}

/** Receives slow statements. */
interface SlowStatements {
  /** Duration from which a statement is slow, in milliseconds. */
  threshold: number;
  /** @param text the statement, without its values */
  report: (text: string, milliseconds: number) => void;
}

interface PoolOptions {
  slow?: SlowStatements | undefined;
  /**
   * Whether the address is a pooler in transaction mode (pgbouncer). It accepts no options, and each transaction may
   * get another connection, where a statement prepared by name does not exist.
   */
  pooled?: boolean;
  /** Milliseconds. */
  statementTimeout?: number;
  /** Whether a query ends when nobody waits for it any more. */
  abandons?: boolean;
}

/** @param patience milliseconds that a request waits for one of `max` connections before it is refused */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  max = 12,
  patience = 10_000,
  { slow, pooled = false, statementTimeout = STATEMENT_TIMEOUT, abandons = false }: PoolOptions = {},
): OpenPool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    ...(pooled ? {} : { options: optionsOf(statementTimeout) + (abandons ? CLIENT_CHECK : '') }),
    application_name: 'octroi',
    Client: pooled ? Client : abandons ? LeavingClient : PreparingClient,
    connectionTimeoutMillis: patience,
  });
  pool.on('error', onError);
  return { db: build(new PostgresDialect({ pool }), slow), pool };
}

const build = (dialect: PostgresDialect, slow: SlowStatements | undefined): Database =>
  new Kysely<DB>({
    dialect,
    ...(slow && {
      log: ({ query, queryDurationMillis }: LogEvent) => {
        if (queryDurationMillis >= slow.threshold) slow.report(query.sql, queryDurationMillis);
      },
    }),
  }) as Database;

/** Connections to the primary for what only reads. Behind a pooler its own settings hold: none there. */
export function openReads(
  url: string,
  onError: (error: Error) => void,
  {
    quickTimeout = QUICK_READ_TIMEOUT,
    longTimeout = LONG_READ_TIMEOUT,
    patience,
  }: { quickTimeout?: number; longTimeout?: number; patience?: number } = {},
): ReadPools {
  const open = (max: number, options: PoolOptions): pg.Pool =>
    openPool(url, onError, max, patience, options).pool;
  return {
    quickReads: open(QUICK_READ_CONNECTIONS, { statementTimeout: quickTimeout }),
    longReads: open(LONG_READ_CONNECTIONS, { statementTimeout: longTimeout, abandons: true }),
  };
}

/** Several pools as one database; closing it closes all of them. */
export const joinPools = (pools: Pools, slow?: SlowStatements): Database =>
  build(new PoolsDialect(pools), slow);

/**
 * Checks that the pool has the application's role, which can change neither the journal nor the stored totals: an
 * address with its own options, or a pooler, would drop our `role` option.
 * @throws an error in French that says what to do
 */
export async function demandRole(db: Database): Promise<void> {
  const { rows } = await sql<{ role: string; superuser: boolean }>`
    select current_user as role, rolsuper as superuser from pg_roles where rolname = current_user`.execute(
    db,
  );
  const [{ role, superuser } = { role: '', superuser: true }] = rows;
  if (role === ROLE && !superuser) return;
  throw new Error(
    `L’application agirait sur la base comme « ${role} »${superuser ? ', un superutilisateur' : ''}, et pourrait récrire le journal ; ` +
      `il lui faut le rôle « ${ROLE} », sans privilège. Retirez « options » de DATABASE_URL, et donnez-y l’adresse de PostgreSQL ` +
      'lui-même ; celle d’un répartiteur de connexions (pgbouncer) va dans OCTROI_PGBOUNCER, avec ce rôle pour nom.',
  );
}

/** Identity of a database, and settings of a session. */
interface Session {
  base: string;
  timezone: string;
  statement_timeout: string;
  idle_in_transaction_session_timeout: string;
}

const SESSION = `
  select extract(epoch from pg_postmaster_start_time()) || ' ' ||
      (select oid from pg_database where datname = current_database()) as base,
    current_setting('timezone') as timezone, current_setting('statement_timeout') as statement_timeout,
    current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout`;

/**
 * Checks that the pooler leads to the database of DATABASE_URL, and that its sessions have the settings that direct
 * connections send themselves: behind a pooler, the server must set them for the role.
 * @param ownerUrl the same database without a pooler, as its owner
 * @throws an error in French that says what to do
 */
export async function demandPooledSessions(db: Database, ownerUrl: string): Promise<void> {
  const { rows } = await sql.raw<Session>(SESSION).execute(db);
  const session = rows[0]!;
  const direct = await withConnection(ownerUrl, 'octroi', (client) => client.query<Session>(SESSION));
  if (session.base !== direct.rows[0]?.base)
    throw new Error(
      'OCTROI_PGBOUNCER mène à une autre base que DATABASE_URL. Donnez aux deux la même, l’une par pgbouncer, l’autre sans.',
    );
  const missing = [
    ...(session.timezone === 'UTC' ? [] : ["timezone = 'UTC'"]),
    ...(session.statement_timeout === '0' ? ["statement_timeout = '60s'"] : []),
    ...(session.idle_in_transaction_session_timeout === '0'
      ? ["idle_in_transaction_session_timeout = '60s'"]
      : []),
  ];
  if (missing.length > 0)
    throw new Error(
      'Par pgbouncer, c’est le serveur qui règle les sessions du rôle de l’application. Exécutez, puis RECONNECT sur la ' +
        `console de pgbouncer :\n${missing.map((setting) => `  alter role ${ROLE} set ${setting};`).join('\n')}`,
    );
}

/** @throws if the database does not answer */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Reads of one snapshot: all of them see the state at the first one. */
export const inSnapshot = <Result>(
  db: Database,
  read: (queries: Queries) => Promise<Result>,
): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Runs a part of a transaction in a savepoint: if it throws, only the part is rolled back. */
export async function inSavepoint<Result>(
  trx: OpenTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`savepoint part`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}

/** Runs in a new transaction, or in a part of the given one (`inSavepoint`). */
export const inTransaction = <Result>(
  db: Database | OpenTransaction,
  work: (trx: OpenTransaction) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? inSavepoint(db, () => work(db)) : db.transaction().execute(work));
