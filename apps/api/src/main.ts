/** Starts the product: database, schema, demonstration data on the first start, then the server, until a signal. */
import path from 'node:path';
import { todayIn } from '@octroi/contract';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { backupMaking } from './backup/making.ts';
import { minuteFolder, minutesElsewhere, startMinutes } from './backup/minute/rounds.ts';
import { readBackupState } from './backup/sauvegardes.repository.ts';
import { type Config, ConfigError, readConfig, REPOSITORY_ROOT } from './config.ts';
import { loadDemo } from './demo/index.ts';
import { openFirstAccess, tellFirstAccess } from './installation/first-access.ts';
import { prepareInstallation } from './installation/first-account.ts';
import { keepNavigations } from './installation/navigations.ts';
import { keepSecondFactors } from './installation/second-factor.ts';
import { addTillGroups } from './installation/till-groups.ts';
import {
  type ApplicationAddress,
  applicationAddress,
  type OpenDatabase,
  openDatabase,
} from './platform/database/connect.ts';
import {
  type Database,
  demandPooledSessions,
  demandRole,
  joinPools,
  openReads,
  openPool,
} from './platform/database/database.ts';
import { serversOf, watchPrimary } from './platform/database/standby/hosts.ts';
import { watchStandby } from './platform/database/standby/standby.ts';
import { readTimeZone } from './platform/database/time-zone.ts';
import { migrate } from './platform/database/migrate.ts';
import { outageOf } from './platform/http/outage.ts';
import { serveMetrics } from './platform/http/metrics-server.ts';
import { keepSecrets } from './domains/administration/index.ts';
import { readRecettes } from './domains/paiements/index.ts';
import { keepCles } from './domains/terrain/index.ts';
import { type Folding, startFolding } from './platform/database/folding.ts';
import { startBoss } from './platform/jobs/boss.ts';
import { REDACTED } from './platform/log.ts';
import { startSealing } from './platform/journal/sealing.ts';
import { type Metrics, type MetricsOptions, openMetrics } from './platform/metrics/metrics.ts';
import { keysOfFolder } from './platform/secrets/key-file.ts';
import { type SecretBox, secretBox } from './platform/secrets/secret-box.ts';
import { orangeGateway } from './platform/sms/orange.ts';
import { simulatedGateway } from './platform/sms/sms.ts';
import { mailer, type SendMail } from './platform/mail/mail.ts';
import { messageOf } from './platform/system-error.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Exit code when the primary database has moved; the supervisor starts the process again. */
const MOVED = 75;
/** Milliseconds to wait for a connection to the standby: the primary can answer as well. */
const STANDBY_PATIENCE = 1000;

type Closing = (() => Promise<unknown>)[];

/**
 * @param closing functions that close what was opened so far, in order
 * @param stopping aborted by a signal during the start
 */
async function start(config: Config, closing: Closing, stopping: AbortSignal): Promise<void> {
  const log = pino({ level: config.logLevel, redact: REDACTED });
  const database = await openDatabase(config, say, {
    archive: config.backup?.minute ?? false,
    signal: stopping,
  });
  closing.push(() => database.close());
  stopping.throwIfAborted();
  await migrate(database.url, { log: say, timeZone: config.timeZone });
  const address = await applicationAddress(database, config);
  watchServers(config, database.url, log, closing);
  const { db, pools } = openServers(address, config, log, closing);
  await demandRole(db);
  if (address.pooled) await demandPooledSessions(db, database.url);
  const sealing = startSealing(db, log);
  closing.push(() => sealing.stop());
  const timeZone = await readTimeZone(db);
  const accounts = config.demo
    ? await loadDemo(database.url, {
        contribuables: config.demoContribuables,
        today: todayIn(timeZone),
        log: say,
      })
    : [];
  // The load of the demonstration locks waiting movements: a round meanwhile waits, and is logged as slow or failed.
  const folding = startFolding(db, log);
  closing.push(() => folding.stop());
  const first = await prepareInstallation(database.url, !config.production);
  // at once, since it is shown only once, and the rest of the start may fail
  if (first === 'prepared') await tellWayIn(database.url, config);
  else if (first)
    say(
      `  Premier compte : ${first.username}, mot de passe ${first.password} (montré cette seule fois ; changez-le).\n`,
    );
  const secrets = secretBox(config.secretKeys ?? keysOfFolder(config.dataDir));
  await keep(db, secrets, config);
  const queue = await startBoss({
    url: database.url,
    timeZone,
    onError: (error) => log.error({ err: error }, 'the queue of long works failed'),
  });
  closing.push(() => queue.stop());
  const metrics = await serveOwnMetrics(config, { address, pools, timeZone, folding, log, closing });
  const sendMail = mailer({
    smtpUrl: config.smtpUrl,
    outbox: path.join(config.dataDir, 'outbox'),
    from: config.mailFrom,
    log,
  });
  keepOwnMinutes(config, { database, timeZone, log, sendMail, closing });
  const app = await buildApp({
    db,
    timeZone,
    logger: { level: config.logLevel, redact: REDACTED },
    trustProxy: config.trustProxy,
    https: config.https,
    idleMinutes: config.idleMinutes,
    documented: !config.production,
    demo: accounts.length > 0,
    publicUrl: config.publicUrl,
    sendMail,
    pays: config.pays,
    sms: config.orangeSms ? orangeGateway(config.orangeSms) : simulatedGateway,
    secrets,
    queue,
    tiles: config.tiles ?? null,
    imageOrigins: config.tiles ? [config.tiles.origin] : [],
    operatorSecrets: config.operatorSecrets,
    backups: config.backup && backupMaking(config.backup, config, database.url),
    uploads: path.join(config.dataDir, 'uploads'),
    spoolFolder: path.join(config.dataDir, 'reception'),
    exportsFolder: path.join(config.dataDir, 'exports'),
    soundsFolder: path.join(config.dataDir, 'voix'),
    dataFolders: [config.dataDir, ...(database.folder ? [database.folder] : [])],
    webFolder: path.join(REPOSITORY_ROOT, 'apps/web/dist'),
    terrainFolder: path.join(REPOSITORY_ROOT, 'apps/terrain/dist'),
    metrics,
  });
  closing.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  greet(config, accounts);
}

