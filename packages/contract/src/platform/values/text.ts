/** How texts are compared, split into words, and stored. */

/**
 * Variants of a letter or sign, mapped to the form used in comparisons. The database has the same list
 * (`texte_compare`).
 */
const VARIANTS = new Map<string, string>(
  Object.entries({
    a: 'ⱥɑ',
    b: 'ɓƀƃ',
    c: 'ƈȼ',
    d: 'ɗɖđðƌ',
    e: 'ɛəǝɇ',
    f: 'ƒ',
    g: 'ǥɠɣ',
    h: 'ħɦ',
    i: 'ıɨɩɪ',
    j: 'ɟʄɉ',
    k: 'ƙ',
    l: 'łƚɫ',
    n: 'ŋɲƞ',
    o: 'ɔɵø',
    p: 'ƥ',
    r: 'ɽɍ',
    t: 'ŧƭʈⱦ',
    u: 'ʊʉ',
    v: 'ʋ',
    y: 'ƴɏ',
    z: 'ƶʒ',
    σ: 'ς',
    oe: 'œ',
    ae: 'æ',
    ss: 'ß',
    th: 'þ',
    "'": 'ʼʻʽʾʿ‘’‛′ꞌ',
    '"': '“”„‟«»',
    '-': '‐‒–—―−⁃',
    '/': '⁄∕',
    ' ': '\u0085\u1680\u2028\u2029\u2800',
    0: '٠۰߀',
    1: '١۱߁',
    2: '٢۲߂',
    3: '٣۳߃',
    4: '٤۴߄',
    5: '٥۵߅',
    6: '٦۶߆',
    7: '٧۷߇',
    8: '٨۸߈',
    9: '٩۹߉',
  }).flatMap(([plain, variants]) => Array.from(variants, (variant) => [variant, plain] as const)),
);
const VARIANT = new RegExp(`[${[...VARIANTS.keys()].join('')}]`, 'gu');

/** Invisible characters: joiners, direction marks, soft hyphens, byte order marks. */
const INVISIBLE = String.raw`\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{fe00}-\u{fe0f}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
/** Accents, and the marks that Arabic, Hebrew, N'Ko and Adlam write around letters; the Arabic elongation. */
const MARKS = String.raw`\u{300}-\u{36f}\u{591}-\u{5bd}\u{5bf}\u{5c1}\u{5c2}\u{5c4}\u{5c5}\u{5c7}\u{610}-\u{61a}\u{640}\u{64b}-\u{65f}\u{670}\u{6d6}-\u{6dc}\u{6df}-\u{6e4}\u{6e7}\u{6e8}\u{6ea}-\u{6ed}\u{7eb}-\u{7f3}\u{7fd}\u{898}-\u{89f}\u{8ca}-\u{8e1}\u{8e3}-\u{8ff}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}\u{1e944}-\u{1e94a}`;
const DROPPED = new RegExp(`[${INVISIBLE}${MARKS}]+`, 'gu');
const UNSEEN = new RegExp(`[${INVISIBLE}]+`, 'gu');
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]+/g;
const BLANKS = /[\t-\r ]+/g;

/**
 * The form of a text used in comparisons: names are unique in this form, and searches use it. Case, accents, ligatures,
 * letter variants, kinds of space and invisible characters are ignored; letters of all scripts and punctuation count.
 * Equals the database's `texte_compare`.
 */
export const folded = (text: string): string =>
  text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(DROPPED, '')
    .toLowerCase()
    .replaceAll(VARIANT, (variant) => VARIANTS.get(variant) ?? variant)
    .replaceAll(CONTROLS, '')
    .replaceAll(BLANKS, ' ')
    .replaceAll(/^ | $/g, '');

/** The words of a text in their comparison form, split at punctuation and spaces. */
export const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * A test for texts that contain every word of a search, whole or in part, in any order; an empty search matches all.
 * @returns takes a text in its comparison form
 */
export function wordSearch(search: string): (compared: string) => boolean {
  const words = folded(search).split(' ');
  return (compared) => words.every((word) => compared.includes(word));
}

/**
 * The stored form of a one-line text: composed letters and digits, no invisible characters, single spaces. Signs stay
 * unchanged, since « m² » is not « m2 »; control characters too, so that the field's validation refuses them.
 */
export const tidied = (text: string): string =>
  text
    .replaceAll('´', "'")
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\p{L}\p{Nd}]/gu, (sign) => sign.normalize('NFKC'))
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();

/**
 * Finds items by name.
 * @param namesOf all names of an item
 * @returns the items with exactly this name, else those with the same comparison form. Several results are an ambiguity
 * that the caller refuses; a text without visible characters finds nothing.
 */
export function findByName<Item>(
  items: Iterable<Item>,
  namesOf: (item: Item) => readonly string[],
): (text: string) => readonly Item[] {
  const exact = new Map<string, Set<Item>>();
  const alike = new Map<string, Set<Item>>();
  const add = (map: Map<string, Set<Item>>, key: string, item: Item): void => {
    if (key !== '') map.set(key, (map.get(key) ?? new Set()).add(item));
  };
  for (const item of items)
    for (const name of namesOf(item)) {
      add(exact, tidied(name), item);
      add(alike, folded(name), item);
    }
  return (text) => [...(exact.get(tidied(text)) ?? alike.get(folded(text)) ?? [])];
}
