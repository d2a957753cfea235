import { describe, expect, test } from 'vitest';
import { fallenOf, runsToKeep, tellRun } from './endurance.mjs';

const fall = (name, message = 'no') => ({ step: 'API tests', test: name, message });
const run = (...fallen) => ({ passed: 5, failed: fallen.length, seconds: 60, fallen });

describe('a call goes on with the runs', () => {
  const before = { commit: 'a', lanes: ['api'], runs: [run(), run()] };
  test.each([
    ['of an interrupted one', { commit: 'a', lanes: ['api'] }, 3, 2],
    ['of none that had ended', { commit: 'a', lanes: ['api'] }, 2, 0],
    ['of no other sources', { commit: 'b', lanes: ['api'] }, 3, 0],
    ['of no other lanes', { commit: 'a', lanes: [] }, 3, 0],
  ])('%s', (_what, now, wanted, kept) => expect(runsToKeep(before, now, wanted)).toHaveLength(kept));

  test('of nothing the first time', () => expect(runsToKeep(undefined, before, 3)).toEqual([]));
});

test('a run is told with what fell in it', () => {
  expect(tellRun(run(), 1, 10)).toBe('run 1/10: 5 passed, 0 failed, 60 s');
  expect(tellRun(run(fall('a sum', 'expected 1\n\nto be 2')), 2, 10).split('\n')).toEqual([
    'run 2/10: 5 passed, 1 failed, 60 s',
    '  API tests › a sum',
    '      expected 1',
    '      to be 2',
  ]);
});

test('what fell is summed up by runs, most often first', () => {
  expect(fallenOf([run(fall('b')), run(fall('a'), fall('b'), fall('b')), run()])).toEqual([
    '2 of 3: API tests › b',
    '1 of 3: API tests › a',
  ]);
});
