import { describe, expect, it } from 'vitest';
import { ALL, type Chosen, countChosen, isChosen, NONE, withPage } from './chosen.ts';

const tick = (chosen: Chosen, page: number[], ...ticked: number[]): Chosen =>
  withPage(chosen, page, (id) => ticked.includes(id));

describe('chosen rows', () => {
  it('are kept from page to page', () => {
    const both = tick(tick(NONE, [1, 2, 3], 1, 3), [4, 5], 5);
    expect([1, 2, 3, 4, 5].filter((id) => isChosen(both, id))).toEqual([1, 3, 5]);
    expect(countChosen(both, 99)).toBe(3);
    expect(countChosen(tick(both, [1, 2, 3]), 99)).toBe(1);
  });
  it('can be all matching rows except unticked ones', () => {
    const most = tick(ALL, [1, 2, 3], 1, 3);
    expect([isChosen(most, 2), isChosen(most, 40)]).toEqual([false, true]);
    expect(countChosen(most, 1216)).toBe(1215);
    expect(countChosen(tick(most, [1, 2, 3], 1, 2, 3), 1216)).toBe(1216);
  });
});
