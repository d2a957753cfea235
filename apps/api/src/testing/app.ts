/** The true application on a real database, for API tests: `const { signIn } = await testApp()`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Day, todayIn } from '@octroi/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { buildApp } from '#src/app.ts';
import type { BackupMaking } from '#src/backup/sauvegardes.service.ts';
import { isNotice } from '#src/domains/administration/index.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { databaseFromTemplate, type TestDatabase } from '#src/platform/database/testing/embedded.ts';
import { type Database, joinPools, openPool, openReads } from '#src/platform/database/database.ts';
import { type Standby, watchStandby } from '#src/platform/database/standby/standby.ts';
import { outageOf } from '#src/platform/http/outage.ts';
import type { ServerOptions } from '#src/platform/http/server.ts';
import { THRESHOLDS, type Thresholds } from '#src/platform/jobs/thresholds.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { secretBox } from '#src/platform/secrets/secret-box.ts';
import type { Mail } from '#src/platform/mail/mail.ts';
import { simulatedGateway, type SmsGateway } from '#src/platform/sms/sms.ts';

import { immediateQueue } from './immediate-queue.ts';

export const TIME_ZONE = 'Africa/Niamey';
/** Local day and year when the test file began; for an hour each night the local day is not that of UTC. */
export let TODAY: Day;
export let YEAR: number;
export const yearOf = (instant: Date): number => Number(todayIn(TIME_ZONE, instant).slice(0, 4));
/** Called by `testApp()`: the test files of a worker share this module, and midnight may pass between them. */
export function beginDay(instant = new Date()): void {
  TODAY = todayIn(TIME_ZONE, instant);
  YEAR = yearOf(instant);
}
beginDay();
export const PUBLIC_URL = 'https://octroi.example';
export const PASSWORD = 'Octroi-2026!';
/** Encryption of secrets in the application under test. */
export const SECRETS = secretBox([Buffer.alloc(32, 'une clé')]);
/** By payment method: only Orange Money sends notifications. */
export const OPERATOR_SECRETS: ReadonlyMap<number, string> = new Map([[1, 'secret-d-orange-money']]);

/** Taxpayers of the template: enough for every town and every kind, few enough to load quickly. */
const CONTRIBUABLES = 400;

/** Milliseconds: long enough for many simultaneous calls on a busy machine. */
const PATIENCE = 120_000;

/** Accounts of the demonstration that tests sign in as. */
export type Account = 'superadmin' | 'admin.nta' | 'niamey' | 'maradi' | 'plateau' | 'lecture';

async function prepareTemplate(url: string): Promise<void> {
  await migrate(url, { timeZone: TIME_ZONE });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await loadReference(client);
    await loadContribuables(client, { contribuables: CONTRIBUABLES, seed: 1, today: TODAY });
  } finally {
    await client.end();
  }
}

export interface Reply<Body> {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
}

/** A signed-in browser: its calls have the session’s cookie and the headers of our own pages. */
export interface Caller {
  get: <Body = Record<string, unknown>>(
    url: string,
    headers?: Record<string, string>,
  ) => Promise<Reply<Body>>;
  send: <Body = Record<string, unknown>>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply<Body>>;
}

/** Session cookie of an account. */
async function cookieOf(app: FastifyInstance, account: Account): Promise<string> {
  const reply = await app.inject({
    method: 'POST',
    url: '/v2/users/check',
    payload: { email: account, password: PASSWORD },
  });
  const cookie = reply.cookies.find(({ name }) => name.endsWith('octroi_session'));
  if (!cookie) throw new Error(`${account} was not let in: ${reply.body}`);
  return `${cookie.name}=${cookie.value}`;
}

/** Headers of each call that our pages send for an account. */
const browserOf = async (app: FastifyInstance, account: Account) => ({
  cookie: await cookieOf(app, account),
  'sec-fetch-site': 'same-origin',
});

/** PostgreSQL servers in place of the test run’s own. */
export interface Servers {
  ownerUrl?: string;
  /** Address of the standby for the address of a database. */
  standbyOf?: (url: string) => string;
  /** Timeouts of a quick and of a long read, in milliseconds; absent: long enough for a busy machine. */
  readTimeouts?: readonly [number, number];
}

type TestOptions = Pick<ServerOptions, 'trustProxy' | 'https' | 'documented'> & {
  thresholds?: Partial<Thresholds>;
  /**
   * Starts a pooler for a database.
   * @returns its address
   */
  pooler?: (url: string) => Promise<string>;
  backups?: BackupMaking;
  /** Gateway for SMS; absent: simulated. */
  sms?: SmsGateway;
  servers?: Servers;
  /** Address of an empty database, for its owner; absent: a copy of the template is created. */
  at?: string;
};

async function ownDatabase(at: string | undefined, ownerUrl: string): Promise<TestDatabase> {
  // the data ends on the day of the load, so that each day needs its own template
  if (!at) return databaseFromTemplate(ownerUrl, `octroi_template_${TODAY}`, prepareTemplate);
  await prepareTemplate(at);
  return { url: at, drop: async () => undefined };
}

