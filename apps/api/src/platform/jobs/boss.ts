/** Distributes jobs with pg-boss, in the product's own database: a crash loses none, and several servers share them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { jobLocks } from './at-work.repository.ts';
import type { JobQueue } from './jobs.ts';

/** Seconds of silence after which a server counts as dead, and its job is given to another. */
const HEARTBEAT = 20;
const MAX_SECONDS = 24 * 3600;
const RETRIES = 5;
/** Maximum milliseconds between the start of a job by the queue and its lock. */
const LOCK_DELAY = 1500;
/** Maximum tenths of a second between the record of a failure and the end of its attempt. */
const END_DELAY = 50;

interface BossOptions {
  /** Connection as the owner, since pg-boss has a schema of its own; not through a pooler in transaction mode. */
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
  const locks = jobLocks(url, onError);
  const stopping = new AbortController();
  return {
    async work(nature, handler) {
      await boss.createQueue(nature, {
        retryLimit: RETRIES,
        retryDelay: 2,
        retryBackoff: true,
        heartbeatSeconds: HEARTBEAT,
        expireInSeconds: MAX_SECONDS,
      });
      await boss.work<{ id: string }>(nature, { pollingIntervalSeconds: 1 }, async ([job]) => {
        if (!job) return;
        const signal = AbortSignal.any([job.signal, stopping.signal]);
        const leave = await locks.enter(job.data.id);
        try {
          await handler(job.data.id, { signal, last: job.retryCount >= RETRIES });
        } finally {
          await leave().catch(onError);
        }
      });
    },
    async send(nature, id, { turn = 0, after } = {}) {
      // the queue takes the highest priority first, then the earliest
      const order = { id, priority: -turn };
      if (await boss.send(nature, { id }, order)) return;
      // already queued: a job that the queue has given up is sent again, any other is waiting or running
      let [job] = await boss.findJobs(nature, { id });
      for (let left = END_DELAY; after && job?.state === 'active' && left > 0; left -= 1) {
        await sleep(100);
        [job] = await boss.findJobs(nature, { id });
      }
      // if its server died, the queue would notice only after the heartbeat, much later
      const isAbandoned = async (): Promise<boolean> =>
        job?.state === 'active' && !(await locks.isLocked(id));
      if (!after && (await isAbandoned())) {
        await sleep(LOCK_DELAY);
        if (stopping.signal.aborted) return;
        [job] = await boss.findJobs(nature, { id });
      }
      if (job?.state === 'failed') await boss.retry(nature, id);
      else if (job?.state === 'cancelled') await boss.resume(nature, id);
      else if (job?.state === 'completed' || (!after && (await isAbandoned()))) {
        await boss.deleteJob(nature, id);
        await boss.send(nature, { id }, order);
      }
    },
    isRunning: (id) => locks.isLocked(id),
    async schedule(nature, cron, start) {
      const name = `${nature}-periodique`;
      await boss.createQueue(name, { retryLimit: 3, retryDelay: 60 });
      await boss.work(name, { pollingIntervalSeconds: 30 }, start);
      await boss.schedule(name, cron, null, { tz: timeZone });
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 10_000 });
      await locks.stop();
    },
  };
}
