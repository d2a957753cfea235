/** How much work may be under way at the same moment: more of it waits for a place, or is refused. */
import { AppError } from '#src/platform/http/problem.ts';

interface Entrant {
  /** Gives up waiting. */
  signal?: AbortSignal | undefined;
  /** Whose work it is; work of nobody waits as somebody's first. */
  person?: number | undefined;
}

interface Places {
  /**
   * Waits for a place: behind whoever holds or awaits fewer of them, so that nobody's first waits for another's third.
   * @returns what gives the place back; once
   */
  enter: (entrant?: Entrant) => Promise<() => void>;
  /**
   * Does some work in a place.
   * @param patience milliseconds to wait for one
   * @param refusal what is said where none came free in time
   * @throws AppError 503
   */
  run: <Result>(work: () => Promise<Result>, patience: number, refusal: string) => Promise<Result>;
}

/** A few works at a time; the others wait, and leave when nobody waits for them any more. */
export function placesFor(places: number): Places {
  let free = places;
  const waiting: { turn: number; come: () => void }[] = [];
  /** Places that each person holds or awaits. */
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
      // the place goes from hand to hand
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
   * Counts one more work of a person.
   * @returns what ends it; once
   * @throws AppError 429 where the person has as many under way as allowed
   */
  enter: (person: number) => () => void;
}

/**
 * How much each person may have under way, counted by the server that does it.
 * @param refusal what a person who asks for more is told
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
