/** Limits concurrent work: excess work waits for a place, or is refused. */
import { AppError } from '#src/platform/http/problem.ts';

interface Entrant {
  /** Aborts the wait. */
  signal?: AbortSignal | undefined;
  /** Id of the person; work without a person queues like a person's first. */
  person?: number | undefined;
}

interface Places {
  /**
   * Waits for a place. A person with fewer places goes first, so that nobody's first work waits for another's third.
   * @returns releases the place; only once
   */
  enter: (entrant?: Entrant) => Promise<() => void>;
  /**
   * Runs work in a place.
   * @param patience milliseconds to wait for one
   * @param refusal message if none is free in time
   * @throws AppError 503
   */
  run: <Result>(work: () => Promise<Result>, patience: number, refusal: string) => Promise<Result>;
}

/** A limited number of places; waiting work leaves the queue when it is aborted. */
export function placesFor(places: number): Places {
  let free = places;
  const waiting: { turn: number; come: () => void }[] = [];
  /** Places that each person holds or waits for. */
  const counts = new Map<number, number>();

  function count(person: number | undefined, more: number): number {
    if (person === undefined) return 0;
    const before = counts.get(person) ?? 0;
    if (before + more > 0) counts.set(person, before + more);
    else counts.delete(person);
    return before;
  }

  function wait(turn: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason as Error);
      };
      const entry = {
        turn,
        come: (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const next = waiting.findIndex((other) => other.turn > turn);
      waiting.splice(next === -1 ? waiting.length : next, 0, entry);
    });
  }

  async function enter({ signal, person }: Entrant = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const turn = count(person, 1);
    if (free > 0) free -= 1;
    else
      try {
        await wait(turn, signal);
      } catch (error) {
        count(person, -1);
        throw error;
      }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      count(person, -1);
      const next = waiting.shift();
      // the place passes directly to the next
      if (next) next.come();
      else free += 1;
    };
  }

  return {
    enter,
    async run(work, patience, refusal) {
      const leave = await enter({ signal: AbortSignal.timeout(patience) }).catch(() => {
        throw new AppError('base.occupee', refusal);
      });
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

interface PersonLimit {
  /**
   * Counts a person's work as running.
   * @returns ends it; only once
   * @throws AppError 429 if the person has reached the limit
   */
  enter: (person: number) => () => void;
}

/**
 * Limits the running work of each person, on this server.
 * @param refusal message for a person who has reached the limit
 */
export function limitPerPerson(most: number, refusal: string): PersonLimit {
  const underWay = new Map<number, number>();
  return {
    enter(person) {
      const count = underWay.get(person) ?? 0;
      if (count >= most) throw new AppError('demandes.trop', refusal);
      underWay.set(person, count + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (underWay.get(person) ?? 0) - 1;
        if (left > 0) underWay.set(person, left);
        else underWay.delete(person);
      };
    },
  };
}
