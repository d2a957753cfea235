/** Rates that begin within their year, as the wizard of a tax reads, shows and stores them. */
import type { Application } from '@octroi/contract/fiscalite/tarifs/applications';
import { FORFAIT } from '@octroi/contract/fiscalite/tarifs/bareme';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baremeLines, baremeText } from './bareme-text.ts';
import { avecDepuis, groupesDe, isSansPeriode } from './depuis.ts';
import {
  EMPTY,
  fromApplications,
  lignesFaults,
  resolve,
  tarification,
  toApplications,
  withAnnees,
} from './rates.ts';

/** 1 is above 2, and 2 above 3. */
const LIEUX = [
  { id: 1, parent: null },
  { id: 2, parent: 1 },
  { id: 3, parent: 2 },
];
interface Stored {
  lieu: number;
  depuis: string | null;
  /** Null: left out. */
  tarif: number | null;
}
const application = ({ lieu, depuis, tarif }: Stored, id: number): Application => ({
  ...FORFAIT,
  id,
  ramification: { id: lieu, nom: '' },
  annee: '2026',
  depuis,
  tarif,
  exclue: tarif === null,
  precisione: [],
});
const read = (...stored: Stored[]) => fromApplications(stored.map(application), LIEUX);
const written = (...stored: Stored[]): Stored[] =>
  toApplications(read(...stored), LIEUX).map(({ ramification, depuis = null, tarif }) => ({
    lieu: ramification,
    depuis,
    tarif,
  }));
/** What the database takes on a day: of the nearest place with a rate that has begun, the latest. */
function inForce(stored: readonly Stored[], lieu: number | null, jour: string): number | null {
  if (lieu === null) return null;
  const begun = stored
    .filter((one) => one.lieu === lieu && (one.depuis ?? '') <= jour)
    .toSorted((a, b) => (a.depuis ?? '').localeCompare(b.depuis ?? ''))
    .at(-1);
  return begun ? begun.tarif : inForce(stored, LIEUX.find(({ id }) => id === lieu)?.parent ?? null, jour);
}

describe('the text of the rates of several years', () => {
  const tarif = (montant: number) => [{ libelle: '', tarif: montant }];
  it('has one line for years in a row with the same rates', () => {
    const years = Array.from({ length: 10 }, (_, index) => 2017 + index);
    const bareme = Object.fromEntries(years.map((year) => [year, tarif(year < 2025 ? 4_500 : 5_000)]));
    expect(baremeLines(bareme, years, false)).toEqual([
      '2017 à 2024 : 4\u202f500\u00a0F',
      '2025 et 2026 : 5\u202f000\u00a0F',
    ]);
  });
  it('names a year apart where the one before it is not among them', () => {
    expect(baremeText({ 2024: tarif(500), 2026: tarif(500) }, [2026, 2024], false)).toBe(
      '2024 : 500\u00a0F · 2026 : 500\u00a0F',
    );
  });
});

