/** Puts the application together: the platform, then each domain's routes. Nothing is decided here. */
import { todayIn } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { sauvegardeRoutes } from '#src/backup/sauvegardes.routes.ts';
import { type BackupMaking, sauvegardeService } from '#src/backup/sauvegardes.service.ts';
import {
  accesExport,
  accesRoutes,
  administrationResources,
  firstAccountRoutes,
  groupPermissionRoutes,
  journalExport,
  journalRoutes,
  notifier,
  profileRoutes,
  resetRoutes,
  deleteOldEchecs,
  secondFactorRoutes,
  securiteExports,
  securiteRoutes,
  type SignInOptions,
  signInRoutes,
  userRoutes,
  affichageRoutes,
  viewRoutes,
} from '#src/domains/administration/index.ts';
import {
  approbationResources,
  approbationRoutes,
  approvals,
  countToDecide,
  hasApprobations,
} from '#src/domains/approbations/index.ts';
import {
  caisseExports,
  caisseResources,
  caisseRoutes,
  countOpenEcarts,
  countToReceive,
  hasRegies,
  hasValeurs,
  rappelerVersements,
  till,
  valeurRoutes,
} from '#src/domains/caisse/index.ts';
import {
  baseTaxableExport,
  contribuableExport,
  impayeExport,
  contribuableFinder,
  enrollementExport,
  equipementExport,
  exonerationExport,
  contribuableRoutes,
  countToValidate,
  hasContribuables,
  hasExonerationRows,
  photoRoutes,
  importRoutes,
} from '#src/domains/contribuables/index.ts';
import {
  echeanceRoutes,
  echeanceService,
  exerciceRoutes,
  fiscaliteResources,
  sansTarifExport,
  suspensionExport,
  taxeRoutes,
} from '#src/domains/fiscalite/index.ts';
import {
  documentRoutes,
  exportRoutes,
  fileDelivery,
  issueDrawn,
  papierRoutes,
  pieceCaisseRoutes,
  pieceRoutes,
  pointRoutes,
  pointService,
  type PointService,
  sheetRoutes,
} from '#src/domains/impressions/index.ts';
import { miseEnServiceRoutes } from '#src/domains/mise-en-service/index.ts';
import {
  paiementFinder,
  paiementsResources,
  eclaircissementRoutes,
  notificationRoutes,
  notificationService,
  type NotificationService,
  releaseAbove,
  releaseAdvances,
  takeUpAdvances,
  paiementsRepris,
  imputationExport,
  imputationRoutes,
  encaissementRoutes,
  countToClear,
  countToConfirm,
  transactionExport,
  rejetRoutes,
  transactionRoutes,
} from '#src/domains/paiements/index.ts';
import {
  type AttenteCounts,
  attenteRoutes,
  pilotageRoutes,
  redrawContours,
} from '#src/domains/pilotage/index.ts';
import {
  avisRemisExport,
  recouvrementRoutes,
  tourneeExport,
  visiteExport,
} from '#src/domains/recouvrement/index.ts';
import {
  countCas,
  hasAppareils,
  sendWaiting,
  terrainExports,
  terrainRoutes,
} from '#src/domains/terrain/index.ts';
import { placeFinder, territoireResources, territoireRoutes } from '#src/domains/territoire/index.ts';
import type { FactConditions } from '#src/platform/access/facts.repository.ts';
import { type Database, ping } from '#src/platform/database/database.ts';
import type { ListExport, ListExports } from '#src/platform/export/declaration.ts';
import { demandRoom } from '#src/platform/files/room.ts';
import { fileSpool, type Spool } from '#src/platform/files/spool.ts';
import { type FileStore, fileStore } from '#src/platform/files/store.ts';
import { approbations as approbationsOn } from '#src/platform/approbation/approbation.service.ts';
import { exportStore } from '#src/platform/export/store.ts';
import { boundCostly } from '#src/platform/http/costly.ts';
import { afterReply } from '#src/platform/http/after-reply.ts';
import { lectureRoutes } from '#src/platform/http/lectures.routes.ts';
import { healthRoutes, type Checks } from '#src/platform/http/health.routes.ts';
import { createServer, type ServerOptions } from '#src/platform/http/server.ts';
import { standbyPlugin } from '#src/platform/http/standby.plugin.ts';
import { serveWeb } from '#src/platform/http/web.ts';
import { type JobQueue, type Jobs, jobs as jobsOn } from '#src/platform/jobs/jobs.ts';
import { THRESHOLDS, type Thresholds } from '#src/platform/jobs/thresholds.ts';
import { jobRoutes } from '#src/platform/jobs/jobs.routes.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { selectionRoutes } from '#src/platform/listing/selection.routes.ts';
import type { Metrics } from '#src/platform/metrics/metrics.ts';
import type { SendMail } from '#src/platform/mail/mail.ts';
import type { CountryCode } from '#src/platform/sms/numero.ts';
import type { SmsGateway } from '#src/platform/sms/sms.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';
import { findScreens } from '#src/platform/search/screens.ts';
import { searchRoutes } from '#src/platform/search/search.routes.ts';
import { resourceRoutes } from '#src/platform/resource/resource.routes.ts';
import { IDLE_MINUTES } from '#src/platform/session/cookies.ts';
import { type SessionOptions, sessionPlugin } from '#src/platform/session/session.plugin.ts';
import { deleteExpiredSessions } from '#src/platform/session/session.repository.ts';

