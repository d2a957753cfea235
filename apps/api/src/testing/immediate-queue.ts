import type { Attempt, JobQueue } from '#src/platform/jobs/jobs.ts';

/** Works are done while they are asked for: the reply of the call tells what came of them. */
export function immediateQueue(): JobQueue & {
  /** Does what is done by the clock, as if its hour had come. */
  strike: (nature: string) => Promise<void>;
} {
  const timed = new Map<string, () => Promise<void>>();
  const handlers = new Map<string, (id: string, attempt: Attempt) => Promise<void>>();
  return {
    work: async (nature, handler) => void handlers.set(nature, handler),
    send: async (nature, id) =>
      handlers.get(nature)?.(id, { signal: new AbortController().signal, last: true }),
    isRunning: () => Promise.resolve(true),
    schedule: async (nature, _cron, start) => void timed.set(nature, start),
    strike: async (nature) => timed.get(nature)?.(),
    stop: async () => undefined,
  };
}
