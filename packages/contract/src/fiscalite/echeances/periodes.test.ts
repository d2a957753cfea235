import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { avecPeriode, nomPeriode, periodeCourte, periodeText, sorteDePeriode } from './periodes.ts';

const NAMED: readonly [occurrences: number, sorte: string, first: string, last: string, short: string][] = [
  [1, 'an', 'année 2026', 'année 2026', 'année'],
  [2, 'semestre', '1er semestre 2026', '2e semestre 2026', 'S2'],
  [3, 'quadrimestre', '1er quadrimestre 2026', '3e quadrimestre 2026', 'Q3'],
  [4, 'trimestre', '1er trimestre 2026', '4e trimestre 2026', 'T4'],
  [6, 'bimestre', '1er bimestre 2026', '6e bimestre 2026', 'B6'],
  [12, 'mois', 'janvier 2026', 'décembre 2026', 'déc.'],
  [52, 'mois', 'janvier 2026', 'décembre 2026', 'déc.'],
  [365, 'mois', 'janvier 2026', 'décembre 2026', 'déc.'],
];
/** Billed periods of a year, as the database function `periodes_facturees`. */
const billed = (occurrences: number): number => Math.min(occurrences, 12);

describe('a period of a tax', () => {
  it.each(NAMED)(
    'that comes %i times a year is a part of the year called « %s »',
    (occurrences, ...names) => {
      const periodes = billed(occurrences);
      const last = { annee: 2026, periode: periodes, periodes };
      expect([
        sorteDePeriode(periodes),
        periodeText({ ...last, periode: 1 }),
        periodeText(last),
        periodeCourte(last),
      ]).toEqual(names);
    },
  );

  it('has a unique long and short name in its year, for any frequency from 1 to 366', () => {
    const month = /^(?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)/;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 366 }), (occurrences) => {
        const periodes = billed(occurrences);
        const all = Array.from({ length: periodes }, (_, index) => ({ periode: index + 1, periodes }));
        for (const name of [nomPeriode, periodeCourte]) {
          expect(new Set(all.map(name)).size).toBe(periodes);
          // only a monthly period is named after a month
          expect(all.filter((each) => month.test(name(each)))).toHaveLength(periodes === 12 ? 12 : 0);
        }
      }),
      { numRuns: 366 },
    );
  });

  it('follows the taxable base, unless it is the whole year', () => {
    expect(avecPeriode('Hangar', { periode: 2, periodes: 4 })).toBe('Hangar, 2e trimestre');
    expect(avecPeriode('Hangar', { periode: 2, periodes: 5 })).toBe('Hangar, période 2 sur 5');
    expect(avecPeriode('Hangar', { periode: 1, periodes: 1 })).toBe('Hangar');
    expect(periodeText({ annee: 2026, periode: 2, periodes: 5 })).toBe('période 2 sur 5 de 2026');
  });
});
