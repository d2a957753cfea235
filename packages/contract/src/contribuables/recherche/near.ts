/**
 * Finds taxpayers among those that are in memory, as the server finds them in its index (`cles_de_contribuable`): a phone
 * without a network finds the same people by the same words.
 */
import { wordsOf } from '../../platform/values/text.ts';
import { partsOf, type SearchPart } from './parts.ts';

/** What somebody is found by. */
export interface Findable {
  nom: string;
  numKlis: string | null;
  telephone: string | null;
}

/** The same, taken apart once. */
export interface Keys {
  words: readonly string[];
  telephone: string;
  numKlis: string;
  rank: string;
}

/** Digits of a telephone in Niger. */
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

/** A word, and itself less one of its letters: two that differ by a letter have one of these in common. */
function spellings(word: string): string[] {
  if (word.length < SHORTEST) return [word];
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** Whether a word begins so, or is written nearly so. */
function wordMatcher(typed: string): (word: string) => number {
  const near = new Set(spellings(typed));
  return (word) => {
    if (word === typed) return EXACT;
    if (word.startsWith(typed)) return BEGINS;
    const comparable = Math.abs(word.length - typed.length) < 2;
    return comparable && spellings(word).some((one) => near.has(one)) ? NEAR : NO;
  };
}
const [NO, NEAR, BEGINS, EXACT] = [0, 1, 2, 3];

/** How well somebody is what one part of what was typed says; 0: is not. */
function matcher(part: SearchPart): (keys: Keys) => number {
  switch (part.kind) {
    case 'word': {
      const [typed = ''] = wordsOf(part.text);
      const how = wordMatcher(typed);
      return ({ words }) => Math.max(NO, ...words.map(how));
    }
    case 'digits': {
      const whole = withoutZeros(part.text);
      const begins = part.text.length >= BEGINNING;
      return ({ telephone, rank }) => {
        if (rank === whole || telephone === part.text.slice(-TELEPHONE)) return EXACT;
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
 * Those whom each part of what was typed is known of, the likeliest first.
 * @param most of them
 */
export function findNear<One>(all: Iterable<readonly [Keys, One]>, typed: string, most: number): One[] {
  const matchers = partsOf(typed).map(matcher);
  if (matchers.length === 0) return [];
  const found: { one: One; score: number }[] = [];
  for (const [keys, one] of all) {
    let score = 0;
    for (const how of matchers) {
      const part = how(keys);
      score = part === NO ? Number.NEGATIVE_INFINITY : score + part;
    }
    // of two who match alike, the one of fewer words is the likelier
    if (score > 0) found.push({ one, score: score - keys.words.length / 100 });
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one);
}
