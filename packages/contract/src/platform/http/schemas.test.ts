import { describe, expect, it } from 'vitest';
import { dateRangeSchema, figureQuerySchema, idListSchema } from '../../pilotage/figures.ts';
import { daySchema, idParam, idSchema, listQuerySchema, referenceSchema, yearSchema } from './schemas.ts';

describe('a reference', () => {
  it.each([
    [3, 3],
    ['3', 3],
    ['003', 3],
    [{ id: 3 }, 3],
    [{ id: '3' }, 3],
    [{ id: 3, nom: 'ignoré', autre: { id: 9 } }, 3],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('%j is read as %d', (given, id) => {
    expect(referenceSchema.parse(given)).toBe(id);
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    ' 3',
    '3 ',
    '9'.repeat(16),
    'trois',
    null,
    undefined,
    true,
    [],
    [3],
    {},
    { id: null },
    { id: 0 },
    { id: '' },
    { id: { id: 3 } },
    { nom: 'x' },
  ])('%j is refused', (given) => {
    expect(referenceSchema.safeParse(given).success).toBe(false);
  });
});

describe('a list of ids', () => {
  it.each([
    ['3', [3]],
    ['3,4', [3, 4]],
    [' 3 , 4 ', [3, 4]],
    ['[3,4]', [3, 4]],
    ['["3", "4"]', [3, 4]],
    [
      ['3', '4'],
      [3, 4],
    ],
    [
      ['[3]', '4,5'],
      [3, 4, 5],
    ],
    ['', []],
    ['[]', []],
    [' , ', []],
  ])('%j is read as %j', (given, ids) => {
    expect(idListSchema.parse(given)).toEqual(ids);
  });

  it('is undefined when absent', () => {
    expect(idListSchema.parse(undefined)).toBeUndefined();
  });

  it.each([
    'a',
    '3,a',
    '[3',
    '3]',
    '0',
    '-3',
    '1.5',
    '1e3',
    '0x10',
    '[[3]]',
    '[{"id":3}]',
    '3;4',
    '3 4',
    '9007199254740993',
    "3'",
    'null',
    'true',
    Array.from({ length: 5001 }, (_, index) => index + 1).join(),
  ])('%j is refused', (given) => {
    expect(idListSchema.safeParse(given).success).toBe(false);
  });
});

describe('an id in an address', () => {
  it('is a whole number above zero, in digits', () => {
    expect(idParam.parse({ id: '12' })).toEqual({ id: 12 });
    for (const id of ['', '0', '-1', '1.5', 'x', '1e3', '0x10', ' 1', '1 ', '9007199254740993', 'Infinity'])
      expect(idParam.safeParse({ id }).success, id).toBe(false);
    expect(idSchema.safeParse(2 ** 53).success).toBe(false);
  });
});

describe('the parameters of a list', () => {
  it('have their defaults, and leave the rest for the filter', () => {
    expect(listQuerySchema.parse({ 'filter[a]': '1' })).toEqual({ page: 1, 'filter[a]': '1' });
    expect(listQuerySchema.parse({ page: '2', itemperpage: '5000', sortOrder: 'DESC' })).toEqual({
      page: 2,
      itemperpage: 5000,
      sortOrder: 'desc',
    });
  });

  it.each([
    { page: '0' },
    { page: '' },
    { page: '1.5' },
    { page: '1e3' },
    { page: ['1', '2'] },
    { itemperpage: '0' },
    { itemperpage: '5001' },
    { itemperpage: 'tous' },
    { sortOrder: 'haut' },
    { orderBy: 'x'.repeat(61) },
  ])('are refused: %j', (given) => {
    expect(listQuerySchema.safeParse(given).success).toBe(false);
  });
});

describe('the parameters of a figure', () => {
  it('count by enrolment and without livestock by default', () => {
    expect(figureQuerySchema.parse({})).toEqual({ base: 'enrolement', betail: '0' });
  });

  it('refuse a period that ends before it begins, at the field of its beginning', () => {
    const { error } = figureQuerySchema.safeParse({ from: '2026-02-02', to: '2026-02-01' });
    expect(error?.issues[0]).toMatchObject({
      path: ['from'],
      message: 'La date de début est après la date de fin.',
    });
    expect(figureQuerySchema.safeParse({ from: '2026-02-02', to: '2026-02-02' }).success).toBe(true);
  });

  it('take years in digits from 2000 to 2100', () => {
    expect(yearSchema.parse('2026')).toBe(2026);
    for (const year of ['1999', '2101', '26', '2e3', '2026.5', '', ' 2026', 'deux'])
      expect(yearSchema.safeParse(year).success, year).toBe(false);
  });

  it('describe the format of a day in French', () => {
    expect(daySchema.safeParse('21/11/2026').error?.issues[0]?.message).toBe(
      'Une date de la forme AAAA-MM-JJ est attendue.',
    );
  });
});

describe('a period in one text', () => {
  it.each([
    ['2026-01-01 au 2026-12-31', { from: '2026-01-01', to: '2026-12-31' }],
    ['2026-01-01  au  2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
    ['2026-05-05', { from: '2026-05-05', to: '2026-05-05' }],
  ])('%s', (text, range) => {
    expect(dateRangeSchema.parse(text)).toEqual(range);
  });

  it.each([
    '',
    'au',
    '2026-01-01 au',
    '2026-01-02 au 2026-01-01',
    '2026-02-30',
    '2026-01-01 au 2026-01-02 au 2026-01-03',
    '2026-01-01 - 2026-01-02',
  ])('%j is refused', (text) => {
    expect(dateRangeSchema.safeParse(text).success).toBe(false);
  });
});