/** Every five minutes, not only at a start, jobs that the queue has lost or given up are queued again. */
const RESUME = '*/5 * * * *';
/** Expired sessions are deleted daily, old refused sign-ins too. */
const FORGET = '40 3 * * *';
/** In the morning, people who hold too much cash, or for too long, are notified. */
const MORNING = '0 7 * * *';
/** Early each day: on the first of the month, or as soon as possible after it, the month before is mailed. */
const MONTHLY = '30 6 * * *';
/** Messages to taxpayers are sent within one or two minutes. */
const EACH_MINUTE = '* * * * *';
/** Outlines on the map are at most five minutes older than the positions, including the wait in the queue. */
const REDRAW = '*/2 * * * *';

interface AppOptions extends ServerOptions {
  db: Database;
  /** The installation's time zone, from the database. */
  timeZone: string;
  /**
   * Whether the product is reached over HTTPS: then cookies are only for it, and browsers are told to use only HTTPS.
   */
  https: boolean;
  /** Minutes without a request after which a browser's session ends. */
  idleMinutes?: number | undefined;
  demo: boolean;
  tiles: SignInOptions['tiles'];
  /** Public URL of the product, for links in mails. */
  publicUrl: string;
  sendMail: SendMail;
  sms: SmsGateway;
  /** Country of phone numbers without a country code. */
  pays: CountryCode;
  /** Encrypts the secrets in the database. */
  secrets: SecretBox;
  /** Distributes jobs. */
  queue: JobQueue;
  /** Limits from which an operation becomes a job. */
  thresholds?: Thresholds;
  /** Secrets of payment operators, by payment method, for signed notifications; without one, none is accepted. */
  operatorSecrets?: ReadonlyMap<number, string>;
  /** Scheduled backups; absent: none. */
  backups?: BackupMaking | undefined;
  /** Folder of uploaded files. */
  uploads: string;
  /** Folder of uploads in progress. */
  spoolFolder: string;
  /** Folder of generated files. */
  exportsFolder: string;
  /** Folders whose disks the product writes to. */
  dataFolders: string[];
  /** Folder of the built web application. */
  webFolder: string;
  /** Folder of the agents' built application. */
  terrainFolder: string;
  /** Sounds for the agents' application that the operator added. */
  soundsFolder?: string;
  /** Counts the replies. */
  metrics?: Pick<Metrics, 'watch'> | undefined;
}

