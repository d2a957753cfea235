import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/**
 * Runs `work` under the lock of a file, exclusive among the processes of this machine. It is a lock of the operating
 * system (through SQLite, for every platform), so it ends with its process.
 * @param onWait called once if another process has the lock
 */
export async function withLock<T>(file: string, work: () => Promise<T>, onWait = () => {}): Promise<T> {
  const lock = new DatabaseSync(file);
  try {
    for (let tries = 0; !take(lock); tries++) {
      if (tries === 0) onWait();
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
