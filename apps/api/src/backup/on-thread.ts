/** Has a backup made on a thread of its own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BackupOrder } from './backup.worker.ts';
import type { MadeBackup } from './make.ts';

/** A bound that nothing comes near: what is read and written passes through in pieces. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

type Told = { made: MadeBackup } | { failure: string };

/**
 * @param signal ends the thread, wherever it is: its connections fall, and the next backup clears what it left
 * @throws an error in French, or what the signal says
 */
export async function makeOnThread(order: BackupOrder, signal: AbortSignal): Promise<MadeBackup> {
  const worker = new Worker(new URL('./backup.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: MEMORY,
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    const [told] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [Told | number];
    signal.throwIfAborted();
    if (typeof told === 'number') throw new Error('Le fil qui l’écrivait s’est arrêté.');
    if ('failure' in told) throw new Error(told.failure);
    return told.made;
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
