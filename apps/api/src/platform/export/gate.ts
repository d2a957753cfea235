/** Lets a few through at a time; the others wait their turn, and leave when they no longer want to come in. */
export interface Gate {
  /**
   * Waits for a place.
   * @param signal gives up waiting
   * @returns what gives the place back; once
   */
  enter: (signal?: AbortSignal) => Promise<() => void>;
}

export function gate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else
        await new Promise<void>((resolve, reject) => {
          const leave = (): void => {
            waiting.splice(waiting.indexOf(come), 1);
            reject(signal?.reason as Error);
          };
          const come = (): void => {
            signal?.removeEventListener('abort', leave);
            resolve();
          };
          signal?.addEventListener('abort', leave, { once: true });
          waiting.push(come);
        });
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const next = waiting.shift();
        // the place goes from hand to hand
        if (next) next();
        else free += 1;
      };
    },
  };
}
