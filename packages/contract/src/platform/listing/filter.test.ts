import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FILTER_OPERATORS,
  FilterError,
  type FilterErrorCode,
  filterQuery,
  type FilterRow,
  operandsOf,
  parseFilterQuery,
} from './filter.ts';

/** A query as a server parses it: repeated keys become lists. */
function received(pairs: readonly [string, string][]): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of pairs) {
    const known = query[key];
    query[key] = known === undefined ? value : [known, value].flat();
  }
  return query;
}

const column = fc.stringMatching(/^[a-zA-Z]{1,8}(\.[a-zA-Z_]{1,12})?$/);
const connector = fc.constantFrom('and' as const, 'or' as const);
/** A row of the filter builder: complete, with trimmed bounds. */
const row: fc.Arbitrary<FilterRow> = fc
  .constantFrom(...FILTER_OPERATORS)
  .chain((operator): fc.Arbitrary<FilterRow> => {
    const common = { column, operator: fc.constant(operator), connector };
    const bound = fc
      .string()
      .map((text) => text.trim())
      .filter((text) => text !== '');
    switch (operandsOf(operator)) {
      case 'none':
        return fc.record(common, { requiredKeys: ['column', 'operator'] });
      case 'one':
        return fc.record({ ...common, x: fc.string() }, { requiredKeys: ['column', 'operator', 'x'] });
      case 'two':
        return fc.record(
          { ...common, x: bound, y: bound },
          { requiredKeys: ['column', 'operator', 'x', 'y'] },
        );
      case 'many':
        return fc.record(
          { ...common, x: fc.array(fc.string(), { maxLength: 4 }) },
          { requiredKeys: ['column', 'operator', 'x'] },
        );
    }
  });

describe('a filter', () => {
  it('round-trips through an address', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        expect(parseFilterQuery(received(filterQuery(rows)))).toEqual(rows);
      }),
    );
  });

  it('is read in any order of its parameters', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (rows, order) => {
          const pairs = filterQuery(rows).map((pair) => ({ pair, rank: order.next().value as number }));
          const shuffled = pairs.toSorted((a, b) => a.rank - b.rank).map(({ pair }) => pair);
          expect(parseFilterQuery(received(shuffled))).toEqual(rows);
        },
      ),
    );
  });

  it('ignores other parameters', () => {
    expect(parseFilterQuery({ page: '1', orderBy: 'f.nom', entite: '3' })).toEqual([]);
  });
});

describe('a filter may be written', () => {
  const read = (...pairs: [string, string][]): FilterRow[] => parseFilterQuery(received(pairs));

  it('long: operator and value by column', () => {
    expect(read(['filter[f.nom][type]', 'like'], ['filter[f.nom][x]', 'an'])).toEqual([
      { column: 'f.nom', operator: 'like', x: 'an' },
    ]);
    expect(read(['filter[f.nom][type]', 'is null'])).toEqual([{ column: 'f.nom', operator: 'is null' }]);
  });

  it('short: a value alone is eq', () => {
    expect(read(['filter[te.id]', '1'])).toEqual([{ column: 'te.id', operator: 'eq', x: '1' }]);
    expect(read(['filter[te.id][x]', '1'])).toEqual([{ column: 'te.id', operator: 'eq', x: '1' }]);
  });

  it('numbered: a column twice, in the order of the numbers', () => {
    const rows = read(
      ['filter[10][column]', 'c'],
      ['filter[10][x]', '3'],
      ['filter[2][column]', 'a'],
      ['filter[2][type]', 'gte'],
      ['filter[2][x]', '1'],
      ['filter[9][column]', 'a'],
      ['filter[9][type]', 'lt'],
      ['filter[9][x]', '2'],
    );
    expect(rows.map(({ column: name, x }) => [name, x])).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['c', '3'],
    ]);
  });

  it.each([
    [
      'repeated',
      [
        ['filter[a][x]', '1'],
        ['filter[a][x]', '2'],
      ],
    ],
    [
      'repeated with brackets',
      [
        ['filter[a][x][]', '1'],
        ['filter[a][x][]', '2'],
      ],
    ],
    [
      'repeated with indexes',
      [
        ['filter[a][x][0]', '1'],
        ['filter[a][x][1]', '2'],
      ],
    ],
    [
      'short and repeated',
      [
        ['filter[a]', '1'],
        ['filter[a]', '2'],
      ],
    ],
    [
      'as a comma list',
      [
        ['filter[a][type]', 'in'],
        ['filter[a][x]', ' 1 , 2 '],
      ],
    ],
    [
      'as a JSON list',
      [
        ['filter[a][type]', 'in'],
        ['filter[a][x]', '[1, "2"]'],
      ],
    ],
  ] as [string, [string, string][]][])('as a list, %s', (_, pairs) => {
    expect(read(...pairs)).toEqual([{ column: 'a', operator: 'in', x: ['1', '2'] }]);
  });

  it('as a list of texts that hold commas, in JSON', () => {
    expect(read(['filter[a][type]', 'not in'], ['filter[a][x]', '["un, deux","[3]"]'])).toEqual([
      { column: 'a', operator: 'not in', x: ['un, deux', '[3]'] },
    ]);
    expect(read(['filter[a][type]', 'in'], ['filter[a][x]', ''])).toEqual([
      { column: 'a', operator: 'in', x: [] },
    ]);
  });

  it.each([
    [
      [
        ['filter[a][x]', '1'],
        ['filter[a][y]', '5'],
      ],
    ],
    [[['filter[a][x]', ' 1 et 5 ']]],
    [[['filter[a][x]', '1  ET  5']]],
    [[['filter[a][x]', '1 au 5']]],
    [
      [
        ['filter[a][x]', '1'],
        ['filter[a][x]', '5'],
      ],
    ],
    [
      [
        ['filter[a][x]', '1 et 5'],
        ['filter[a][y]', ''],
      ],
    ],
  ] as [[string, string][]][])('between two bounds: %j', (pairs) => {
    expect(read(['filter[a][type]', 'between'], ...pairs)).toEqual([
      { column: 'a', operator: 'between', x: '1', y: '5' },
    ]);
  });

  it('keeps « et » inside words and bounds that are given apart', () => {
    expect(read(['filter[a][type]', 'between'], ['filter[a][x]', 'Etienne et Juliette'])).toMatchObject([
      { x: 'Etienne', y: 'Juliette' },
    ]);
    expect(
      read(['filter[a][type]', 'between'], ['filter[a][x]', 'Pain et lait'], ['filter[a][y]', 'Sel']),
    ).toMatchObject([{ x: 'Pain et lait', y: 'Sel' }]);
    expect(read(['filter[a][type]', 'between'], ['filter[a][x]', '1'])[0]).toEqual({
      column: 'a',
      operator: 'between',
      x: '1',
      y: undefined,
    });
  });

  it('with a name copied from a document, without direction marks', () => {
    expect(
      parseFilterQuery({
        'filter[contrib.fullName][x]': '\u200e\u202bMohamed\u202c \u0645\u062d\u0645\u062f\u200f',
      }),
    ).toEqual([{ column: 'contrib.fullName', operator: 'eq', x: 'Mohamed \u0645\u062d\u0645\u062f' }]);
  });

  it('with connectors of either case', () => {
    expect(
      read(
        ['filter[a]', '1'],
        ['filter[b]', '2'],
        ['filter[b][connector]', 'OR'],
        ['filter[c]', '3'],
        ['filter[c][connector]', ''],
      ).map((each) => each.connector),
    ).toEqual([undefined, 'or', undefined]);
  });
});

