import { describe, expect, it } from 'vitest';
import { placeTags, tagsOf } from './sql-tags.mjs';

const FILE = 'apps/api/src/domains/x/x.repository.ts';
const CODE = [
  "import { sql } from 'kysely';",
  'const one = sql`select ${all ? sql`true` : sql`a.b`}`;',
  'const two = sql<{',
  '  n: number;',
  '}>`select 1 as n`;',
  'const three = sql.join(rows, sql` and `);',
].join('\n');

describe('the tags of a source', () => {
  it('are found with or without a type, nested or not, each at its place', () => {
    expect(tagsOf(FILE, CODE).map(({ place, neutral }) => [place.split('.ts:')[1], neutral])).toEqual([
      ['2:1', false],
      ['2:2', true],
      ['2:3', false],
      ['3:1', false],
      ['6:1', true],
    ]);
  });

  it('record their places, on unchanged lines', () => {
    const placed = placeTags(FILE, CODE)?.split('\n') ?? [];
    expect(placed).toHaveLength(CODE.split('\n').length);
    expect(placed[2]).toBe(`const two = placed$("${FILE}:3:1", sql)<{`);
    expect(placed[5]).toBe(`const three = sql.join(rows, placed$("${FILE}:6:1", sql)\` and \`);`);
  });

  it('are ignored in the demonstration, the measures and the tests', () => {
    for (const file of ['demo/load.ts', 'bench/main.ts', 'testing/app.ts', 'domains/x/x.test.ts'])
      expect(placeTags(`apps/api/src/${file}`, CODE)).toBeUndefined();
  });
});
