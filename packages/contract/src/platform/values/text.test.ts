import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, tidied } from './text.ts';

describe('a text as it is stored', () => {
  it.each([
    ['1 m² au plus', '1 m² au plus'],
    ['50 cm³, ½ étal, n° 3, 12 ‰', '50 cm³, ½ étal, n° 3, 12 ‰'],
    ['𝗕𝗼𝗯𝗶𝗲𝗹', 'Bobiel'],
    ['Ｎｉａｍｅｙ １２', 'Niamey 12'],
    ['Bo\u00a0\u202fukoki\u200d 1 ', 'Bo ukoki 1'],
    ['e\u0301tal', 'étal'],
    ['Ɗan Ladi', 'Ɗan Ladi'],
    ['محل', 'محل'],
  ])('« %s » is « %s »', (text, stored) => {
    expect(tidied(text)).toBe(stored);
  });

  it('is unchanged when stored again, and compared as before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tidied(tidied(text))).toBe(tidied(text));
        expect(folded(tidied(text))).toBe(folded(text));
      }),
    );
  });
});
