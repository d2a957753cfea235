import { expect, it } from 'vitest';
import * as declared from './resources.ts';
import { PURPOSES } from './resource-purposes.ts';

it.each(Object.values(declared).map(({ path }) => path))(
  'the empty list of %s says in a sentence or two what it is for and who needs it',
  (path) => {
    const purpose = PURPOSES[path];
    expect(purpose).toMatch(/^\p{Lu}.*\.$/u);
    expect(purpose.length).toBeGreaterThan(60);
    expect(purpose.length).toBeLessThan(190);
  },
);

it('no purpose is left of a resource that is gone', () => {
  const paths = new Set<string>(Object.values(declared).map(({ path }) => path));
  expect(Object.keys(PURPOSES).filter((path) => !paths.has(path))).toEqual([]);
});
