import type { Attempt, JobQueue } from '#src/platform/jobs/jobs.ts';

/** Works are done while they are asked for: the reply of the call tells what came of them. */
export function immediateQueue(): JobQueue {
  const handlers = new Map<string, (id: string, attempt: Attempt) => Promise<void>>();
  return {
    work: async (nature, handler) => void handlers.set(nature, handler),
    send: async (nature, id) =>
      handlers.get(nature)?.(id, { signal: new AbortController().signal, last: true }),
    schedule: async () => undefined,
    stop: async () => undefined,
  };
}