/** Adapts stored data to this version and its configuration. */
async function keep(db: Database, secrets: SecretBox, { secondFactors }: Config): Promise<void> {
  await keepNavigations(db);
  await addTillGroups(db);
  if (secondFactors) await keepSecondFactors(db);
  for (const [cle, count] of await keepSecrets(db, secrets))
    say(
      `  ${count} second(s) facteur(s) sont chiffrés par la clé ${cle}, qui n'est pas là : leurs codes ne peuvent pas être ` +
        'vérifiés. Remettez-la (docs/exploitation.md, « Comptes perdus »).',
    );
  for (const [cle, count] of await keepCles(db, secrets))
    say(
      `  ${count} clé(s) de remise des téléphones sont chiffrées par la clé ${cle}, qui n'est pas là : ce qui leur est scellé ` +
        'attend son agent. Remettez-la (docs/exploitation.md, « Téléphones sans leur agent »).',
    );
}

/** Ends the process if another of several servers is promoted: the next start finds it. */
function watchServers({ databaseUrl }: Config, present: string, log: Logger, closing: Closing): void {
  const urls = databaseUrl ? serversOf(databaseUrl) : [];
  if (urls.length < 2) return;
  const end = watchPrimary(urls, present, () => {
    log.error('another server writes now: a new start goes to it');
    process.exit(MOVED);
  });
  closing.push(end);
}

/** The pools of the database, and of its standby where there is one. */
function openServers(
  { url, pooled }: ApplicationAddress,
  config: Config,
  log: Logger,
  closing: Closing,
): { db: Database; pools: MetricsOptions['pools'] } {
  const { pool: primary } = openPool(url, idle(log), undefined, undefined, { pooled });
  const reads = pooled ? undefined : openReads(url, idle(log));
  const standbyPool =
    config.standbyUrl && openPool(config.standbyUrl, idle(log), undefined, STANDBY_PATIENCE).pool;
  const db = joinPools({ primary, ...reads, standby: standbyPool || undefined }, slow(config, log));
  closing.push(() => db.destroy());
  const pools = [primary, ...Object.values(reads ?? {})];
  if (!standbyPool) return { db, pools };
  const standby = watchStandby(db, {
    onUse: (isUsed) =>
      log.warn(isUsed ? 'the standby is asked' : 'the standby is not asked: away, or behind'),
    isOutage: (error) => outageOf(error) !== undefined,
  });
  closing.push(() => standby.stop());
  return { db, pools };
}

const idle = (log: Logger) => (error: Error) => log.error({ err: error }, 'idle database connection failed');

const slow = ({ slowStatementsFrom: threshold }: Config, log: Logger) =>
  threshold === 0
    ? undefined
    : {
        threshold,
        report: (statement: string, milliseconds: number) =>
          log.warn({ statement, milliseconds: Math.round(milliseconds) }, 'slow statement'),
      };

interface Observed {
  address: ApplicationAddress;
  pools: MetricsOptions['pools'];
  timeZone: string;
  folding: Folding;
  log: Logger;
  closing: Closing;
}

