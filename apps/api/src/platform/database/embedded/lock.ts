import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './process.ts';

/** SQLite's result codes. */
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

interface Waiting {
  /** Called once if another process has the lock. */
  onWait?: () => void;
  /** Ends the wait, not the work. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs `work` under the lock of a file, exclusive among the processes of this machine. It is a lock of the operating
 * system (through SQLite, for every platform), so it ends with its process.
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  { onWait, signal }: Waiting = {},
): Promise<T> {
  const lock = openLock(file);
  try {
    for (let tries = 0; !take(lock); tries++) {
      if (tries === 0) onWait?.();
      signal?.throwIfAborted();
      await sleep(50);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw lockError(file, error);
  }
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw lockError(lock.location() ?? '', error);
  }
}

/** Says in French what SQLite refuses: even taking the lock writes to the disk. */
export function lockError(file: string, error: unknown): Error {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode === SQLITE_FULL)
    return new EmbeddedError(
      `Le disque de ${path.dirname(file)} est plein : la base ne peut pas démarrer. Faites-y de la place (exports, ` +
        'sauvegardes anciennes), sans toucher au dossier pg, puis recommencez.',
      { cause: error },
    );
  return new EmbeddedError(
    `Le verrou ${file} ne s’ouvre pas (${message}). Donnez-le au compte qui démarre le produit, ou ôtez-le si rien ne ` +
      'tourne, puis recommencez.',
    { cause: error },
  );
}
