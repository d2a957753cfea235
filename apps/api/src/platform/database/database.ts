/** The application's way to PostgreSQL: one pool under the application's role; its builder knows the generated schema. */
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
import { withConnection } from './connection.ts';
import type { DB } from './schema.generated.ts';
import { TwoServersDialect } from './standby/two-servers.ts';

export type { DB } from './schema.generated.ts';

type Reading =
  | 'selectFrom'
  | 'selectNoFrom'
  | 'with'
  | 'fn'
  | 'case'
  | 'dynamic'
  | 'getExecutor'
  | 'executeQuery';
type Writing = 'insertInto' | 'updateTable' | 'deleteFrom' | 'mergeInto';

/** What reads: the database, or an open transaction. A function that takes it may be called with either. */
export interface Queries extends Pick<Kysely<DB>, Reading> {
  readonly isTransaction: boolean;
}

/** An open transaction. It opens no other one: a part of it that may be undone alone is `inPart`. */
export interface OpenTransaction extends Queries, Pick<Kysely<DB>, Writing> {
  readonly isTransaction: true;
}

/** An open transaction that whoever opened it must end. */
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

/** The pool: it reads, and opens transactions. What writes or locks is given one of them. */
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

/** How values arrive: whole numbers as safe integers, days as `YYYY-MM-DD`, instants as ISO text in UTC. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** What the application is to the database: it owns nothing there. */
export const ROLE = 'octroi_app';

/** Set as start parameters, not by statements, so that a pooled connection keeps no state of its own. */
const OPTIONS =
  `-c role=${ROLE} ` +
  '-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000';

/**
 * Statements that begin so are prepared once a connection: reading rows by their keys has one good plan, and making it
 * takes longer than running it. Any other is planned for its own values.
 */
export const PREPARED = '/* prepared */';

/**
 * A list of values as an array that the planner cannot count. A prepared statement would otherwise be planned anew for each
 * list shorter than the ten that it takes an unknown one for, which costs more than all the rest of it.
 */
export const uncounted = (values: readonly unknown[], type: string): RawBuilder<unknown> =>
  sql`(select ${values}::${sql.raw(type)}[])`;

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // a server that ends a connection in use is heard of by the next query on it; unheard, it would end the process
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

export interface OpenPool {
  db: Database;
  pool: pg.Pool;
}

/** Whoever is told of statements that took long. */
interface SlowStatements {
  /** Milliseconds from where on a statement is slow. */
  from: number;
  /** @param text the statement without the values that it was given */
  tell: (text: string, milliseconds: number) => void;
}

interface PoolOptions {
  slow?: SlowStatements | undefined;
  /**
   * Whether the address is that of a pooler that gives each transaction any of its connections (pgbouncer): it takes no
   * options, and a statement prepared by name may not be there the next time.
   */
  pooled?: boolean;
}

/** @param patience milliseconds that a call waits for one of `max` connections before it is refused */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  max = 12,
  patience = 10_000,
  { slow, pooled = false }: PoolOptions = {},
): OpenPool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    ...(pooled ? {} : { options: OPTIONS }),
    application_name: 'octroi',
    Client: pooled ? Client : PreparingClient,
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
        if (queryDurationMillis >= slow.from) slow.tell(query.sql, queryDurationMillis);
      },
    }),
  }) as Database;

/** The pools of a primary and of its standby as one database, which ends both. */
export const joinStandby = (primary: OpenPool, standby: OpenPool, slow?: SlowStatements): Database =>
  build(new TwoServersDialect(primary.pool, standby.pool), slow);

/**
 * That the pool acts as the application's role, which may rewrite neither the journal nor the stored totals: an address
 * with options of its own, or a pooler between, drops what asks for it.
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

/** What tells one database from all others, and what a session begins with. */
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
 * That a pooler leads to the database that DATABASE_URL names, and that its sessions are set as those which carry their
 * own settings: whoever logs in as the application's role must be given them by the server.
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
  const lacking = [
    ...(session.timezone === 'UTC' ? [] : ["timezone = 'UTC'"]),
    ...(session.statement_timeout === '0' ? ["statement_timeout = '60s'"] : []),
    ...(session.idle_in_transaction_session_timeout === '0'
      ? ["idle_in_transaction_session_timeout = '60s'"]
      : []),
  ];
  if (lacking.length > 0)
    throw new Error(
      'Par pgbouncer, c’est le serveur qui règle les sessions du rôle de l’application. Exécutez, puis RECONNECT sur la ' +
        `console de pgbouncer :\n${lacking.map((setting) => `  alter role ${ROLE} set ${setting};`).join('\n')}`,
    );
}

/** @throws where the database does not answer */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Reads that must agree with one another: all of them see what stood when the first one began. */
export const atOnce = <Result>(db: Database, read: (queries: Queries) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** A part of a transaction: where the work throws, nothing of it stays, and the transaction goes on. */
export async function inPart<Result>(trx: OpenTransaction, work: () => Promise<Result>): Promise<Result> {
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

/** In a transaction of its own, or in a part of the caller's (`inPart`). */
export const inTransaction = <Result>(
  db: Database | OpenTransaction,
  work: (trx: OpenTransaction) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? inPart(db, () => work(db)) : db.transaction().execute(work));
