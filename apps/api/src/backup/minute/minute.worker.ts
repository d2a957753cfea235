/** Makes one round on a separate thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Elsewhere, placesElsewhere } from '../elsewhere.ts';
import { messageOf } from '#src/platform/system-error.ts';
import { keepMinutes, type MinutePlan } from './keep.ts';

export interface MinuteOrder {
  plan: MinutePlan;
  elsewhere: Elsewhere;
  due: boolean;
}

const { plan, elsewhere, due } = workerData as MinuteOrder;
try {
  parentPort?.postMessage({ round: await keepMinutes(plan, placesElsewhere(elsewhere), due) });
} catch (error) {
  parentPort?.postMessage({ failure: messageOf(error) });
}