/** Exports of lists that are not declared resources. */
const listExports = (db: Database, today: () => string): ListExports =>
  new Map<string, ListExport>([
    ['contribuables', contribuableExport(db, today)],
    ['enrollements', enrollementExport(db, today)],
    ['impayes', impayeExport(db, today)],
    ['equipements', equipementExport],
    ['bases-taxables', baseTaxableExport(db)],
    ['exonerations', exonerationExport],
    ['suspensions', suspensionExport],
    ['transactions', transactionExport(db)],
    ['imputations', imputationExport(db)],
    ['tournees', tourneeExport(db)],
    ['visites', visiteExport(db, today)],
    ['avis_remis', avisRemisExport],
    ['echeances/sans-tarif', sansTarifExport(db, today)],
    ['ramifications/acces', accesExport(db)],
    ['journal', journalExport(db)],
    ...securiteExports(db),
    ...caisseExports(db, today),
    ...terrainExports(db),
  ]);

type Mailing = Pick<AppOptions, 'db' | 'timeZone' | 'publicUrl' | 'sendMail' | 'secrets'>;

/** Mailing, and notices to people about their accounts. */
function mailingOf(app: FastifyInstance, options: Mailing) {
  const mailing = { ...options, later: afterReply(app) };
  return { ...mailing, notify: notifier(mailing) };
}

/** What each domain answers about a person, for the menu. */
const FACTS: FactConditions = {
  contribuables: hasContribuables,
  exonerations: hasExonerationRows,
  regies: hasRegies,
  valeurs: hasValeurs,
  appareils: hasAppareils,
  approbations: hasApprobations,
};

/** What each domain counts for the menu, by screen. */
const attenteCounts = (db: Database): AttenteCounts => ({
  enrollements: countToValidate(db),
  transactions: countToConfirm(db),
  'a-eclaircir': countToClear(db),
  approbations: (person) => countToDecide(db, person),
  versements: countToReceive(db),
  ecarts: countOpenEcarts(db),
  'cas-terrain': countCas(db),
});

/** Routes of figures, and of what waits. */
function figureRoutes(app: FastifyInstance, db: Database, clock: Parameters<typeof pilotageRoutes>[2]): void {
  pilotageRoutes(app, db, clock);
  attenteRoutes(app, attenteCounts(db));
}

/** Routes of sign-in, accounts and the journal. */
function accountRoutes(
  app: FastifyInstance,
  options: ReturnType<typeof mailingOf> &
    Pick<AppOptions, 'https' | 'demo' | 'tiles'> & { idleMinutes: number },
): void {
  signInRoutes(app, { ...options, facts: FACTS });
  profileRoutes(app, options);
  resetRoutes(app, options);
  firstAccountRoutes(app, options.db);
  secondFactorRoutes(app, options);
  userRoutes(app, options);
  groupPermissionRoutes(app, options.db);
  viewRoutes(app, options.db);
  affichageRoutes(app, options.db);
  journalRoutes(app, options.db);
  securiteRoutes(app, options.db);
}

/** Identifies the person of each request, and limits concurrent requests per person. */
async function guard(app: FastifyInstance, session: SessionOptions, { fichiers }: Thresholds): Promise<void> {
  await app.register(sessionPlugin, session);
  await app.register(standbyPlugin, session);
  boundCostly(app, fichiers);
}

/** Health checks. */
const partsOf = (db: Database, jobs: Jobs, folders: readonly string[]): Checks => ({
  base: () => ping(db),
  disque: () => Promise.all(folders.map((folder) => demandRoom(folder))),
  travaux: () => jobs.demandAttended(),
});

function spoolOn(app: FastifyInstance, folder: string): Spool {
  const spool = fileSpool(folder);
  app.addHook('onReady', () => spool.sweep());
  return spool;
}

const jobsOf = (app: FastifyInstance, db: Database, queue: JobQueue, thresholds: Thresholds): Jobs =>
  jobsOn(
    db,
    queue,
    (error) => app.log.error({ err: error }, 'a long work could not be taken up'),
    thresholds,
  );

