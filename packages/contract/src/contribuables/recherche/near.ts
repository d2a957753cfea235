/**
 * Finds taxpayers in memory with the same rules as the server's index (`cles_de_contribuable`): a phone without network
 * finds the same people by the same words.
 */
import { wordsOf } from '../../platform/values/text.ts';
import { phoneticKey } from './phonetique.ts';
import { partsOf, type SearchPart } from './parts.ts';

/** The searchable fields of a taxpayer. */
export interface Findable {
  nom: string;
  numKlis: string | null;
  telephone: string | null;
}

/** A word of names. Names repeat: each distinct word exists once, and is compared once in a search. */
interface Word {
  /** Its rank among the distinct words. */
  rank: number;
  text: string;
  sound: string | undefined;
}

/** The fields split into search keys, computed once. */
export interface Keys {
  words: readonly Word[];
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

const distinct = new Map<string, Word>();
function wordOf(text: string): Word {
  const known = distinct.get(text);
  if (known) return known;
  const word = { rank: distinct.size, text, sound: phoneticKey(text) };
  distinct.set(text, word);
  return word;
}

export const keysOf = ({ nom, numKlis, telephone }: Findable): Keys => ({
  words: wordsOf(nom).map(wordOf),
  telephone: digitsOf(telephone ?? '').slice(-TELEPHONE),
  numKlis: (numKlis ?? '').toLowerCase(),
  rank: withoutZeros(/\d+$/.exec(numKlis ?? '')?.[0] ?? ''),
});

/**
 * Whether two words differ by one letter that is changed, added, missing or out of its place. The server's keys say the
 * same: both words share a word from which one letter may be missing.
 */
export function differsByOne(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SHORTEST || Math.abs(a.length - b.length) > 1) return a === b;
  let from = 0;
  while (from < a.length && a.codePointAt(from) === b.codePointAt(from)) from += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a.codePointAt(endA - 1) === b.codePointAt(endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  if (endA - from <= 1 && endB - from <= 1) return true;
  if (a.length !== b.length) return false;
  const [restA, restB] = [a.slice(from, endA), b.slice(from, endB)];
  return restA.slice(1) === restB.slice(0, -1) || restA.slice(0, -1) === restB.slice(1);
}

/** The share of pairs of neighbouring letters that two words have in common. */
function likeness(a: string, b: string): number {
  let common = 0;
  for (let at = 0; at < a.length - 1; at++) if (b.includes(a.slice(at, at + 2))) common += 1;
  return common / Math.max(a.length, b.length);
}

/** Scores a word that begins with the typed text, nearly equals it, or sounds like it. */
function wordMatcher(typed: string): (word: Word) => number {
  const typedSound = phoneticKey(typed);
  const compare = ({ text, sound }: Word): number => {
    if (text === typed) return EXACT;
    if (text.startsWith(typed)) return BEGINS;
    if (differsByOne(typed, text)) return NEAR;
    return typedSound !== undefined && sound === typedSound ? SOUNDS + likeness(typed, text) / 2 : NO;
  };
  const scores = new Float32Array(distinct.size).fill(UNKNOWN);
  return (word) => {
    let score = scores[word.rank] ?? UNKNOWN;
    if (score === UNKNOWN) {
      score = compare(word);
      scores[word.rank] = score;
    }
    return score;
  };
}
const UNKNOWN = -1;
const [NO, SOUNDS, NEAR, BEGINS, EXACT] = [0, 0.5, 1, 2, 3];

/** Scores how well a taxpayer matches one part of the search; 0: no match. */
function matcher(part: SearchPart): (keys: Keys) => number {
  switch (part.kind) {
    case 'word': {
      const [typed = ''] = wordsOf(part.text);
      const score = wordMatcher(typed);
      return ({ words }) => {
        let best = NO;
        for (const word of words) best = Math.max(best, score(word));
        return best;
      };
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
