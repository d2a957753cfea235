import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords, numberInWords } from './words.ts';

describe('a number in words', () => {
  it.each([
    [0, 'zéro'],
    [1, 'un'],
    [16, 'seize'],
    [17, 'dix-sept'],
    [20, 'vingt'],
    [21, 'vingt et un'],
    [22, 'vingt-deux'],
    [61, 'soixante et un'],
    [70, 'soixante-dix'],
    [71, 'soixante et onze'],
    [72, 'soixante-douze'],
    [79, 'soixante-dix-neuf'],
    [80, 'quatre-vingts'],
    [81, 'quatre-vingt-un'],
    [90, 'quatre-vingt-dix'],
    [91, 'quatre-vingt-onze'],
    [99, 'quatre-vingt-dix-neuf'],
    [100, 'cent'],
    [101, 'cent un'],
    [180, 'cent quatre-vingts'],
    [200, 'deux cents'],
    [201, 'deux cent un'],
    [1000, 'mille'],
    [1001, 'mille un'],
    [1999, 'mille neuf cent quatre-vingt-dix-neuf'],
    [2000, 'deux mille'],
    [21_000, 'vingt et un mille'],
    [80_000, 'quatre-vingt mille'],
    [80_200, 'quatre-vingt mille deux cents'],
    [200_000, 'deux cent mille'],
    [1_000_000, 'un million'],
    [1_000_080, 'un million quatre-vingts'],
    [80_000_000, 'quatre-vingts millions'],
    [200_200_200, 'deux cents millions deux cent mille deux cents'],
    [1_000_000_000, 'un milliard'],
    [3_000_000_001, 'trois milliards un'],
    [2_000_000_000_000, 'deux billions'],
    [-5, 'moins cinq'],
    ['1 234', 'mille deux cent trente-quatre'],
    ['0000000000000000007', 'sept'],
  ])('%s: %s', (value, words) => expect(numberInWords(value)).toBe(words));

  it('goes up to fifteen digits', () => {
    expect(numberInWords(999_999_999_999_999)).toMatch(/^neuf cent quatre-vingt-dix-neuf billions .*-neuf$/);
    for (const value of [1_000_000_000_000_000, '1234567890123456', 1e21, -1e300])
      expect(numberInWords(value)).toBe('dépassement de capacité');
  });

  it('refuses what is no number, and decimals', () => {
    for (const value of ['', 'abc', '12a', '--1', '1e3', Number.NaN, Infinity])
      expect(numberInWords(value)).toBe('Nombre non valide');
    for (const value of [1.5, '1,5', '1.50', -0.25])
      expect(numberInWords(value)).toBe('Nombre avec virgule non géré.');
  });

  it('is unique: two numbers never have the same words', () => {
    const said = new Set(Array.from({ length: 10_000 }, (_, n) => numberInWords(n)));
    expect(said.size).toBe(10_000);
    const number = fc.integer({ min: 0, max: 999_999_999_999_999 });
    fc.assert(fc.property(number, number, (a, b) => (numberInWords(a) === numberInWords(b)) === (a === b)));
  });
});

describe('an amount in words', () => {
  it.each([
    [0, 'zéro Franc CFA'],
    [22_000, 'vingt-deux mille Franc CFA'],
    [1_000_000, 'un million de Franc CFA'],
    [3_000_000_000, 'trois milliards de Franc CFA'],
    [1_000_001, 'un million un Franc CFA'],
    [1.5, 'Nombre avec virgule non géré.'],
  ])('%s: %s', (amount, words) => expect(amountInWords(amount)).toBe(words));
});
