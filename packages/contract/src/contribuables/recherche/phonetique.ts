/**
 * A key that spellings of one name share, for names of the region: Souleymane, suleiman; Aboubacar, boubakar; Hadiza,
 * khadija. The database computes the same (`cle_phonetique`).
 */

/** Applied in order to a folded word of the letters a to z. Only what both JavaScript and PostgreSQL read alike. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/^othm/g, 'usm'],
  [/^elh/g, 'alh'],
  // Abdoulkader, Abdelkader; Abdoulaye keeps its l
  [/^abd(ou|[aeou])?l(?=[^aeiouy]|ou[aei])/g, 'abd'],
  [/ph/g, 'f'],
  [/tch|sch|ch|sh/g, 's'],
  // Khadija is Hadiza; Mokhtar is Moctar
  [/^kh/g, 'h'],
  [/dj|dy(?=[aeou])|di(?=[aou])|j/g, 'z'],
  [/c(?=[eiy])/g, 's'],
  [/c|q/g, 'k'],
  [/gu(?=[eiy])/g, 'g'],
  [/x/g, 'ks'],
  [/h/g, ''],
  [/[ow]/g, 'u'],
  [/[ey]/g, 'i'],
  [/m(?=[^aiubmp])/g, 'n'],
  [/n(?=[bp])/g, 'm'],
  [/(.)\1+/g, '$1'],
  // Youssouf, Issoufou
  [/^iu/g, 'i'],
  // of vowels that follow each other, the last is the clearest
  [/([^aiu])[aiu]*([aiu])/g, '$1$2'],
];
/** Consonants that tell names apart by themselves; shorter ones keep their vowels. */
const ENOUGH = 3;

/** @param word folded (`folded`) @returns undefined if the word has no key */
export function phoneticKey(word: string): string | undefined {
  if (!/^[a-z]+$/.test(word)) return undefined;
  const sounds = STEPS.reduce((text, [pattern, by]) => text.replace(pattern, by), word);
  const consonants = sounds.replaceAll(/[aiu]/g, '');
  if (consonants.length >= ENOUGH) return consonants;
  const short = sounds.replace(/[aiu]$/, '');
  const key = short.length >= ENOUGH ? short : sounds;
  return key.length > 1 ? key : undefined;
}