/** Routes of tills, their cash and their tickets. */
async function tillRoutes(
  app: FastifyInstance,
  db: Database,
  { today, ...parts }: Parameters<typeof caisseRoutes>[2] & { today: () => string },
): Promise<void> {
  await caisseRoutes(app, db, parts);
  valeurRoutes(app, db, { selectables: parts.selectables, today });
}

/** Routes of the field application, and receipts of its devices. */
const fieldRoutes = (
  app: FastifyInstance,
  db: Database,
  { today, ...parts }: Omit<Parameters<typeof terrainRoutes>[2], 'issueDrawn'> & { today: () => string },
): Promise<void> => terrainRoutes(app, db, { ...parts, ...drawnPapers(today) });

/** Routes of papers, printed lists and exports. */
async function fileRoutes(
  app: FastifyInstance,
  db: Database,
  {
    files,
    spool,
    selectables,
    ...making
  }: Parameters<typeof fileDelivery>[1] & { files: FileStore; spool: Spool; selectables: Selectables },
): Promise<void> {
  await papierRoutes(app, db, { ...making, spool });
  const delivery = await fileDelivery(db, making);
  pieceRoutes(app, db, { ...making, delivery, selectables });
  pieceCaisseRoutes(app, db, making);
  exportRoutes(app, db, delivery);
  documentRoutes(app, db, delivery);
  sheetRoutes(app, db, { ...making, files, delivery });
}

/**
 * Routes of payments: at the counter, notified by operators, listed with their parts; and of expected ones.
 * @returns applies the notifications of operators
 */
async function moneyRoutes(
  app: FastifyInstance,
  db: Database,
  {
    operatorSecrets,
    today,
    ...taking
  }: Parameters<typeof transactionRoutes>[2] &
    Parameters<typeof rejetRoutes>[2] & {
      operatorSecrets: ReadonlyMap<number, string>;
      today: () => string;
    },
): Promise<NotificationService> {
  const notifications = notificationService(db, {
    warn: (error) => app.log.error({ err: error }, 'the notification of an operator could not be applied'),
  });
  await transactionRoutes(app, db, taking);
  await rejetRoutes(app, db, taking);
  encaissementRoutes(app, db, taking);
  imputationRoutes(app, db, taking.selectables);
  notificationRoutes(app, notifications, operatorSecrets);
  eclaircissementRoutes(app, db, taking.selectables);
  recouvrementRoutes(app, db, { selectables: taking.selectables, files: taking.files, today });
  return notifications;
}

/** Papers that the field application needs. */
const drawnPapers = (today: () => string): Pick<Parameters<typeof terrainRoutes>[2], 'issueDrawn'> => ({
  issueDrawn: (trx, drawn) => issueDrawn(trx, drawn, today()),
});

/** Schedules periodic maintenance. */
async function scheduleUpkeep(
  db: Database,
  queue: JobQueue,
  { jobs, notifications, point }: { jobs: Jobs; notifications: NotificationService; point: PointService },
  mailing: Pick<AppOptions, 'sendMail' | 'publicUrl' | 'sms' | 'pays'>,
): Promise<void> {
  await queue.schedule('reprise', RESUME, () => jobs.resume());
  await queue.schedule('sessions', FORGET, async () => {
    await db.transaction().execute((trx) => deleteExpiredSessions(trx));
    await db.transaction().execute((trx) => deleteOldEchecs(trx));
  });
  await queue.schedule('notifications', EACH_MINUTE, () => notifications.complete());
  await queue.schedule('sms', EACH_MINUTE, () => sendWaiting(db, mailing));
  await queue.schedule('contours', REDRAW, () => redrawContours(db));
  await queue.schedule('point-du-mois', MONTHLY, () => point.send(mailing.sendMail));
  await queue.schedule('versements', MORNING, () => rappelerVersements(db, mailing));
}

