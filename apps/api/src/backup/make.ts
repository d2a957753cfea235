/**
 * One backup from beginning to end: written, restored at once into a database that goes again, encrypted where a key is
 * given, stored, copied, and its elders that are past their time removed. On a thread of its own (`backup.worker.ts`).
 */
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { withConnection } from '#src/platform/database/connection.ts';
import { isFull } from './archive.ts';
import { backup } from './backup.ts';
import { folderPlace, PARTIAL, type Place } from './places.ts';
import { proveByRestore, refuseUnequal } from './proof.ts';
import { isBackupName, type Retention, staying } from './retention.ts';
import { freeIn, sealed, sizeOf, storeChecked, takeTurn } from './storing.ts';

export interface BackupPlan {
  /** Address of the database, as its owner. */
  url: string;
  uploads: string;
  /** Where backups are kept. */
  folder: string;
  /** Folder of what is written before it is encrypted: on the server, where the database is in clear as well. */
  waiting: string;
  retention: Retention;
  /** age1…; without one backups are stored in clear. */
  publicKey?: string | undefined;
}

export interface MadeCopy {
  lieu: string;
  /** Why it is not there, or what else went wrong there. */
  message: string | null;
}

export interface MadeBackup {
  fichier: string;
  octets: number;
  /** SHA-256 of the file as it is stored. */
  empreinte: string;
  lignes: number;
  fichiersJoints: number;
  /** Restored, and found equal. */
  verifiee: boolean;
  chiffree: boolean;
  copies: MadeCopy[];
  /** What the operator must know although the backup was made. */
  message: string | null;
}

const UNPROVEN =
  'La place manque pour la restaurer à l’essai : son contenu n’a été vérifié que par ses empreintes.';

/** Beside the rows themselves: the indexes' share of a database that a compressed file does not hold. */
const ARCHIVE_SHARE = 0.5;
/** What restored rows take on their way: tables, indexes, the log of their making. */
const SCRATCH_SHARE = 1.5;

/**
 * @param name of the file in its folder
 * @param elsewhere where copies go
 * @throws an error in French; nothing is then kept of this backup, and the earlier ones stay
 */
export async function makeBackup(
  plan: BackupPlan,
  name: string,
  elsewhere: readonly Place[] = [],
): Promise<MadeBackup> {
  return withConnection(plan.url, 'octroi backup', async (client) => {
    await takeTurn(client);
    const waiting = path.join(plan.waiting, 'sauvegarde.octroi');
    fs.rmSync(plan.waiting, { recursive: true, force: true });
    try {
      fs.mkdirSync(plan.waiting, { recursive: true, mode: 0o700 });
      fs.mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
      const room = await demandRoom(client, plan);
      const contents = await backup({ url: plan.url, uploads: plan.uploads, file: waiting });
      if (room.forProof) refuseUnequal(await proveByRestore({ url: plan.url, file: waiting }));
      const own = folderPlace(plan.folder);
      await removeHalves(own);
      const empreinte = await storeChecked(own, name, sealed(fs.createReadStream(waiting), plan.publicKey));
      fs.rmSync(waiting);
      const stored = path.join(plan.folder, name);
      const copies = await copyElsewhere(stored, empreinte, elsewhere, plan.retention);
      const left = await clear(own, plan.retention);
      return {
        fichier: name,
        octets: fs.statSync(stored).size,
        empreinte,
        lignes: Object.values(contents.tables).reduce((sum, { rows }) => sum + rows, 0),
        fichiersJoints: contents.uploads,
        verifiee: room.forProof,
        chiffree: plan.publicKey !== undefined,
        copies,
        message: [room.forProof ? [] : UNPROVEN, left ?? []].flat().join(' ') || null,
      };
    } catch (error) {
      throw isFull(error) ? lackOfRoom(plan.folder, error) : error;
    } finally {
      fs.rmSync(plan.waiting, { recursive: true, force: true });
    }
  });
}

const lackOfRoom = (folder: string, cause?: unknown): Error =>
  new Error(
    `La place manque dans ${folder}. Libérez-en, donnez à OCTROI_BACKUP_DOSSIER un disque plus grand, ou gardez moins ` +
      'de sauvegardes (OCTROI_BACKUP_JOURS, _SEMAINES, _MOIS).',
    { cause },
  );

/** @throws an error in French where the disk would be full before the end: the product itself stands on it */
async function demandRoom(client: pg.Client, plan: BackupPlan): Promise<{ forProof: boolean }> {
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
    if (freeIn(at) < (needed.get(String(fs.statSync(at).dev)) ?? 0)) throw lackOfRoom(at);
  // an external server tells its folder to none but its administrators: its room is their business then
  if (!folder || !fs.existsSync(folder)) return { forProof: true };
  const beside = needed.get(String(fs.statSync(folder).dev)) ?? 0;
  return { forProof: freeIn(folder) >= beside + size * SCRATCH_SHARE };
}

/** What a process that was ended left of a file. */
async function removeHalves(place: Place): Promise<void> {
  for (const name of await place.list())
    if (name.endsWith(PARTIAL) && isBackupName(name.slice(0, -PARTIAL.length))) await place.remove(name);
}

/**
 * Removes what is past its time. A backup that was made is not lost over it.
 * @returns why something of it is still there, in French; null where nothing is
 */
async function clear(place: Place, retention: Retention): Promise<string | null> {
  try {
    const names = (await place.list()).filter(isBackupName);
    const stay = staying(names, retention);
    for (const name of names) if (!stay.has(name)) await place.remove(name);
    return null;
  } catch (error) {
    return `De plus anciennes n’ont pas pu être ôtées de ${place.name} : ${(error as Error).message}.`;
  }
}

/** One place that cannot be reached keeps the backup from neither its own folder nor another place. */
async function copyElsewhere(
  file: string,
  empreinte: string,
  places: readonly Place[],
  retention: Retention,
): Promise<MadeCopy[]> {
  const copies: MadeCopy[] = [];
  for (const place of places) {
    const failed = (error: unknown): string => `Copie non faite : ${(error as Error).message}`;
    const message = await (async () => {
      await removeHalves(place);
      const stored = await storeChecked(place, path.basename(file), fs.createReadStream(file));
      if (stored !== empreinte) throw new Error(`${file} a changé pendant sa copie.`);
      return clear(place, retention);
    })().catch(failed);
    copies.push({ lieu: place.name, message });
  }
  return copies;
}
