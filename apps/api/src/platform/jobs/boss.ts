/** Works are handed out by pg-boss, in the product's own database: a crash loses none, and several servers share them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { atWork } from './at-work.repository.ts';
import type { JobQueue } from './jobs.ts';

/** A server that says nothing for so long is dead, and its work is given to another; seconds. */
const HEARTBEAT = 20;
const LONGEST = 24 * 3600;
const RETRIES = 5;
/** Milliseconds between a work's being handed out and its being in hand, at most. */
const IN_HAND_WITHIN = 1500;
/** Tenths of a second between the note that a work failed and the end of its attempt, at most. */
const ENDS_WITHIN = 50;

interface BossOptions {
  /** Connects as the owner: pg-boss keeps a schema of its own. Not through a pooler of transactions. */
  url: string;
  timeZone: string;
  onError: (error: unknown) => void;
}

export async function startBoss({ url, timeZone, onError }: BossOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'octroi-travaux',
    max: 3,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', onError);
  await boss.start();
  const inHand = atWork(url, onError);
  const stopping = new AbortController();
  return {
    async work(nature, handler) {
      await boss.createQueue(nature, {
        retryLimit: RETRIES,
        retryDelay: 2,
        retryBackoff: true,
        heartbeatSeconds: HEARTBEAT,
        expireInSeconds: LONGEST,
      });
      await boss.work<{ id: string }>(nature, { pollingIntervalSeconds: 1 }, async ([job]) => {
        if (!job) return;
        const signal = AbortSignal.any([job.signal, stopping.signal]);
        const leave = await inHand.enter(job.data.id);
        try {
          await handler(job.data.id, { signal, last: job.retryCount >= RETRIES });
        } finally {
          await leave().catch(onError);
        }
      });
    },
    async send(nature, id, { turn = 0, after } = {}) {
      // the queue takes what has the highest priority first, then what was sent first
      const order = { id, priority: -turn };
      if (await boss.send(nature, { id }, order)) return;
      // known already; one that the queue has given up is handed out again, any other waits or is being done
      let [job] = await boss.findJobs(nature, { id });
      for (let left = ENDS_WITHIN; after && job?.state === 'active' && left > 0; left -= 1) {
        await sleep(100);
        [job] = await boss.findJobs(nature, { id });
      }
      // whoever was at it is dead: the queue would notice by its silence, much later
      const isLeft = async (): Promise<boolean> => job?.state === 'active' && !(await inHand.isHeld(id));
      if (!after && (await isLeft())) {
        await sleep(IN_HAND_WITHIN);
        if (stopping.signal.aborted) return;
        [job] = await boss.findJobs(nature, { id });
      }
      if (job?.state === 'failed') await boss.retry(nature, id);
      else if (job?.state === 'cancelled') await boss.resume(nature, id);
      else if (job?.state === 'completed' || (!after && (await isLeft()))) {
        await boss.deleteJob(nature, id);
        await boss.send(nature, { id }, order);
      }
    },
    isAtWork: (id) => inHand.isHeld(id),
    async schedule(nature, cron, start) {
      const name = `${nature}-periodique`;
      await boss.createQueue(name, { retryLimit: 3, retryDelay: 60 });
      await boss.work(name, { pollingIntervalSeconds: 30 }, start);
      await boss.schedule(name, cron, null, { tz: timeZone });
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 10_000 });
      await inHand.stop();
    },
  };
}
