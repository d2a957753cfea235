import { NOMS_DE_LA_REGION } from '@octroi/contract/contribuables/recherche/noms.testing';
import { phoneticKey } from '@octroi/contract/contribuables/recherche/phonetique';
import { folded, tidied, wordsOf } from '@octroi/contract/platform/values/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';

const { query } = await testApp();

/** Texts in the form in which the database compares them. */
async function comparableForms(texts: readonly string[]): Promise<string[]> {
  const rows = await query<{ text: string }>(
    'select texte_compare(t) as text from unnest($1::text[]) with ordinality as x (t, rank) order by rank',
    [texts],
  );
  return rows.map(({ text }) => text);
}

/**
 * Letters that got an upper case or a plain form in Unicode after version 10 of 2017, which older servers and browsers
 * do not know.
 */
const RECENT =
  /[\u1c89-\u1cbf\u2c2f\ua7b8-\ua7f6\u{10570}-\u{105ff}\u{10d50}-\u{10d65}\u{11380}-\u{113ff}\u{16100}-\u{1613f}\u{16d40}-\u{16eff}\u{1ccd6}-\u{1ccf9}\u{1df00}-\u{1dfff}\u{1e030}-\u{1e06d}\u{1f1ad}\u{1fbf0}-\u{1fbf9}]/u;
const withoutRecent = (text: string): string => text.replaceAll(new RegExp(RECENT, 'gu'), '');

/** Spellings of the same name. */
const SAME: [string, ...string[]][] = [
  ['boeuf', 'Bœuf', 'BŒUF', 'bœuf\u200d', 'b\u00adœuf', ' Bœuf ', '\ufeffBœuf'],
  ['daki', 'Ɗaki', 'ɗaki', 'DAKI'],
  ['okomfo', 'Ɔkɔmfo', 'ɔkɔmfo', 'Ｏkomfo'],
  ['bobiel', '𝗕𝗼𝗯𝗶𝗲𝗹', 'Bobiel'],
  [
    'boukoki 1',
    'Boukoki 1',
    'Boukoki\u00a01',
    'Boukoki\u202f1',
    'Boukoki  1',
    '𝗕𝗼𝘂𝗸𝗼𝗸𝗶 1',
    'Boukoki\t1',
    'BOUKOKI ١',
  ],
  ['aissatou', 'Aïssatou', 'Ai\u0308ssatou', 'AÏSSATOU', 'Aïssa\u200ctou', 'Aïssa\u2060tou'],
  ['strasse', 'Straße', 'STRASSE', 'Straẞe'],
  ["n'guessan", 'N’Guessan', 'N´Guessan', 'Nʼguessan', "n'guessan"],
  ['dan-issa', 'Dan‑Issa', 'Dan–Issa', 'dan-issa'],
  ['yaaru', 'Ƴaaru', 'ƴaaru'],
  ['kano', 'Ƙano', 'ƙano'],
  ['gbema ngozi', 'Gbɛma Ŋgozi'],
  ['محل', 'مَحَلّ', 'محـل', 'ﻣﺤﻞ'],
  ['سوق', 'سوق'],
];
/** Different names, however similar. */
const DIFFERENT: [string, string][] = [
  ['محل', 'سوق'],
  ['Étal (jour)', 'Étal jour'],
  ['Zone 1', 'Zone 11'],
  ['A-B', 'A B'],
  ['कि', 'का'],
  ['市', '巿'],
];

describe('the database and the programs compare two texts alike', () => {
  it.each(SAME)('every spelling of « %s » is equal', async (plain, ...spellings) => {
    expect(await comparableForms(spellings)).toEqual(spellings.map(() => plain));
    expect(spellings.map(folded)).toEqual(spellings.map(() => plain));
  });

  it.each(DIFFERENT)('« %s » differs from « %s »', async (one, other) => {
    const [first, second] = await comparableForms([one, other]);
    expect(first).not.toBe(second);
    expect(folded(one)).not.toBe(folded(other));
    expect(first).not.toBe('');
  });

  it.each([
    [0x1, 0xd7ff],
    [0xe000, 0x1ffff],
    [0x2f800, 0x2fa1f],
    [0xe0000, 0xe0fff],
  ])('every character from %i to %i', async (first, last) => {
    const rows = await query<{ code: number; text: string }>(
      "select code, texte_compare('a' || chr(code) || ' B') as text from generate_series($1::int, $2::int) code",
      [first, last],
    );
    const differing = rows.filter(({ code, text }) => {
      const character = String.fromCodePoint(code);
      return !RECENT.test(character) && folded(`a${character} B`) !== text;
    });
    expect(differing).toEqual([]);
  });

  it('any text, and the comparable form of a comparable form is itself', async () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(...SAME.flat(), ...DIFFERENT.flat(), ' ', '\u00a0', '\u200d', '\u0301', '\t', 'ς', 'Σ'),
    );
    const text = fc
      .array(pieces, { maxLength: 5 })
      .map((parts) => withoutRecent(parts.join('').replaceAll('\0', '')));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 100, maxLength: 200 }), async (texts) => {
        const here = texts.map(folded);
        expect(await comparableForms(texts)).toEqual(here);
        expect(await comparableForms(here)).toEqual(here);
        expect(here.map(folded)).toEqual(here);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the stored form of a text', () => {
  it.each([
    ['  Boukoki \u00a0 1 ', 'Boukoki 1'],
    ['Ma\u200driama\ufeff', 'Mariama'],
    ['𝗕𝗼𝗯𝗶𝗲𝗹', 'Bobiel'],
    ['Ai\u0308ssa', 'Aïssa'],
    ['Ɗaki Bœuf', 'Ɗaki Bœuf'],
    ['d´Or', "d'Or"],
    ['A\nB', 'A\nB'],
  ])('« %s » is stored as « %s »', (typed, stored) => {
    expect(tidied(typed)).toBe(stored);
    expect(tidied(stored)).toBe(stored);
    expect(folded(stored)).toBe(folded(typed));
  });
});

it('punctuation and spaces separate words in any script', () =>
  expect(wordsOf('N’Guigmi-Est (Bœuf), 2ᵉ  سوق')).toEqual(['n', 'guigmi', 'est', 'boeuf', '2e', 'سوق']));

it('the sound of a name is the same in the database and in the contract', async () => {
  const words = NOMS_DE_LA_REGION.flatMap(({ nom, autres }) => [nom, ...autres]).map(folded);
  const drawn = fc.sample(
    fc.string({ unit: fc.constantFrom(...'abcdeghijklmnopquwxyz'.split('')), maxLength: 12 }),
    2000,
  );
  const all = [...words, ...drawn, '24', 'سوق'].filter((word) => word !== '');
  const rows = await query<{ cle: string | null }>(
    'select cle_phonetique(t) as cle from unnest($1::text[]) with ordinality as x (t, rank) order by rank',
    [all],
  );
  expect(rows.map(({ cle }, at) => [all[at], cle])).toEqual(
    all.map((word) => [word, phoneticKey(word) ?? null]),
  );
});
