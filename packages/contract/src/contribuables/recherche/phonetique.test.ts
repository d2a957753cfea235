import { describe, expect, it } from 'vitest';
import { folded } from '../../platform/values/text.ts';
import { findNear, keysOf } from './near.ts';
import { NOMS_DE_LA_REGION } from './noms.testing.ts';
import { phoneticKey } from './phonetique.ts';

describe('the phonetic key', () => {
  it.each([
    ['Souleymane', 'suleiman', true],
    ['Aboubacar', 'boubakar', true],
    ['Hadiza', 'khadija', true],
    ['Mokhtar', 'Moctar', true],
    ['Youssouf', 'Issoufou', true],
    ['Abdoulkader', 'abdelkadir', true],
    ['Ousmane', 'Othman', true],
    ['Laouali', 'lawali', true],
    ['Issa', 'Aïssa', false],
    ['Amadou', 'Hamidou', false],
    ['Idé', 'Ali', false],
  ])('of %s and %s is the same: %s', (one, other, same) => {
    expect(phoneticKey(folded(one)) === phoneticKey(folded(other))).toBe(same);
  });
  it.each(['24', 'سوق', 'h', ''])('is none for « %s »', (word) => {
    expect(phoneticKey(word)).toBeUndefined();
  });
});

describe('names of the region, by other spellings', () => {
  const people = NOMS_DE_LA_REGION.map(({ nom }) => ({ nom, numKlis: null, telephone: null }));
  const missed = (found: (typed: string, nom: string) => boolean): string[] =>
    NOMS_DE_LA_REGION.flatMap(({ nom, autres }) =>
      autres.filter((autre) => !found(autre, nom)).map((autre) => `${autre} (${nom})`),
    );
  const spellings = NOMS_DE_LA_REGION.flatMap(({ autres }) => autres).length;

  it('are found offline, at least 95 of 100, among the first ten', () => {
    const keyed = people.map((one) => [keysOf(one), one] as const);
    const lost = missed((typed, nom) => findNear(keyed, typed, 10).some((one) => one.nom === nom));
    expect(lost.length / spellings, lost.join(', ')).toBeLessThanOrEqual(0.05);
  });

  it('are found by two names among 10 000 people, at least 95 of 100, among the first twenty', () => {
    const last = NOMS_DE_LA_REGION.slice(0, 47);
    const crowd = NOMS_DE_LA_REGION.flatMap(({ nom }) =>
      last.map((other) => ({ nom: `${nom} ${other.nom}`, numKlis: null, telephone: null })),
    );
    expect(crowd.length).toBeGreaterThan(10_000);
    const keyed = crowd.map((one) => [keysOf(one), one] as const);
    const lost = NOMS_DE_LA_REGION.flatMap(({ nom, autres }, at) => {
      const other = last[(at + 7) % last.length]!;
      const typed = `${autres[0]} ${other.autres[1]}`;
      const found = findNear(keyed, typed, 20).some((one) => one.nom === `${nom} ${other.nom}`);
      return found ? [] : [`${typed} (${nom} ${other.nom})`];
    });
    expect(lost.length / NOMS_DE_LA_REGION.length, lost.join(', ')).toBeLessThanOrEqual(0.05);
  });
});
