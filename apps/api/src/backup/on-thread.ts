/** Makes a backup on a separate thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BackupOrder } from './backup.worker.ts';
import type { MadeBackup } from './make.ts';

/** Memory limit, far above the need: data pass through in pieces. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

type ThreadResult = { made: MadeBackup } | { failure: string };

/**
 * @param signal terminates the thread at any time: its connections close, and the next backup removes what it left
 * @throws an error in French, or the reason of the signal
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
    const [result] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [
      ThreadResult | number,
    ];
    signal.throwIfAborted();
    if (typeof result === 'number') throw new Error('Le fil qui l’écrivait s’est arrêté.');
    if ('failure' in result) throw new Error(result.failure);
    return result.made;
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