/** Starts point-in-time recovery for the embedded database, if configured. */
function keepOwnMinutes(
  { backup, operatorMail }: Config,
  {
    database: { url, folder: cluster },
    timeZone,
    log,
    sendMail,
    closing,
  }: { database: OpenDatabase; timeZone: string; log: Logger; sendMail: SendMail; closing: Closing },
): void {
  if (!backup?.minute || !cluster) return;
  const { folder, retention, publicKey, hour } = backup;
  const tell = daily(
    async (faults) =>
      operatorMail === undefined ||
      sendMail({
        to: { name: 'Exploitant d’Octroi', address: operatorMail },
        subject: 'Octroi : le retour à la minute n’est plus assuré',
        text: `${faults}\n`,
      }),
  );
  const rounds = startMinutes({
    plan: { url, cluster, folder: minuteFolder(folder), days: retention.days, publicKey, timeZone },
    elsewhere: minutesElsewhere(backup),
    hour,
    report: (faults) => {
      log.error({ faults }, 'the log of the database is not kept');
      tell(faults).catch((error: unknown) => log.error({ err: error }, 'mail failed'));
    },
  });
  closing.push(() => rounds.stop());
}

/** At most once a day while the process runs; again at the next call if `act` did not succeed. */
function daily(act: (text: string) => Promise<boolean>): (text: string) => Promise<void> {
  let last = 0;
  return async (text) => {
    if (Date.now() - last < 86_400_000) return;
    if (await act(text)) last = Date.now();
  };
}

/** Serves `/metrics` at the configured address, if any. */
async function serveOwnMetrics(
  { metrics: at, dataDir }: Config,
  { address: { url, pooled }, pools, timeZone, folding, log, closing }: Observed,
): Promise<Metrics | undefined> {
  if (!at) return undefined;
  const { db } = openPool(url, idle(log), 1, 2000, { pooled });
  closing.push(() => db.destroy());
  const metrics = openMetrics({
    pools,
    db,
    recettes: () => readRecettes(db, todayIn(timeZone)),
    dataDir,
    backup: () => readBackupState(db),
    foldedAt: folding.at,
    onError: (error) => log.error({ err: error }, 'the state of the product could not be read'),
  });
  const served = await serveMetrics(metrics, at);
  closing.push(() => served.close());
  say(`  Métriques : http://${at.host}:${served.port}/metrics`);
  return metrics;
}

/** Says where the server answers, and the demonstration's accounts. */
function greet(config: Config, accounts: readonly string[]): void {
  say(
    `\n  Octroi répond sur http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${config.port}\n`,
  );
  if (accounts.length > 0)
    say(`  Comptes de démonstration (mot de passe : Octroi-2026!) : ${accounts.join(', ')}\n`);
}

async function tellWayIn(url: string, { publicUrl, dataDir }: Config): Promise<void> {
  const token = await openFirstAccess(url);
  if (token) tellFirstAccess(token, { publicUrl, dataDir, terminal: process.stdout.isTTY, say });
}

/** Explains a failed start to the person at the terminal. */
function explain(error: unknown, config: Config | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Le port ${config?.port} est déjà pris. Arrêtez le programme qui l'occupe, ou choisissez-en un autre : PORT=3001 npm start.`;
  if (code === 'EACCES' && config)
    return `Accès refusé : ${message}. Choisissez un dossier de données où vous pouvez écrire (OCTROI_DATA), et un PORT au-dessus de 1023.`;
  return messageOf(error);
}

const closing: Closing = [];
const stopping = new AbortController();
let closed: Promise<void> | undefined;
/** Closes everything once, however often it is called. */
const close = (): Promise<void> =>
  (closed ??= (async () => {
    const failures: unknown[] = [];
    // a failure must not prevent the other steps
    for (const step of closing.toReversed()) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  })());

let config: Config | undefined;
const fail = (error: unknown): never => {
  process.stderr.write(`${explain(error, config)}\n`);
  process.exit(1);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping.abort();
    // otherwise the start itself stops
    if (closing.length > 0) close().then(() => process.exit(0), fail);
  });
try {
  config = readConfig(process.env);
  await start(config, closing, stopping.signal);
} catch (error) {
  // the first error is shown, even if closing fails too
  await close().catch((failure: unknown) => process.stderr.write(`${explain(failure, config)}\n`));
  if (stopping.signal.aborted) process.exit(0);
  process.stderr.write("\nOctroi n'a pas démarré.\n");
  if (!(error instanceof ConfigError) && process.env['LOG_LEVEL'] === 'debug')
    process.stderr.write(`${(error as Error).stack}\n`);
  fail(error);
}
