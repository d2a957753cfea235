import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process of this machine holds the lock of that file. The lock is the operating
 * system's (through SQLite, which has it on every platform): it falls with its holder, however that ends.
 * @param onWait called once when somebody else holds it
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