/** All declared resources. */
const resourcesOf = (
  notify: Parameters<typeof administrationResources>[0],
  tarification: Parameters<typeof fiscaliteResources>[0],
) => [
  ...territoireResources,
  ...administrationResources(notify),
  ...approbationResources,
  ...fiscaliteResources(tarification),
  ...paiementsResources,
  ...caisseResources,
];

export async function buildApp({
  db,
  timeZone,
  https,
  idleMinutes = IDLE_MINUTES,
  demo,
  tiles,
  publicUrl,
  sendMail,
  sms,
  pays,
  secrets,
  queue,
  thresholds = THRESHOLDS,
  operatorSecrets = new Map(),
  backups,
  uploads,
  spoolFolder,
  exportsFolder,
  dataFolders,
  webFolder,
  terrainFolder,
  soundsFolder,
  metrics,
  ...options
}: AppOptions) {
  const app = await createServer({ ...options, https });
  metrics?.watch(app);
  const today = () => todayIn(timeZone);
  const selectables: Selectables = new Map();
  const exports = listExports(db, today);
  const jobs = jobsOf(app, db, queue, thresholds);
  const approbations = approbationsOn(db, approvals);

  await guard(app, { db, https, idleMinutes, publicUrl }, thresholds);
  healthRoutes(app, partsOf(db, jobs, dataFolders));
  const mailing = mailingOf(app, { db, timeZone, publicUrl, sendMail, secrets });
  accountRoutes(app, { ...mailing, https, idleMinutes, demo, tiles });
  lectureRoutes(app);
  selectionRoutes(app, db, selectables);
  searchRoutes(app, [contribuableFinder(db), paiementFinder(db), placeFinder(db), findScreens]);
  for (const declaration of resourcesOf(mailing.notify, { approbations, jobs }))
    resourceRoutes(app, db, declaration, { selectables, exports });
  figureRoutes(app, db, { today, timeZone });
  const [files, spool] = [fileStore(uploads), spoolOn(app, spoolFolder)];
  const shared = { files, spool, selectables, approbations };
  const notifications = await moneyRoutes(app, db, { ...shared, jobs, till, operatorSecrets, today });
  await approbationRoutes(app, db, shared);
  await photoRoutes(app, db, shared);
  await tillRoutes(app, db, { ...shared, today });
  await territoireRoutes(app, db, { spool });
  accesRoutes(app, db, selectables);
  exerciceRoutes(app, db, { today, approbations });
  jobRoutes(app, jobs);
  const store = exportStore(exportsFolder);
  await fileRoutes(app, db, { ...shared, timeZone, today, publicUrl, lists: exports, jobs, queue, store });
  const point = pointService(db, { timeZone, today, attentes: attenteCounts(db) });
  pointRoutes(app, point);
  const payments = { releaseAbove, releaseAdvances, takeUpAdvances };
  const enrolling = { payments, today };
  await fieldRoutes(app, db, { ...shared, enrolling, publicUrl, sms, secrets, today });
  await contribuableRoutes(app, { db, jobs, selectables, approbations, payments, today });
  const repris = paiementsRepris(approbations);
  await importRoutes(app, db, { ...shared, jobs, enrolling, repris, timeZone });
  await taxeRoutes(app, db, { today, approbations, jobs, files, spool });
  const service = await echeanceService(db, { jobs, queue, payments, today });
  echeanceRoutes(app, db, { service, selectables, today });
  miseEnServiceRoutes(app, db, today);
  const sauvegardes = await sauvegardeService(db, { queue, timeZone, sendMail, publicUrl, making: backups });
  sauvegardeRoutes(app, sauvegardes);
  app.addHook('onReady', () => jobs.resume());
  await scheduleUpkeep(db, queue, { jobs, notifications, point }, { sendMail, publicUrl, sms, pays });
  await serveWeb(app, webFolder, terrainFolder, soundsFolder);
  return app;
}
