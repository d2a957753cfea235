/** Lets a few through at a time; the others wait their turn, and leave when they no longer want to come in. */
interface Gate {
  /**
   * Waits for a place: behind whoever holds or awaits fewer of them, so that nobody's first waits for another's third.
   * @returns what gives the place back; once
   */
  enter: (entrant?: Entrant) => Promise<() => void>;
}

interface Entrant {
  /** Gives up waiting. */
  signal?: AbortSignal | undefined;
  /** Whose turn it is; those of nobody wait as one's first. */
  person?: number | undefined;
}

export function gate(places: number): Gate {
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

  return {
    async enter({ signal, person } = {}) {
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
    },
  };
}
