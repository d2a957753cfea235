import { describe, expect, it } from 'vitest';
import {
  BATCH,
  firstWaiting,
  including,
  isLoaded,
  neighbour,
  nextPage,
  queueOf,
  withOutcome,
  withPage,
} from './queue.ts';

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);

describe('the records passed in review', () => {
  it('are followed and preceded by one another, without those that other people validated', () => {
    const queue = withOutcome(
      withOutcome(queueOf({ ids: [1, 2, 3, 4], waiting: 4 }), 2, 'ailleurs'),
      3,
      'validé',
    );
    expect([neighbour(queue, 1, 1), neighbour(queue, 3, -1), neighbour(queue, 4, 1)]).toEqual([
      3,
      1,
      undefined,
    ]);
    expect(firstWaiting(queue)).toBe(1);
    expect(firstWaiting(withOutcome(queue, 1, 'validé'))).toBe(4);
  });

  it('are loaded from the page that has the next ones: validated records have left the list', () => {
    let queue = queueOf({ ids: numbers(1, BATCH), waiting: 120 });
    expect(nextPage(queue)).toBe(2);
    for (const id of numbers(1, 20)) queue = withOutcome(queue, id, 'validé');
    expect(nextPage(queue)).toBe(1);
    // 30 of that page are known, 20 are new
    queue = withPage(queue, { ids: numbers(21, BATCH), waiting: 100 });
    expect([queue.ids.length, queue.total, isLoaded(queue)]).toEqual([70, 120, false]);
  });

  it('end with a page that has no new record, whatever their number was', () => {
    const queue = withPage(queueOf({ ids: [1, 2], waiting: 5 }), { ids: [1, 2], waiting: 5 });
    expect([queue.total, isLoaded(queue)]).toEqual([2, true]);
  });

  it('start with the record that the address names', () => {
    const queue = queueOf({ ids: [1, 2], waiting: 2 });
    expect(including(queue, 2)).toBe(queue);
    expect(including(queue, 9)).toMatchObject({ ids: [9, 1, 2], total: 3 });
  });

  it('wait again once their validation is undone', () => {
    const queue = withOutcome(queueOf({ ids: [1], waiting: 1 }), 1, 'validé');
    expect(firstWaiting(withOutcome(queue, 1, undefined))).toBe(1);
  });
});
