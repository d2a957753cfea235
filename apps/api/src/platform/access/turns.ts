/** How much each person may have under way at the same moment, counted by the server that does it. */
import { AppError } from '#src/platform/http/problem.ts';

interface Turns {
  /**
   * Begins one of a person's.
   * @returns what ends it; once
   * @throws AppError 429 where the person has as many under way as it may
   */
  enter: (person: number) => () => void;
}

/**
 * @param most of one person
 * @param refusal what whoever asks for more is told
 */
export function turnsOf(most: number, refusal: string): Turns {
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
