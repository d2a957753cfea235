/** Work of which so much is under way at once: the rest waits its turn, and holds nothing meanwhile. */
import { AppError } from './http/problem.ts';

interface Gate {
  /** @throws AppError 503 where it did not come to it in time */
  through: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * @param most at once
 * @param patience milliseconds that somebody waits for a turn
 */
export function gateOf(most: number, patience: number): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();

  const enter = (): Promise<void> => {
    if (inside < most) {
      inside += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(called);
        reject(
          new AppError(
            'base.occupee',
            'Trop d’envois arrivent à la fois, et le vôtre n’a pas été pris. Réessayez.',
          ),
        );
      }, patience);
      const called = (): void => {
        clearTimeout(late);
        resolve();
      };
      waiting.add(called);
    });
  };
  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    // the place goes from hand to hand
    waiting.delete(next);
    next();
  };

  return {
    async through(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
