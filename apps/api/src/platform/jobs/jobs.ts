/**
 * Work that outlives its request: done in steps, each in a transaction of its own together with the note that it is
 * done. So it can be followed, ended, and taken up again after a crash without doing anything twice.
 */
import { isSuperAdmin, type Travail } from '@octroi/contract';
import { stillHas } from '#src/platform/access/made-with.ts';
import { type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { findAbsent, withoutSession } from '#src/platform/session/session.repository.ts';
import {
  beginTravail,
  countOpen,
  listDue,
  endTravail,
  insertTravail,
  listOpen,
  listTravaux,
  type NewTravail,
  readSteps,
  readTravail,
  reopenTravail,
  type StoredTravail,
  takeTime,
  writeReport,
  writeStep,
} from './jobs.repository.ts';
import { THRESHOLDS, type Thresholds } from './thresholds.ts';

export interface Attempt {
  /** The server stops, or the work was given to another. */
  signal: AbortSignal;
  /** No other attempt follows. */
  last: boolean;
}

interface Sending {
  /**
   * How many works of that kind its author has open before it. Works of an earlier turn come first, so that nobody's first
   * waits for another's twentieth.
   */
  turn?: number;
  /** A work that has just failed is let come to its end before. */
  after?: 'failure';
}

/** What hands works to whoever does them: another process perhaps, later perhaps, once more after a crash. */
export interface JobQueue {
  work: (nature: string, handler: (id: string, attempt: Attempt) => Promise<void>) => Promise<void>;
  /** Of a work that is waiting or being done, nothing; one that the queue has given up is handed out again. */
  send: (nature: string, id: string, how?: Sending) => Promise<void>;
  /** Whether somebody is at it at this moment, on whichever server. */
  isAtWork: (id: string) => Promise<boolean>;
  /** Begins `start` by the clock (cron, in the installation's time zone). */
  schedule: (nature: string, cron: string, start: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/** A work at one of its steps. */
interface Running extends StoredTravail {
  /** As he is now; null where the clock began the work. */
  author: Person | null;
  /** Asks again, where a step ends with what cannot be undone. @throws AppError where the author may not any more */
  demandAuthor: () => Promise<unknown>;
}

export interface JobKind<Params, Report> {
  nature: string;
  /**
   * The right to such a work: asked of its author before each step and while a long one goes on, and of whoever has it
   * taken up again. That the author's scope still holds what it held is asked beside it.
   * @throws AppError 403, 404
   */
  demand: (person: Person, params: Params, travail: StoredTravail) => void | Promise<void>;
  /** What else must be so for it to be taken up again. @throws AppError */
  demandIdle?: (params: Params) => Promise<void>;
  /** Keys of the steps, in the order in which they are begun; some are done at the same time. */
  steps: (params: Params, travail: StoredTravail) => Promise<number[]>;
  /**
   * Does one step, in the given transaction.
   * @param travail with its author as he is now
   * @param tell says how far a long step is, as often as it likes; throws where the work shall go no further
   */
  step: (
    trx: OpenTransaction,
    params: Params,
    key: number,
    travail: Running,
    tell: (report: Report) => Promise<void>,
  ) => Promise<Report>;
  /** The report of the whole. */
  sum: (params: Params, reports: readonly Report[]) => unknown;
}

/** The work was ended by somebody, or the server stops: no step is begun any more. */
class Interrupted extends Error {}

/** A work that was begun so often, without a step of it done since, would only be interrupted again. */
const MOST_BEGINNINGS = 10;

/** Steps done at the same time. */
const AT_ONCE = 2;

/** Milliseconds; see `demandAttended`. */
const UNATTENDED_MS = 120_000;

/** Between two updates of the report that the author sees, in milliseconds. */
const REPORT_EVERY = 1000;

export interface Jobs {
  /** From where on something is a work. */
  thresholds: Thresholds;
  define: <Params, Report>(kind: JobKind<Params, Report>) => Promise<void>;
  /**
   * @param also written in the transaction that notes the work
   * @throws AppError 429 where its author has too many of that kind open
   */
  start: (
    travail: NewTravail,
    also?: (trx: OpenTransaction, id: string) => Promise<void>,
  ) => Promise<Travail>;
  /**
   * Notes a work in the caller's transaction.
   * @returns its id, and what hands it out once that is written
   * @throws AppError 429 where its author has too many of that kind open
   */
  note: (trx: OpenTransaction, travail: NewTravail) => Promise<{ id: string; begin: () => Promise<void> }>;
  list: (person: Person) => Promise<Travail[]>;
  find: (person: Person, id: string) => Promise<Travail>;
  /** Ends a work after the step that it is at; what was done stays. */
  cancel: (person: Person, id: string) => Promise<Travail>;
  /**
   * Has a work that failed go on at the step that it failed at.
   * @throws AppError 409 where it did not fail
   */
  retry: (person: Person, id: string) => Promise<Travail>;
  /**
   * That nobody has found a work that should be done left alone for two minutes: one that failed is tried again after one
   * at most.
   * @throws an error that names the works
   */
  demandAttended: () => Promise<void>;
  /** Takes up what a crash, a restored backup or a queue that gave up left open. */
  resume: () => Promise<void>;
}

/** @returns how many works of that kind its author has open already. @throws AppError 429 where these are `most` */
async function takeTurn(
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

const GONE = 'Le compte qui a demandé ce travail n’est plus actif.';
const NO_LONGER =
  'La personne qui a demandé ce travail n’a plus les droits ou le périmètre qu’elle avait : il s’arrête là. Elle peut le demander à nouveau avec ceux qu’elle a.';

/**
 * The author of a work as he is now.
 * @throws AppError where the account is disabled, or no longer has the rights or the scope that the work was asked for with
 */
async function demandAuthor<Params>(
  db: Database,
  kind: Pick<JobKind<Params, never>, 'demand'>,
  travail: StoredTravail,
): Promise<Person | null> {
  const { utilisateurId, faitAvec, parametres } = travail;
  if (utilisateurId === null || faitAvec === null) return null;
  const absent = await findAbsent(db, utilisateurId);
  if (!absent) throw new AppError('acces.refuse', GONE);
  const author = withoutSession(absent);
  if (!(await stillHas(db, author, faitAvec))) throw new AppError('acces.refuse', NO_LONGER);
  try {
    await kind.demand(author, parametres as Params, travail);
  } catch (error) {
    if (error instanceof AppError && [403, 404].includes(error.status))
      throw new AppError('acces.refuse', NO_LONGER);
    throw error;
  }
  return author;
}

/** Does the steps of a work that are left. @throws Interrupted where it shall go no further */
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
  const beginnings = await db.transaction().execute((trx) => beginTravail(trx, id, keys.length));
  if (beginnings === undefined) return;
  if (beginnings > MOST_BEGINNINGS)
    throw new AppError(
      'serveur.indisponible',
      `Le travail a été interrompu ${MOST_BEGINNINGS} fois de suite sans avancer. Relancez-le ; si cela se répète, prévenez votre administrateur.`,
    );
  const done = await readSteps<Report>(db, id);
  const report = (...more: Report[]): unknown => kind.sum(params, [...done.values(), ...more]);
  const askAuthor = (): Promise<Person | null> => demandAuthor(db, kind, travail);
  let told = 0;
  const tell = async (partial: Report): Promise<void> => {
    if (Date.now() - told < REPORT_EVERY) return;
    told = Date.now();
    if (signal.aborted || !(await db.transaction().execute((trx) => writeReport(trx, id, report(partial)))))
      throw new Interrupted();
    await askAuthor();
  };
  const left = keys.filter((key) => !done.has(key));
  const worker = async (): Promise<void> => {
    for (let key = left.shift(); key !== undefined; key = left.shift()) {
      if (signal.aborted) throw new Interrupted();
      const step = key;
      const author = await askAuthor();
      const outcome = await db.transaction().execute(async (trx) => {
        await takeTime(trx);
        const result = await kind.step(
          trx,
          params,
          step,
          { ...travail, author, demandAuthor: askAuthor },
          tell,
        );
        if (!(await writeStep(trx, id, step, result))) throw new Interrupted();
        return result;
      });
      done.set(step, outcome);
      if (Date.now() - told < REPORT_EVERY) continue;
      told = Date.now();
      await db.transaction().execute((trx) => writeReport(trx, id, report()));
    }
  };
  const stopAll = (error: unknown): never => {
    left.length = 0;
    throw error;
  };
  // all have come to a stand before the work is said to be over, or to have failed
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => worker().catch(stopAll)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await db.transaction().execute((trx) => endTravail(trx, id, { statut: 'terminé', rapport: report() }));
}

/** Remembers since when each work is left alone; see `demandAttended`. */
function attendance(db: Database, queue: JobQueue): Jobs['demandAttended'] {
  let leftSince: ReadonlyMap<string, number> = new Map();
  return async () => {
    const due = await listDue(db);
    const left = await Promise.all(
      due.map(async ({ id, statut }) => (statut === 'en cours' && (await queue.isAtWork(id)) ? [] : [id])),
    );
    const now = Date.now();
    leftSince = new Map(left.flat().map((id) => [id, leftSince.get(id) ?? now]));
    const alone = [...leftSince].flatMap(([id, from]) => (now - from >= UNATTENDED_MS ? [id] : []));
    if (alone.length > 0) throw new Error(`nobody does the works ${alone.join(', ')}`);
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

  const note: Jobs['note'] = async (trx, travail) => {
    const turn = await takeTurn(trx, travail, thresholds.ouverts);
    const id = await insertTravail(trx, travail);
    return { id, begin: () => queue.send(travail.nature, id, { turn }) };
  };

  const fail = (id: string, message: string): Promise<boolean> =>
    db.transaction().execute((trx) => endTravail(trx, id, { statut: 'échoué', message }));

  type Demand = (person: Person, travail: StoredTravail) => Promise<void>;
  const demands = new Map<string, Demand>();
  const notFailed = () => new AppError('conflit.regle', 'Seul un travail qui a échoué se relance.');

  return {
    thresholds,
    find,
    list: (person) => listTravaux(db, isSuperAdmin(person) ? null : person.id),

    define<Params, Report>(kind: JobKind<Params, Report>) {
      demands.set(kind.nature, async (person, travail) => {
        const params = travail.parametres as Params;
        await kind.demand(person, params, travail);
        await kind.demandIdle?.(params);
      });
      return queue.work(kind.nature, async (id, { signal, last }) => {
        try {
          await run(db, kind, id, signal);
        } catch (error) {
          // ended by its author, who was told; a server that stops leaves it open and another takes it up
          if (error instanceof Interrupted && !signal.aborted) return;
          if (error instanceof AppError) return void (await fail(id, error.message));
          if (last && !signal.aborted)
            await fail(id, 'Le travail s’est arrêté sur une erreur du serveur. Relancez-le.');
          throw error;
        }
      });
    },

    note,
    async start(travail, also) {
      const { id, begin } = await db.transaction().execute(async (trx) => {
        const noted = await note(trx, travail);
        await also?.(trx, noted.id);
        return noted;
      });
      await begin();
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
      await demands.get(travail.nature)?.(person, travail);
      if (!(await db.transaction().execute((trx) => reopenTravail(trx, id)))) throw notFailed();
      await queue.send(travail.nature, id, { after: 'failure' });
      return find(person, id);
    },

    demandAttended: attendance(db, queue),

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
