/** Backups that nobody needs to think about: begun by the clock, one at a time, told of where they fail. */
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
  insertSauvegarde,
  listOpenSauvegardes,
  listSauvegardes,
  readAttempts,
} from './sauvegardes.repository.ts';
import { lastDue, nextDue } from './schedule.ts';

/** What is set up, and how one is made. */
export interface BackupMaking {
  /** Of the day, by the installation's clock. */
  hour: number;
  retention: Retention;
  folder: string;
  encrypted: boolean;
  /** Names of the places that copies go to. */
  elsewhere: string[];
  /** Who is told of a failure. */
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
  /** Begins one now; the journal tells who did. */
  start: (person: Person, requestId: string) => Promise<Sauvegarde>;
}

const NATURE = 'sauvegarde';
/** A machine that was off at the hour makes its backup within so long of its start. */
const LOOK = '*/15 * * * *';
/** Between a failure and the next attempt, in milliseconds. */
const PATIENCE = 3_600_000;

/** Tells the operator what is wrong: the first failure since one was due; those of the next hours are the same one. */
function teller(db: Database, { timeZone, sendMail, publicUrl }: SauvegardeOptions) {
  return async (what: string, message: string, { operatorMail, hour }: BackupMaking): Promise<void> => {
    const { failures } = await readAttempts(db, lastDue(new Date(), hour, timeZone));
    if (!operatorMail || failures > 1) return;
    await sendMail({
      to: { name: 'Exploitant d’Octroi', address: operatorMail },
      subject: `Octroi : ${what}`,
      text: `${message}\n\nToutes les sauvegardes : ${publicUrl}/sauvegardes\n`,
    });
  };
}

/** Makes one that was noted. */
function maker(db: Database, options: SauvegardeOptions, making: BackupMaking) {
  const tell = teller(db, options);
  return async (id: string, signal: AbortSignal): Promise<void> => {
    const begun = await db.transaction().execute((trx) => beginSauvegarde(trx, id));
    if (!begun) return;
    let made: MadeBackup;
    try {
      const name = { encrypted: making.encrypted, manual: begun.demandee };
      made = await making.make(backupName(new Date(), options.timeZone, name), signal);
    } catch (error) {
      // the server stops: the next takes it up
      if (signal.aborted) throw error;
      const { message } = error as Error;
      await db.transaction().execute((trx) => failSauvegarde(trx, id, message));
      return tell('la sauvegarde a échoué', message, making);
    }
    await db.transaction().execute((trx) => endSauvegarde(trx, id, made));
    const missed = made.copies.filter(({ message }) => message !== null);
    if (missed.length > 0)
      await tell(
        'la sauvegarde n’a pas été copiée partout',
        missed.map(({ lieu, message }) => `${lieu}. ${message}`).join('\n'),
        making,
      );
  };
}

export async function sauvegardeService(
  db: Database,
  options: SauvegardeOptions,
): Promise<SauvegardeService> {
  const { queue, timeZone, making } = options;

  /** @param also where somebody asks for it: written in the transaction that notes the backup */
  async function begin(also?: (trx: OpenTransaction, id: string) => Promise<void>): Promise<string> {
    const id = await db.transaction().execute(async (trx) => {
      const noted = await insertSauvegarde(trx, also !== undefined);
      await also?.(trx, noted);
      return noted;
    });
    await queue.send(NATURE, id);
    return id;
  }

  async function beginWhenDue({ hour }: BackupMaking): Promise<void> {
    const open = await listOpenSauvegardes(db);
    // of one that is waiting or being made, the queue makes nothing
    for (const id of open) await queue.send(NATURE, id);
    const now = new Date();
    const { served, lastFailure } = await readAttempts(db, lastDue(now, hour, timeZone));
    const tooSoon = lastFailure !== null && now.getTime() - Date.parse(lastFailure) < PATIENCE;
    if (open.length === 0 && !served && !tooSoon) await begin();
  }

  if (making) {
    const make = maker(db, options, making);
    await queue.work(NATURE, (id, { signal }) => make(id, signal));
    await queue.schedule(NATURE, LOOK, () => beginWhenDue(making));
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
      const begun = (await listSauvegardes(db)).find((one) => one.id === id);
      if (!begun) throw new Error('the backup that was just begun is not there');
      return begun;
    },
  };
}