describe('a filter is refused', () => {
  it.each([
    ['filtre.forme', 'filter', { filter: '1' }],
    ['filtre.forme', 'filter[', { 'filter[': '1' }],
    ['filtre.forme', 'filter[]', { 'filter[]': '1' }],
    ['filtre.forme', 'filter[a', { 'filter[a': '1' }],
    ['filtre.forme', 'filter[a]b', { 'filter[a]b': '1' }],
    ['filtre.forme', 'filter[a][z]', { 'filter[a][z]': '1' }],
    ['filtre.forme', 'filter[a][y][0]', { 'filter[a][y][0]': '1' }],
    ['filtre.forme', 'filter[a][x][0][0]', { 'filter[a][x][0][0]': '1' }],
    ['filtre.forme', 'filter[a][x][b]', { 'filter[a][x][b]': '1' }],
    ['filtre.colonne', '3', { 'filter[3][x]': '1' }],
    ['filtre.colonne', '3', { 'filter[3][column]': '' }],
    ['filtre.operateur', 'a', { 'filter[a][type]': '' }],
    ['filtre.operateur', 'a', { 'filter[a][type]': 'EQ' }],
    ['filtre.operateur', 'a', { 'filter[a][type]': 'constructor' }],
    ['filtre.connecteur', 'a', { 'filter[a][x]': '1', 'filter[a][connector]': 'not' }],
    ['filtre.valeur', 'a', { 'filter[a][type]': 'in', 'filter[a][x]': '[1' }],
    ['filtre.valeur', 'a', { 'filter[a][type]': 'in', 'filter[a][x]': '[null]' }],
    ['filtre.valeur', 'a', { 'filter[a][type]': 'in', 'filter[a][x]': '[[1]]' }],
    ['filtre.valeur', 'a', { 'filter[a][type]': 'between', 'filter[a][x]': '1 et 2 et 3' }],
  ] as [FilterErrorCode, string, Record<string, string>][])('%s: %s', (code, name, query) => {
    expect.assertions(3);
    try {
      parseFilterQuery(query);
    } catch (error) {
      expect(error).toBeInstanceOf(FilterError);
      expect(error).toMatchObject({ code, column: name });
      expect((error as FilterError).message).toMatch(/^\P{Lowercase}.*\.$/u);
    }
  });

  it('only with a FilterError, for any query', () => {
    const key = fc.oneof(
      fc.string().map((text) => `filter${text}`),
      fc.constantFrom(
        'filter[a][type]',
        'filter[a][x]',
        'filter[a][y]',
        'filter[0][column]',
        'filter[0][x]',
        'filter[__proto__]',
        'filter[a][x][0]',
      ),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          key,
          fc.oneof(fc.string(), fc.constantFrom(...FILTER_OPERATORS), fc.array(fc.string())),
        ),
        (query) => {
          try {
            for (const each of parseFilterQuery(query)) expect(FILTER_OPERATORS).toContain(each.operator);
          } catch (error) {
            expect(error).toBeInstanceOf(FilterError);
          }
        },
      ),
    );
  });
});
