/**
 * Finds taxpayers in memory with the same rules as the server's index (`cles_de_contribuable`): a phone without network
 * finds the same people by the same words.
 */
import { wordsOf } from '../../platform/values/text.ts';
import { partsOf, type SearchPart } from './parts.ts';

/** The searchable fields of a taxpayer. */
export interface Findable {
  nom: string;
  numKlis: string | null;
  telephone: string | null;
}

/** The fields split into search keys, computed once. */
export interface Keys {
  words: readonly string[];
  telephone: string;
  numKlis: string;
  rank: string;
}

/** Digits of a phone number in Niger. */
const TELEPHONE = 8;
const BEGINNING = 4;
const SHORTEST = 3;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

export const keysOf = ({ nom, numKlis, telephone }: Findable): Keys => ({
  words: wordsOf(nom),
  telephone: digitsOf(telephone ?? '').slice(-TELEPHONE),
  numKlis: (numKlis ?? '').toLowerCase(),
  rank: withoutZeros(/\d+$/.exec(numKlis ?? '')?.[0] ?? ''),
});

/** A word, and the word without each of its letters: two words that differ by one letter share one of these. */
function spellings(word: string): string[] {
  if (word.length < SHORTEST) return [word];
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** Scores a word that begins with the typed text, or nearly equals it. */
function wordMatcher(typed: string): (word: string) => number {
  const near = new Set(spellings(typed));
  return (word) => {
    if (word === typed) return EXACT;
    if (word.startsWith(typed)) return BEGINS;
    const comparable = Math.abs(word.length - typed.length) < 2;
    return comparable && spellings(word).some((spelling) => near.has(spelling)) ? NEAR : NO;
  };
}
const [NO, NEAR, BEGINS, EXACT] = [0, 1, 2, 3];

/** Scores how well a taxpayer matches one part of the search; 0: no match. */
function matcher(part: SearchPart): (keys: Keys) => number {
  switch (part.kind) {
    case 'word': {
      const [typed = ''] = wordsOf(part.text);
      const score = wordMatcher(typed);
      return ({ words }) => Math.max(NO, ...words.map(score));
    }
    case 'digits': {
      const number = withoutZeros(part.text);
      const begins = part.text.length >= BEGINNING;
      return ({ telephone, rank }) => {
        if (rank === number || telephone === part.text.slice(-TELEPHONE)) return EXACT;
        return begins && telephone.startsWith(part.text) ? BEGINS : NO;
      };
    }
    case 'number': {
      const code = `${part.code.toLowerCase()}-`;
      return ({ numKlis, rank }) => (rank === part.rank && numKlis.startsWith(code) ? EXACT : NO);
    }
    case 'nif':
      return () => NO;
  }
}

/**
 * The taxpayers that match every part of the search, best first.
 * @param max number of results
 */
export function findNear<Item>(all: Iterable<readonly [Keys, Item]>, typed: string, max: number): Item[] {
  const matchers = partsOf(typed).map(matcher);
  if (matchers.length === 0) return [];
  const found: { item: Item; score: number }[] = [];
  for (const [keys, item] of all) {
    let score = 0;
    for (const match of matchers) {
      const part = match(keys);
      score = part === NO ? Number.NEGATIVE_INFINITY : score + part;
    }
    // of two equal matches, the one with fewer words is more likely
    if (score > 0) found.push({ item, score: score - keys.words.length / 100 });
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ item }) => item);
}
