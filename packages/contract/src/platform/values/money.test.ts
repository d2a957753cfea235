import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  etatSolde,
  formatDecimal,
  formatFrancs,
  formatNumber,
  formatQuantite,
  parseSigned,
  parseDecimal,
  parseWhole,
  PART_NTA_PERCENT,
  partNta,
} from './money.ts';

describe('NTA’s share of what a collectivité was paid', () => {
  it.each([
    // a quarter, halves rounded up
    [0, null, 0],
    [1, null, 0],
    [2, null, 1],
    [3, null, 1],
    [4, null, 1],
    [6, null, 2],
    [90_850, null, 22_713],
    [1_234_567, null, 308_642],
    // a specific percentage
    [100, 12.5, 13],
    [4, 12.5, 1],
    [3, 12.5, 0],
    [12, 12.5, 2],
    [1_000_000, 12.5, 125_000],
    [100, 0, 0],
    [101, 100, 101],
    [10_000, 0.01, 1],
    [5000, 0.01, 1],
    [4999, 0.01, 0],
    [1000, 0.29, 3],
    [1000, 1.15, 12],
    // refunds above receipts: half up goes towards the greater number
    [-1, null, 0],
    [-2, null, 0],
    [-3, null, -1],
    [-4, null, -1],
    [-6, null, -1],
    [-7, null, -2],
    [-4, 12.5, 0],
    [-12, 12.5, -1],
    [-13, 12.5, -2],
    // exact beyond float precision
    [Number.MAX_SAFE_INTEGER, null, 2_251_799_813_685_248],
    [9_007_199_254_740_001, 12.5, 1_125_899_906_842_500],
  ])('of %d at %s %% is %d', (paye, commission, expected) => {
    expect(partNta(paye, commission)).toBe(expected);
  });

  it('is rounded to less than half a franc, and is a quarter by default', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.option(fc.integer({ min: 0, max: 10_000 })),
        (paye, hundredths) => {
          const commission = hundredths === null ? null : hundredths / 100;
          const part = BigInt(partNta(paye, commission));
          const twentyThousandths = BigInt(paye) * BigInt(hundredths ?? PART_NTA_PERCENT * 100) * 2n;
          const remainder = twentyThousandths - part * 20_000n;
          expect(remainder >= -10_000n && remainder < 10_000n).toBe(true);
        },
      ),
    );
  });
});

describe('an amount', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [999, '999'],
    [1000, '1\u202f000'],
    [1_234_567, '1\u202f234\u202f567'],
    [-1000, '-1\u202f000'],
    [-999, '-999'],
    [Number.MAX_SAFE_INTEGER, '9\u202f007\u202f199\u202f254\u202f740\u202f991'],
  ])('%d is shown as %s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });

  it('is shown with all its digits, three by three', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        const shown = formatNumber(value);
        expect(Number(shown.replaceAll('\u202f', ''))).toBe(value);
        expect(shown).toMatch(/^-?\d{1,3}(\u202f\d{3})*$/);
      }),
    );
  });

  it('is joined to its currency by no-break spaces', () => {
    expect(formatFrancs(1500)).toBe('1\u202f500\u00a0F\u00a0CFA');
  });
});

describe('a typed amount', () => {
  it.each([
    ['0', 0],
    ['1500', 1500],
    ['007', 7],
    [' 1 500 ', 1500],
    ['1\u202f234\u202f567', 1_234_567],
    ['1\u00a0500', 1500],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%j is %d francs', (text, francs) => expect(parseWhole(text)).toBe(francs));

  it.each(['', ' ', '1500,00', '1500.00', '12,5', '12.5', '-200', '\u2212200', '+200', '1.500', "1'500"])(
    '%j is none',
    (text) => expect(parseWhole(text)).toBeUndefined(),
  );
  it.each([
    '1e3',
    '0x10',
    '5 F',
    'mille',
    '½',
    '١٢',
    '１２',
    'NaN',
    'Infinity',
    '9007199254740992',
    '9'.repeat(400),
  ])('%j is not an amount either', (text) => expect(parseWhole(text)).toBeUndefined());

  it('is exactly the number written, with any grouping', () => {
    const space = fc.constantFrom('', ' ', '\u00a0', '\u202f', '\u2009', '\t');
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.array(space, { maxLength: 30 }), (value, spaces) => {
        const typed = Array.from(String(value), (digit, index) => `${spaces[index] ?? ''}${digit}`).join('');
        expect(parseWhole(typed)).toBe(value);
        expect(parseWhole(formatNumber(value))).toBe(value);
        expect(parseSigned(formatNumber(-value))).toBe(0 - value);
      }),
    );
  });

  it('is invalid with any other character', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.nat(),
        fc.oneof(
          fc.constantFrom(',', '.', '-', '+', '\u2212', 'e', 'E', 'x', "'", '_', '/', '%', 'F', '€'),
          fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
        ),
        (value, place, sign) => {
          fc.pre(!/[\s\d]/.test(sign));
          const digits = String(value);
          const at = place % (digits.length + 1);
          expect(parseWhole(digits.slice(0, at) + sign + digits.slice(at))).toBeUndefined();
        },
      ),
    );
  });
});

describe('a balance', () => {
  it('has one word for each case', () => {
    expect([
      etatSolde(100, 100),
      etatSolde(0, 0),
      etatSolde(100, 99),
      etatSolde(100, 1),
      etatSolde(100, 0),
      etatSolde(100, 101),
      etatSolde(0, 1),
    ]).toEqual(['Soldé', 'Soldé', 'Avance', 'Avance', 'Impayé', 'Trop-perçu', 'Trop-perçu']);
  });
});

describe('a typed percentage', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    [' 1,5 ', 1.5],
    ['1.25', 1.25],
    ['1,50', 1.5],
  ])('%j is %d', (text, value) => expect(parseDecimal(text)).toBe(value));

  it.each(['', '1,255', '1.5.', '1,2,3', '-1', '1 %', ',5', '5,'])('%j is none', (text) =>
    expect(parseDecimal(text)).toBeUndefined(),
  );

  it('is written in a form that can be typed', () => expect(formatDecimal(1.25)).toBe('1,25'));
});

it.each<[number, string]>([
  [12_400.5, '12\u202f400,5'],
  [0.25, '0,25'],
  [-0.5, '-0,5'],
  [3, '3'],
])('writes %d with spaces and a comma', (value, text) => {
  expect(formatQuantite(value)).toBe(text);
});