const isAway = (error: unknown): boolean => outageOf(error) !== undefined;

/** The application’s connections to a database, through a pooler or with a standby. */
async function openOwn(
  url: string,
  {
    pooler,
    servers: { standbyOf, readTimeouts: [quickTimeout, longTimeout] = [PATIENCE, PATIENCE] } = {},
  }: TestOptions,
): Promise<{ db: Database; standby?: Standby }> {
  const open = (address: string, pooled: boolean) =>
    openPool(address, () => undefined, 6, PATIENCE, { pooled });
  const { pool: primary } = open(pooler ? await pooler(url) : url, pooler !== undefined);
  const reads = pooler
    ? undefined
    : openReads(url, () => undefined, { quickTimeout, longTimeout, patience: PATIENCE });
  if (!standbyOf) return { db: joinPools({ primary, ...reads }) };
  const db = joinPools({ primary, ...reads, standby: open(standbyOf(url), false).pool });
  // never too far behind, even on a busy machine: another test covers a late standby
  return { db, standby: watchStandby(db, { isOutage: isAway, maxDelay: PATIENCE, interval: 200 }) };
}

/** Default options of the application under test. */
const QUIET = { logger: false, https: false, sms: simulatedGateway, pays: 'NE' } as const;

const folder = (name: string): string => mkdtempSync(path.join(tmpdir(), `octroi-${name}-`));

/** Keeps mails instead of sending them. */
const mailbox =
  (kept: { mails: Mail[]; notices: Mail[]; unreachable: ReadonlySet<string> }) =>
  async (mail: Mail): Promise<boolean> =>
    !kept.unreachable.has(mail.to.address) && kept[isNotice(mail) ? 'notices' : 'mails'].push(mail) > 0;

/**
 * Starts the application on a new database; both are removed after the test file. `query` reads and writes as the
 * owner of the database.
 * @param thresholds smaller than the product’s, for tests of long work
 */
export async function testApp({ thresholds = {}, pooler, servers = {}, at, ...options }: TestOptions = {}) {
  beginDay();
  const database = await ownDatabase(at, servers.ownerUrl ?? inject('ownerUrl'));
  const { db, standby } = await openOwn(database.url, { pooler, servers });
  const owner = new pg.Pool({ connectionString: database.url, max: 2 });
  // the database is dropped while the last connection may still be closing
  owner.on('error', () => undefined);
  const [uploads, spoolFolder, exportsFolder] = [folder('uploads'), folder('reception'), folder('exports')];
  const [mails, notices, unreachable]: [Mail[], Mail[], Set<string>] = [[], [], new Set()];
  const queue = immediateQueue();
  const app = await buildApp({
    db,
    timeZone: TIME_ZONE,
    ...QUIET,
    ...options,
    demo: true,
    tiles: null,
    publicUrl: PUBLIC_URL,
    sendMail: mailbox({ mails, notices, unreachable }),
    secrets: SECRETS,
    queue,
    thresholds: { ...THRESHOLDS, ...thresholds },
    operatorSecrets: OPERATOR_SECRETS,
    uploads,
    spoolFolder,
    exportsFolder,
    dataFolders: [uploads],
    webFolder: '/nonexistent',
    terrainFolder: '/nonexistent',
  });
  afterAll(async () => {
    await app.close();
    await standby?.stop();
    await db.destroy();
    await owner.end();
    await database.drop();
    rmSync(uploads, { recursive: true, force: true });
    rmSync(spoolFolder, { recursive: true, force: true });
    rmSync(exportsFolder, { recursive: true, force: true });
  });

  async function call<Body>(options: InjectOptions): Promise<Reply<Body>> {
    const reply = await app.inject(options);
    const json = /[/+]json/.test(String(reply.headers['content-type'] ?? ''));
    // browsers decompress replies
    const packed = reply.headers['content-encoding'] === 'gzip';
    const text = packed ? gunzipSync(reply.rawPayload).toString() : reply.body;
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: (json ? JSON.parse(text) : text) as Body,
    };
  }

  const callerWith = (auth: Record<string, string>): Caller => ({
    get: (url, headers = {}) => call({ method: 'GET', url, headers: { ...auth, ...headers } }),
    send: (method, url, body, headers = {}) =>
      call({
        method,
        url,
        headers: { ...auth, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  });

  return {
    app,
    /** Folder of uploaded files. */
    uploads,
    /** Folder of files during their upload. */
    spoolFolder,
    db,
    standby,
    url: database.url,
    exportsFolder,
    runPeriodic: queue.runPeriodic,
    call,
    /** Mails sent so far, except account notices; and addresses to which no mail can be sent. */
    mails,
    unreachable,
    /** Account notices sent so far. */
    notices,
    /** A caller without a session. */
    nobody: callerWith({}),
    callerWith,
    signIn: async (account: Account): Promise<Caller> => callerWith(await browserOf(app, account)),
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await owner.query<Row>(text, values)).rows,
  };
}
