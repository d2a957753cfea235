import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { differsByOne, type Findable, findNear, keysOf } from './near.ts';

const people: Findable[] = [
  { nom: 'Djermakoye Soumana', numKlis: 'NIA-000887', telephone: '96 27 41 08' },
  { nom: 'Djermakoye Soumeïla', numKlis: 'NIA-004310', telephone: '+227 90 51 66 02' },
  { nom: 'Bonkano Djermakoye', numKlis: 'NIA-011742', telephone: null },
  { nom: 'Aïssa Hamidou', numKlis: null, telephone: '89400402' },
];
const keyed = people.map((one) => [keysOf(one), one] as const);
const names = (typed: string, most = 10) => findNear(keyed, typed, most).map(({ nom }) => nom);

describe('the taxpayers found on a phone', () => {
  it.each([
    ['Djarmakoye', ['Djermakoye Soumana', 'Djermakoye Soumeïla', 'Bonkano Djermakoye']],
    ['djermakoy', ['Djermakoye Soumana', 'Djermakoye Soumeïla', 'Bonkano Djermakoye']],
    ['Soumana Djermakoye', ['Djermakoye Soumana']],
    ['soumeila', ['Djermakoye Soumeïla']],
    ['AISSA', ['Aïssa Hamidou']],
    ['Aisa', ['Aïssa Hamidou']],
    ['Asisa', ['Aïssa Hamidou']],
    ['89 40 04 02', ['Aïssa Hamidou']],
    ['90516602', ['Djermakoye Soumeïla']],
    ['9627', ['Djermakoye Soumana']],
    ['887', ['Djermakoye Soumana']],
    ['nia-887', ['Djermakoye Soumana']],
    ['mai-887', []],
    ['Zwingelstein', []],
    ['% _', []],
    ['', []],
  ])('by « %s »', (typed, expected) => {
    expect(names(typed)).toEqual(expected);
  });

  it('exact matches first, up to the requested number', () => {
    expect(names('Djermakoye', 2)).toHaveLength(2);
    const two = [
      { nom: 'Seini', numKlis: null, telephone: null },
      { nom: 'Seyni', numKlis: null, telephone: null },
    ].map((one) => [keysOf(one), one] as const);
    expect(findNear(two, 'Seyni', 9).map(({ nom }) => nom)).toEqual(['Seyni', 'Seini']);
  });
});

it('a word is near another one as the server says: both share a word from which one letter may be missing', () => {
  const shortened = (word: string): string[] =>
    word.length < 3 ? [word] : [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      fc.pre(Math.abs(a.length - b.length) < 2 && Math.min(a.length, b.length) >= 3);
      expect(differsByOne(a, b)).toBe(shortened(a).some((word) => shortened(b).includes(word)));
    }),
  );
});
