/**
 * Makes a backup: writes it, restores it into a temporary database to check it, encrypts, stores and copies it, and
 * removes expired ones. Runs on a separate thread (`backup.worker.ts`).
 */
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { withConnection } from '#src/platform/database/connection.ts';
import { messageOf } from '#src/platform/system-error.ts';
import { isFull } from './archive.ts';
import { backup } from './backup.ts';
import { folderPlace, PARTIAL, type Place } from './places.ts';
import { proveByRestore, refuseUnequal } from './proof.ts';
import { isBackupName, laterThan, type Retention, backupsToKeep } from './retention.ts';
import { freeIn, encryptedIfKey, sizeOf, storeChecked, demandBackupLock } from './storing.ts';

export interface BackupPlan {
  /** Address of the database, as its owner. */
  url: string;
  uploads: string;
  /** Folder of the backups. */
  folder: string;
  /** Folder for the file before its encryption, on the server, which has the plain data anyway. */
  waiting: string;
  retention: Retention;
  /** age1…; without it backups are not encrypted. */
  publicKey?: string | undefined;
}

export interface MadeCopy {
  lieu: string;
  /** Why the copy failed, or another problem there. */
  message: string | null;
}

export interface MadeBackup {
  fichier: string;
  octets: number;
  /** SHA-256 of the stored file. */
  empreinte: string;
  lignes: number;
  fichiersJoints: number;
  /** Whether it was restored and found equal. */
  verifiee: boolean;
  chiffree: boolean;
  copies: MadeCopy[];
  /** Notice for the operator about a successful backup. */
  message: string | null;
}

const UNPROVEN_NOTICE =
  'La place manque pour la restaurer à l’essai : son contenu n’a été vérifié que par ses empreintes.';

const clockNotice = (later: readonly string[]): string[] =>
  later.length === 0
    ? []
    : [
        `L’horloge de cette machine a changé : ${later.toSorted().at(-1)} porte une date à venir. Vérifiez l’heure de la ` +
          'machine ; si elle est juste, supprimez ce fichier quand vous n’en avez plus besoin : il ne sera pas ôté.',
      ];

/** Share of the database's size for the compressed file, which contains no indexes. */
const ARCHIVE_SHARE = 0.5;
/** Share for restored tables, indexes and their write-ahead log. */
const SCRATCH_SHARE = 1.5;

/**
 * @param name of the file in its folder
 * @param elsewhere places for copies
 * @throws an error in French; nothing of this backup is kept then, and earlier ones stay
 */
export async function makeBackup(
  plan: BackupPlan,
  name: string,
  elsewhere: readonly Place[] = [],
): Promise<MadeBackup> {
  return withConnection(plan.url, 'octroi backup', async (client) => {
    await demandBackupLock(client);
    const waiting = path.join(plan.waiting, 'sauvegarde.octroi');
    fs.rmSync(plan.waiting, { recursive: true, force: true });
    try {
      fs.mkdirSync(plan.waiting, { recursive: true, mode: 0o700 });
      fs.mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
      const space = await demandSpace(client, plan);
      const contents = await backup({ url: plan.url, uploads: plan.uploads, file: waiting });
      if (space.isProofPossible) refuseUnequal(await proveByRestore({ url: plan.url, file: waiting }));
      const own = folderPlace(plan.folder);
      await removePartials(own);
      const empreinte = await storeChecked(
        own,
        name,
        encryptedIfKey(fs.createReadStream(waiting), plan.publicKey),
      );
      fs.rmSync(waiting);
      const stored = path.join(plan.folder, name);
      const copies = await copyElsewhere(stored, empreinte, elsewhere, plan.retention);
      const left = await removeExpired(own, plan.retention, name);
      const clock = clockNotice(laterThan(await own.list(), name));
      return {
        fichier: name,
        octets: fs.statSync(stored).size,
        empreinte,
        lignes: Object.values(contents.tables).reduce((sum, { rows }) => sum + rows, 0),
        fichiersJoints: contents.uploads,
        verifiee: space.isProofPossible,
        chiffree: plan.publicKey !== undefined,
        copies,
        message: [space.isProofPossible ? [] : UNPROVEN_NOTICE, left ?? [], clock].flat().join(' ') || null,
      };
    } catch (error) {
      throw isFull(error) ? spaceError(plan.folder, error) : error;
    } finally {
      fs.rmSync(plan.waiting, { recursive: true, force: true });
    }
  });
}

const spaceError = (folder: string, cause?: unknown): Error =>
  new Error(
    `La place manque dans ${folder}. Libérez-en, donnez à OCTROI_BACKUP_DOSSIER un disque plus grand, ou gardez moins ` +
      'de sauvegardes (OCTROI_BACKUP_JOURS, _SEMAINES, _MOIS).',
    { cause },
  );

/** @throws an error in French if the disk would become full, which would stop the product itself */
async function demandSpace(client: pg.Client, plan: BackupPlan): Promise<{ isProofPossible: boolean }> {
  const { rows } = await client.query<{ size: number; folder: string | null }>(
    `select pg_database_size(current_database())::float8 as size,
            case when pg_has_role('pg_read_all_settings', 'usage') then current_setting('data_directory', true) end as folder`,
  );
  const { size = 0, folder = null } = rows[0] ?? {};
  const archive = sizeOf(plan.uploads) + size * ARCHIVE_SHARE;
  const needed = new Map<string, number>();
  for (const at of [plan.waiting, plan.folder]) {
    const { dev } = fs.statSync(at);
    needed.set(String(dev), (needed.get(String(dev)) ?? 0) + archive);
  }
  for (const at of [plan.waiting, plan.folder])
    if (freeIn(at) < (needed.get(String(fs.statSync(at).dev)) ?? 0)) throw spaceError(at);
  // an external server shows its folder only to administrators: then they watch its disk
  if (!folder || !fs.existsSync(folder)) return { isProofPossible: true };
  const beside = needed.get(String(fs.statSync(folder).dev)) ?? 0;
  return { isProofPossible: freeIn(folder) >= beside + size * SCRATCH_SHARE };
}

/** Removes partial files of a killed process. */
async function removePartials(place: Place): Promise<void> {
  for (const name of await place.list())
    if (name.endsWith(PARTIAL) && isBackupName(name.slice(0, -PARTIAL.length))) await place.remove(name);
}

/**
 * Removes expired backups. A failure does not fail the new backup.
 * @returns in French why some are still there; null if none is
 */
async function removeExpired(place: Place, retention: Retention, made: string): Promise<string | null> {
  try {
    const names = (await place.list()).filter(isBackupName);
    const stay = backupsToKeep(names, retention, made);
    for (const name of names) if (!stay.has(name)) await place.remove(name);
    return null;
  } catch (error) {
    return `De plus anciennes n’ont pas pu être ôtées de ${place.name} : ${(error as Error).message}.`;
  }
}

/** A failing place prevents neither the backup nor the other copies. */
async function copyElsewhere(
  file: string,
  empreinte: string,
  places: readonly Place[],
  retention: Retention,
): Promise<MadeCopy[]> {
  const copies: MadeCopy[] = [];
  for (const place of places) {
    const failed = (error: unknown): string => `Copie non faite : ${messageOf(error)}`;
    const message = await (async () => {
      await removePartials(place);
      const stored = await storeChecked(place, path.basename(file), fs.createReadStream(file));
      if (stored !== empreinte) throw new Error(`${file} a changé pendant sa copie.`);
      return removeExpired(place, retention, path.basename(file));
    })().catch(failed);
    copies.push({ lieu: place.name, message });
  }
  return copies;
}