describe('a rate that begins within the year', () => {
  it('is shown after the one that the place inherits until then, and stored alone', () => {
    const stored = [
      { lieu: 1, depuis: null, tarif: 1_000 },
      { lieu: 2, depuis: '2026-07-01', tarif: 2_000 },
    ];
    const rates = resolve(read(...stored), LIEUX);
    expect(baremeText(rates.get(2)?.bareme ?? {}, [2026], false)).toBe(
      '2026 : 1\u202f000\u00a0F ; dès le 01/07 2\u202f000\u00a0F',
    );
    expect(written(...stored)).toEqual(stored);
  });

  it('is stored with the one before it where the place above has another one in between', () => {
    const stored = [
      { lieu: 1, depuis: null, tarif: 1_000 },
      { lieu: 1, depuis: '2026-04-01', tarif: 1_500 },
      { lieu: 2, depuis: null, tarif: 1_000 },
      { lieu: 2, depuis: '2026-07-01', tarif: 2_000 },
    ];
    expect(written(...stored)).toEqual(stored);
  });

  it('decides as before on every day after the wizard read and stored it, for any rates', () => {
    const days = [null, '2026-04-01', '2026-07-01', '2026-10-01'];
    const drawn = fc.uniqueArray(
      fc.record({
        lieu: fc.constantFrom(1, 2, 3),
        depuis: fc.constantFrom(...days),
        tarif: fc.option(fc.constantFrom(1_000, 1_500, 2_000)),
      }),
      { minLength: 1, maxLength: 8, selector: ({ lieu, depuis }) => `${lieu} ${depuis}` },
    );
    fc.assert(
      fc.property(drawn, (stored) => {
        const after = written(...stored);
        for (const { id } of LIEUX)
          for (const day of ['2026-01-01', '2026-05-01', '2026-07-01', '2026-12-31'])
            expect([id, day, inForce(after, id, day)]).toEqual([id, day, inForce(stored, id, day)]);
      }),
    );
  });

  it('is the only one of the next year, and the one before it that of an earlier year', () => {
    const raised = read(
      { lieu: 1, depuis: null, tarif: 1_000 },
      { lieu: 1, depuis: '2026-07-01', tarif: 1_500 },
    );
    const { general } = tarification(withAnnees(raised, [2025, 2026, 2027]));
    expect([general[2025], general[2027]]).toEqual([
      [{ libelle: '', tarif: 1_000 }],
      [{ libelle: '', tarif: 1_500 }],
    ]);
  });

  it('is added from the middle of the year on, then quarter by quarter, with the rates before it', () => {
    const once = avecDepuis([{ id: 4, libelle: 'Petit', tarif: 50 }], 2026);
    expect(once[1]).toEqual({ libelle: 'Petit', tarif: 50, depuis: '2026-07-01' });
    expect(avecDepuis(once, 2026).map(({ depuis }) => depuis)).toEqual([
      undefined,
      '2026-07-01',
      '2026-10-01',
    ]);
  });

  it('needs a day of its year, and another one than the rates beside it', () => {
    const faults = (...depuis: (string | undefined)[]) =>
      lignesFaults(
        depuis.map((day) => ({ libelle: '', tarif: 1, ...(day === undefined ? {} : { depuis: day }) })),
        false,
        2026,
      ).map((each) => each.depuis !== undefined);
    expect(faults(undefined, '2026-07-01')).toEqual([false, false]);
    expect(faults(undefined, '')).toEqual([false, true]);
    expect(faults(undefined, '2027-07-01')).toEqual([false, true]);
    expect(faults('2026-07-01', '2026-07-01')).toEqual([true, true]);
    expect(lignesFaults([{ ...EMPTY, exclue: true, depuis: '2026-07-01' }], false, 2026)).toEqual([{}]);
  });
});

describe('a rate under which no period begins', () => {
  const sans = (occurrences: number, ...days: (string | null)[]) => {
    const groupes = groupesDe(days.map((day) => ({ ...EMPTY, ...(day === null ? {} : { depuis: day }) })));
    return groupes.map((_, rank) => isSansPeriode(groupes, rank, 2026, occurrences));
  };

  it.each([
    ['yearly', 1, '2026-07-01', true],
    ['yearly, from the first day', 1, '2026-01-01', false],
    ['quarterly', 4, '2026-07-01', false],
    ['quarterly, after the last quarter began', 4, '2026-10-02', true],
    ['monthly', 12, '2026-12-01', false],
    ['daily, billed by month', 365, '2026-12-02', true],
  ])('bills nothing of its year: %s', (_, occurrences, day, expected) => {
    expect(sans(occurrences, null, day)).toEqual([day === '2026-01-01', expected]);
  });

  it('is found between two others, and of a place that has no earlier rate', () => {
    expect(sans(12, null, '2026-07-02', '2026-07-15')).toEqual([false, true, false]);
    expect(sans(1, '2026-07-01')).toEqual([true]);
    expect(sans(1, '')).toEqual([false]);
  });
});
