import type { Attempt, JobQueue } from '#src/platform/jobs/jobs.ts';

/** A queue that runs a job at once, within the call that adds it. */
export function immediateQueue(): JobQueue & {
  /** Runs a periodic job now. */
  runPeriodic: (nature: string) => Promise<void>;
} {
  const timed = new Map<string, () => Promise<void>>();
  const handlers = new Map<string, (id: string, attempt: Attempt) => Promise<void>>();
  return {
    work: async (nature, handler) => void handlers.set(nature, handler),
    send: async (nature, id) =>
      handlers.get(nature)?.(id, { signal: new AbortController().signal, last: true }),
    isRunning: () => Promise.resolve(true),
    schedule: async (nature, _cron, start) => void timed.set(nature, start),
    runPeriodic: async (nature) => timed.get(nature)?.(),
    stop: async () => undefined,
  };
}
