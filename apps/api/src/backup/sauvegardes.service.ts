/** Scheduled backups: one at a time, with a mail on failure. */
import type { Sauvegarde, Sauvegardes } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { SendMail } from '#src/platform/mail/mail.ts';
import type { MadeBackup } from './make.ts';
import { backupName, type Retention } from './retention.ts';
import {
  beginSauvegarde,
  endSauvegarde,
  failSauvegarde,
  findUntold,
  insertSauvegarde,
  listOpenSauvegardes,
  listSauvegardes,
  noteTold,
  readAttempts,
} from './sauvegardes.repository.ts';
import { lastDue, nextDue } from './schedule.ts';

/** Settings of backups, and the function that makes one. */
export interface BackupMaking {
  /** Hour of the day, in local time. */
  hour: number;
  retention: Retention;
  folder: string;
  encrypted: boolean;
  /** Names of the places of copies. */
  elsewhere: string[];
  /** Address for failures. */
  operatorMail: string | undefined;
  /** @throws an error in French, for the operator */
  make: (name: string, signal: AbortSignal) => Promise<MadeBackup>;
}

export interface SauvegardeOptions {
  queue: JobQueue;
  timeZone: string;
  sendMail: SendMail;
  publicUrl: string;
  making: BackupMaking | undefined;
}

export interface SauvegardeService {
  list: (person: Person) => Promise<Sauvegardes>;
  /** Starts one now, recorded in the journal. */
  start: (person: Person, requestId: string) => Promise<Sauvegarde>;
}

const NATURE = 'sauvegarde';
/** Interval of checks: a machine that was off at the hour makes its backup soon after its start. */
const CHECK_CRON = '*/15 * * * *';
/** Milliseconds between a failure and the next attempt. */
const PATIENCE = 3_600_000;

/**
 * Tells the operator by mail of a failure or a missing copy, once of each since the backup was due; again at the next
 * check, if the mail could not be handed over: what keeps a copy from its place may keep the mail too.
 */
function failureMailer(db: Database, { timeZone, sendMail, publicUrl }: SauvegardeOptions) {
  return async ({ operatorMail, hour }: BackupMaking): Promise<void> => {
    const untold = operatorMail && (await findUntold(db, lastDue(new Date(), hour, timeZone)));
    if (!untold) return;
    const { id, statut, message, missed } = untold;
    const [subject, reason] =
      statut === 'échoué'
        ? ['la sauvegarde a échoué', message]
        : [
            'la sauvegarde n’a pas été copiée partout',
            missed.map(({ lieu, message }) => `${lieu}. ${message}`).join('\n'),
          ];
    const isSent = await sendMail({
      to: { name: 'Exploitant d’Octroi', address: operatorMail },
      subject: `Octroi : ${subject}`,
      text: `${reason}\n\nToutes les sauvegardes : ${publicUrl}/sauvegardes\n`,
    });
    if (isSent) await db.transaction().execute((trx) => noteTold(trx, id));
  };
}

/** Makes a recorded backup. */
function maker(
  db: Database,
  options: SauvegardeOptions,
  making: BackupMaking,
  tell: (making: BackupMaking) => Promise<void>,
) {
  return async (id: string, signal: AbortSignal): Promise<void> => {
    const started = await db.transaction().execute((trx) => beginSauvegarde(trx, id));
    if (!started) return;
    let made: MadeBackup;
    try {
      const name = { encrypted: making.encrypted, manual: started.demandee };
      made = await making.make(backupName(new Date(), options.timeZone, name), signal);
    } catch (error) {
      // the server stops: the next one resumes it
      if (signal.aborted) throw error;
      const { message } = error as Error;
      await db.transaction().execute((trx) => failSauvegarde(trx, id, message));
      return tell(making);
    }
    await db.transaction().execute((trx) => endSauvegarde(trx, id, made));
    await tell(making);
  };
}

export async function sauvegardeService(
  db: Database,
  options: SauvegardeOptions,
): Promise<SauvegardeService> {
  const { queue, timeZone, making } = options;
  const tell = failureMailer(db, options);

  /** @param also for a requested backup: writes in the transaction that records it */
  async function begin(also?: (trx: OpenTransaction, id: string) => Promise<void>): Promise<string> {
    const id = await db.transaction().execute(async (trx) => {
      const noted = await insertSauvegarde(trx, also !== undefined);
      await also?.(trx, noted);
      return noted;
    });
    await queue.send(NATURE, id);
    return id;
  }

  async function startWhenDue(making: BackupMaking): Promise<void> {
    const open = await listOpenSauvegardes(db);
    // for a waiting or running one the queue does nothing
    for (const id of open) await queue.send(NATURE, id);
    const now = new Date();
    const { served, lastFailure } = await readAttempts(db, lastDue(now, making.hour, timeZone));
    const tooSoon = lastFailure !== null && now.getTime() - Date.parse(lastFailure) < PATIENCE;
    if (open.length === 0 && !served && !tooSoon) await begin();
    else await tell(making);
  }

  if (making) {
    const make = maker(db, options, making, tell);
    await queue.work(NATURE, (id, { signal }) => make(id, signal));
    await queue.schedule(NATURE, CHECK_CRON, () => startWhenDue(making));
  }

  return {
    async list(person) {
      demand(person, 'sauvegardes', 'Lister');
      const data = await listSauvegardes(db);
      if (!making) return { data, reglages: null };
      const { hour, folder, retention, encrypted, elsewhere } = making;
      return {
        data,
        reglages: {
          dossier: folder,
          prochaine: nextDue(new Date(), hour, timeZone).toISOString(),
          jours: retention.days,
          semaines: retention.weeks,
          mois: retention.months,
          chiffrees: encrypted,
          ailleurs: elsewhere,
        },
      };
    },

    async start(person, requestId) {
      demand(person, 'sauvegardes', 'Créer');
      if (!making)
        throw new AppError(
          'conflit.regle',
          'Aucune sauvegarde n’est réglée sur ce serveur. L’exploitant règle OCTROI_BACKUP_HEURE, puis redémarre Octroi.',
        );
      if ((await listOpenSauvegardes(db)).length > 0)
        throw new AppError('conflit.regle', 'Une sauvegarde est déjà en cours. Attendez qu’elle soit finie.');
      const id = await begin((trx, noted) =>
        writeJournal(trx, {
          entiteId: null,
          utilisateurId: person.id,
          acte: 'créer',
          domaine: 'administration',
          ressource: 'sauvegardes',
          apres: { id: noted },
          requestId,
        }),
      );
      const started = (await listSauvegardes(db)).find((backup) => backup.id === id);
      if (!started) throw new Error('the backup that was just begun is not there');
      return started;
    },
  };
}
