import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

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
  const lock = new DatabaseSync(file);
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

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
