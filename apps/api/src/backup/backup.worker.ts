/** Makes one backup apart from the thread that answers requests, which compressing gigabytes would hold up. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupPlan, makeBackup } from './make.ts';
import { type Elsewhere, placesElsewhere } from './elsewhere.ts';

/** What the thread is started with. */
export interface BackupOrder {
  plan: BackupPlan;
  elsewhere: Elsewhere;
  name: string;
}

const { plan, elsewhere, name } = workerData as BackupOrder;
try {
  parentPort?.postMessage({ made: await makeBackup(plan, name, placesElsewhere(elsewhere)) });
} catch (error) {
  parentPort?.postMessage({ failure: (error as Error).message });
}
