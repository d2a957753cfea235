/** Makes one backup on a separate thread: compressing gigabytes would block requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupPlan, makeBackup } from './make.ts';
import { type Elsewhere, placesElsewhere } from './elsewhere.ts';
import { messageOf } from '#src/platform/system-error.ts';

/** Arguments of the thread. */
export interface BackupOrder {
  plan: BackupPlan;
  elsewhere: Elsewhere;
  name: string;
}

const { plan, elsewhere, name } = workerData as BackupOrder;
try {
  parentPort?.postMessage({ made: await makeBackup(plan, name, placesElsewhere(elsewhere)) });
} catch (error) {
  parentPort?.postMessage({ failure: messageOf(error) });
}
