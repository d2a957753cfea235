/**
 * Jobs: work that outlives its request, in steps. Each step runs in a transaction that also records it, so that a job
 * can be followed, stopped, and resumed after a crash without doing anything twice.
 */
import { isSuperAdmin, type Travail } from '@octroi/contract';
import { stillHas } from '#src/platform/access/made-with.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { findAbsent, withoutSession } from '#src/platform/session/session.repository.ts';
import {
  beginTravail,
  countOpen,
  listExpectedRunning,
  endTravail,
  insertTravail,
  listOpen,
  listTravaux,
  type NewTravail,
  readSteps,
  readTravail,
  reopenTravail,
  type StoredTravail,
  disableTimeouts,
  writeReport,
  writeStep,
} from './jobs.repository.ts';
import { THRESHOLDS, type Thresholds } from './thresholds.ts';

export interface Attempt {
  /** The server stops, or the job was given to another. */
  signal: AbortSignal;
  /** No other attempt follows. */
  last: boolean;
}

interface SendOptions {
  /**
   * Number of the author's open jobs of that kind before this one. Lower turns go first, so that nobody's first job
   * waits for another's twentieth.
   */
  turn?: number;
  /** After a failure: lets the failed attempt end first. */
  after?: 'failure';
}

/** Distributes jobs to workers, perhaps in another process, later, or again after a crash. */
export interface JobQueue {
  work: (nature: string, handler: (id: string, attempt: Attempt) => Promise<void>) => Promise<void>;
  /** Queues a job. Does nothing if it is waiting or running; a job that the queue has given up is sent again. */
  send: (nature: string, id: string, how?: SendOptions) => Promise<void>;
  /** Whether any server is running it now. */
  isRunning: (id: string) => Promise<boolean>;
  /** Runs `start` periodically (cron, in the installation's time zone). */
  schedule: (nature: string, cron: string, start: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/** A job during one of its steps. */
interface Running extends StoredTravail {
  /** The author's present account; null for a scheduled job. */
  author: Person | null;
  /** Checks the author again, before a step does what cannot be undone. @throws AppError if the right is lost */
  demandAuthor: () => Promise<unknown>;
}

export interface JobKind<Params, Report> {
  nature: string;
  /**
   * Checks the right to such a job: for its author before each step and during long ones, and for a person who resumes
   * it. The author's scope is checked besides.
   * @throws AppError 403, 404
   */
  demand: (person: Person, params: Params, travail: StoredTravail) => void | Promise<void>;
  /** Checks further conditions of a resumption. @throws AppError */
  demandIdle?: (params: Params) => Promise<void>;
  /** Keys of the steps, in the order of their start; some run at the same time. */
  steps: (params: Params, travail: StoredTravail) => Promise<number[]>;
  /**
   * Runs one step, in the given transaction.
   * @param travail with the author's present account
   * @param reportProgress shows the progress of a long step, as often as it likes; throws if the job must stop
   */
  step: (
    trx: OpenTransaction,
    params: Params,
    key: number,
    travail: Running,
    reportProgress: (report: Report) => Promise<void>,
  ) => Promise<Report>;
  /** The report of the whole job. */
  summarize: (params: Params, reports: readonly Report[]) => unknown;
}

/** The job was stopped, or the server stops: no further step is started. */
class Interrupted extends Error {}

/** A job started this often without completing a step would only be interrupted again. */
const MAX_STARTS = 10;

/** Steps run at the same time. */
const CONCURRENT_STEPS = 2;

/** Milliseconds; see `demandAttended`. */
const UNATTENDED_MS = 120_000;

/** Milliseconds between two updates of the report. */
const REPORT_INTERVAL = 1000;

export interface Jobs {
  /** Limits from which an operation becomes a job. */
  thresholds: Thresholds;
  define: <Params, Report>(kind: JobKind<Params, Report>) => Promise<void>;
  /**
   * @param alsoWrite writes in the transaction that creates the job
   * @throws AppError 429 if its author has too many open jobs of that kind
   */
  start: (
    travail: NewTravail,
    alsoWrite?: (trx: OpenTransaction, id: string) => Promise<void>,
  ) => Promise<Travail>;
  /**
   * Creates a job in the caller's transaction.
   * @returns its id, and a function to queue it after the commit
   * @throws AppError 429 if its author has too many open jobs of that kind
   */
  create: (
    trx: OpenTransaction,
    travail: NewTravail,
  ) => Promise<{ id: string; enqueue: () => Promise<void> }>;
  list: (person: Person) => Promise<Travail[]>;
  find: (person: Person, id: string) => Promise<Travail>;
  /** Stops a job after its present step; what was done stays. */
  cancel: (person: Person, id: string) => Promise<Travail>;
  /**
   * Resumes a failed job at the failed step.
   * @throws AppError 409 if it did not fail
   */
  retry: (person: Person, id: string) => Promise<Travail>;
  /**
   * Checks that no due job has been unattended for two minutes: failed ones are tried again after one at most.
   * @throws an error that names the jobs
   */
  demandAttended: () => Promise<void>;
  /** Queues the jobs left open by a crash, a restored backup or the queue. */
  resume: () => Promise<void>;
}

/** @returns number of the author's open jobs of that kind. @throws AppError 429 if they are `most` */
async function countOpenBelow(
  trx: OpenTransaction,
  { nature, utilisateurId }: NewTravail,
  most: number,
): Promise<number> {
  if (utilisateurId === null) return 0;
  const open = await countOpen(trx, nature, utilisateurId);
  if (open < most) return open;
  throw new AppError(
    'demandes.trop',
    `Vous avez déjà ${open} travaux de cette sorte en attente ou en cours. Attendez que l’un finisse, ou arrêtez-en un.`,
  );
}

const ACCOUNT_DISABLED = 'Le compte qui a demandé ce travail n’est plus actif.';
const RIGHTS_LOST =
  'La personne qui a demandé ce travail n’a plus les droits ou le périmètre qu’elle avait : il s’arrête là. Elle peut le demander à nouveau avec ceux qu’elle a.';

/**
 * The author's present account.
 * @throws AppError if it is disabled, or has lost the rights or scope of the request
 */
async function demandPresentAuthor<Params>(
  db: Database,
  kind: Pick<JobKind<Params, never>, 'demand'>,
  travail: StoredTravail,
): Promise<Person | null> {
  const { utilisateurId, faitAvec, parametres } = travail;
  if (utilisateurId === null || faitAvec === null) return null;
  const absent = await findAbsent(db, utilisateurId);
  if (!absent) throw new AppError('acces.refuse', ACCOUNT_DISABLED);
  const author = withoutSession(absent);
  if (!(await stillHas(db, author, faitAvec))) throw new AppError('acces.refuse', RIGHTS_LOST);
  try {
    await kind.demand(author, parametres as Params, travail);
  } catch (error) {
    if (error instanceof AppError && [403, 404].includes(error.status))
      throw new AppError('acces.refuse', RIGHTS_LOST);
    throw error;
  }
  return author;
}

/** Runs the remaining steps of a job. @throws Interrupted if it must stop */
async function run<Params, Report>(
  db: Database,
  kind: JobKind<Params, Report>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const travail = await readTravail(db, id);
  if (!travail) return;
  const params = travail.parametres as Params;
  const keys = await kind.steps(params, travail);
  const starts = await db.transaction().execute((trx) => beginTravail(trx, id, keys.length));
  if (starts === undefined) return;
  if (starts > MAX_STARTS)
    throw new AppError(
      'serveur.indisponible',
      `Le travail a été interrompu ${MAX_STARTS} fois de suite sans avancer. Relancez-le ; si cela se répète, prévenez votre administrateur.`,
    );
  const done = await readSteps<Report>(db, id);
  const report = (...more: Report[]): unknown => kind.summarize(params, [...done.values(), ...more]);
  const demandAuthor = (): Promise<Person | null> => demandPresentAuthor(db, kind, travail);
  let reportedAt = 0;
  const reportProgress = async (partial: Report): Promise<void> => {
    if (Date.now() - reportedAt < REPORT_INTERVAL) return;
    reportedAt = Date.now();
    if (signal.aborted || !(await db.transaction().execute((trx) => writeReport(trx, id, report(partial)))))
      throw new Interrupted();
    await demandAuthor();
  };
  const remaining = keys.filter((key) => !done.has(key));
  const worker = async (): Promise<void> => {
    for (let key = remaining.shift(); key !== undefined; key = remaining.shift()) {
      if (signal.aborted) throw new Interrupted();
      const step = key;
      const author = await demandAuthor();
      const outcome = await db.transaction().execute(async (trx) => {
        await disableTimeouts(trx);
        const result = await kind.step(
          trx,
          params,
          step,
          { ...travail, author, demandAuthor },
          reportProgress,
        );
        if (!(await writeStep(trx, id, step, result))) throw new Interrupted();
        return result;
      });
      done.set(step, outcome);
      if (Date.now() - reportedAt < REPORT_INTERVAL) continue;
      reportedAt = Date.now();
      await db.transaction().execute((trx) => writeReport(trx, id, report()));
    }
  };
  const stopAll = (error: unknown): never => {
    remaining.length = 0;
    throw error;
  };
  // all workers have stopped before the job counts as done or failed
  const ends = await Promise.allSettled(
    Array.from({ length: CONCURRENT_STEPS }, () => worker().catch(stopAll)),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await db.transaction().execute((trx) => endTravail(trx, id, { statut: 'terminé', rapport: report() }));
}

/** Keeps the time since when each job is unattended; see `demandAttended`. */
function attendanceCheck(db: Database, queue: JobQueue): Jobs['demandAttended'] {
  let unattendedSince: ReadonlyMap<string, number> = new Map();
  return async () => {
    const expected = await listExpectedRunning(db);
    const remaining = await Promise.all(
      expected.map(async ({ id, statut }) =>
        statut === 'en cours' && (await queue.isRunning(id)) ? [] : [id],
      ),
    );
    const now = Date.now();
    unattendedSince = new Map(remaining.flat().map((id) => [id, unattendedSince.get(id) ?? now]));
    const unattended = [...unattendedSince].flatMap(([id, from]) =>
      now - from >= UNATTENDED_MS ? [id] : [],
    );
    if (unattended.length > 0) throw new Error(`nobody does the works ${unattended.join(', ')}`);
  };
}

export function jobs(
  db: Database,
  queue: JobQueue,
  onError: (error: unknown) => void,
  thresholds = THRESHOLDS,
): Jobs {
  async function find(person: Person, id: string): Promise<Travail> {
    const [travail] = await listTravaux(db, isSuperAdmin(person) ? null : person.id, id);
    if (!travail) throw notFound();
    return travail;
  }

  const create: Jobs['create'] = async (trx, travail) => {
    const turn = await countOpenBelow(trx, travail, thresholds.ouverts);
    const id = await insertTravail(trx, travail);
    return { id, enqueue: () => queue.send(travail.nature, id, { turn }) };
  };

  const fail = (id: string, message: string): Promise<boolean> =>
    db.transaction().execute((trx) => endTravail(trx, id, { statut: 'échoué', message }));

  type Check = (person: Person, travail: StoredTravail) => Promise<void>;
  const checks = new Map<string, Check>();
  const notFailed = () => new AppError('conflit.regle', 'Seul un travail qui a échoué se relance.');

  return {
    thresholds,
    find,
    list: (person) => listTravaux(db, isSuperAdmin(person) ? null : person.id),

    define<Params, Report>(kind: JobKind<Params, Report>) {
      checks.set(kind.nature, async (person, travail) => {
        const params = travail.parametres as Params;
        await kind.demand(person, params, travail);
        await kind.demandIdle?.(params);
      });
      return queue.work(kind.nature, async (id, { signal, last }) => {
        try {
          await run(db, kind, id, signal);
        } catch (error) {
          // stopped by its author; on a stop of the server it stays open, and another server resumes it
          if (error instanceof Interrupted && !signal.aborted) return;
          if (error instanceof AppError) return void (await fail(id, error.message));
          if (last && !signal.aborted)
            await fail(id, 'Le travail s’est arrêté sur une erreur du serveur. Relancez-le.');
          throw error;
        }
      });
    },

    create,
    async start(travail, alsoWrite) {
      const { id, enqueue } = await db.transaction().execute(async (trx) => {
        const created = await create(trx, travail);
        await alsoWrite?.(trx, created.id);
        return created;
      });
      await enqueue();
      const [started] = await listTravaux(db, travail.utilisateurId, id);
      return started as Travail;
    },

    async cancel(person, id) {
      await find(person, id);
      await db.transaction().execute((trx) => endTravail(trx, id, { statut: 'annulé' }));
      return find(person, id);
    },

    async retry(person, id) {
      await find(person, id);
      const travail = await readTravail(db, id);
      if (travail?.statut !== 'échoué') throw notFailed();
      await checks.get(travail.nature)?.(person, travail);
      if (!(await db.transaction().execute((trx) => reopenTravail(trx, id)))) throw notFailed();
      await queue.send(travail.nature, id, { after: 'failure' });
      return find(person, id);
    },

    demandAttended: attendanceCheck(db, queue),

    async resume() {
      try {
        const open = await listOpen(db);
        await Promise.all(open.map(({ id, nature, turn }) => queue.send(nature, id, { turn })));
      } catch (error) {
        onError(error);
      }
    },
  };
}
