import { expect, it } from 'vitest';
import { type CountryCode, readNumber } from './numero.ts';

it.each<[string, CountryCode, string | undefined]>([
  ['90 12 34 56', 'NE', '+22790123456'],
  ['+227 90.12.34.56', 'NE', '+22790123456'],
  ['0022790123456', 'NE', '+22790123456'],
  ['22790123456', 'NE', '+22790123456'],
  ['+33612345678', 'NE', '+33612345678'],
  ['77 123 45 67', 'SN', '+221771234567'],
  ['01 23 45 67 89', 'CI', '+2250123456789'],
  ['9012345', 'NE', undefined],
  ['inconnu', 'NE', undefined],
  ['', 'NE', undefined],
])('%s, in %s', (typed, country, number) => expect(readNumber(typed, country)).toBe(number));
