import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Echec } from '../contribuables/fiche/compte.ts';
import type { FicheIndividuelle } from '../contribuables/fiche/fiche.ts';
import { exerciceVide, soldeOf } from '../contribuables/fiche/solde.ts';
import { avisDe, situationDe } from './avis.ts';
import { resteDe } from './reste.ts';

const JOUR = '2026-11-22';
const ANNEE = 2026;

let ids = 0;
const due = (given: Partial<Echec>): Echec => ({
  id: ++ids,
  annee: ANNEE,
  periode: 1,
  periodes: 1,
  base: 'Enseigne',
  precision: null,
  taxe: { id: 1, nom: 'Taxe' },
  montant: 0,
  paye: 0,
  exigibleLe: `${given.annee ?? ANNEE}-01-01`,
  ...given,
});
const quarters = (base: string, montant: number, paye: readonly number[]): Echec[] =>
  [1, 2, 3, 4].map((periode) =>
    due({
      base,
      periode,
      periodes: 4,
      montant,
      paye: paye[periode - 1] ?? 0,
      exigibleLe: `${ANNEE}-${String(periode * 3 - 2).padStart(2, '0')}-01`,
    }),
  );

function compteOf(echeances: readonly Echec[], avances: Readonly<Record<number, number>> = {}) {
  const annees = new Set([
    ANNEE,
    ...echeances.map(({ annee }) => annee),
    ...Object.keys(avances).map(Number),
  ]);
  const exercices = [...annees]
    .toSorted((a, b) => a - b)
    .map((annee) => {
      const own = echeances.filter((each) => each.annee === annee);
      const avance = avances[annee] ?? 0;
      const prevu = own.reduce((sum, { montant }) => sum + montant, 0);
      const paye = own.reduce((sum, each) => sum + each.paye, avance);
      return { ...exerciceVide(annee), prevu, paye, avance, restant: prevu - paye };
    });
  return {
    jour: JOUR,
    annee: ANNEE,
    exercices,
    echeances: [...echeances],
    attentes: [],
    solde: soldeOf(exercices, echeances, ANNEE, JOUR),
  };
}
const NONE: FicheIndividuelle['activites'] = [];

describe('a notice', () => {
  // a terrace at 8 500 and two stalls at 3 000 a quarter, a sign at 7 500 a year, 12 200 left from 2025
  const rows = [
    ...quarters('Terrasse', 8500, [8500, 5500]),
    ...quarters('Étal', 6000, [6000]),
    due({ montant: 7500, exigibleLe: '2026-12-01' }),
    due({ annee: 2025, montant: 61_000, paye: 48_800, exigibleLe: '2025-10-01' }),
    due({ annee: 2024, montant: 50_000, paye: 50_000 }),
  ];
  const avis = avisDe(compteOf(rows), NONE);

  it('lists each day and object once, with its paid, overdue and upcoming amounts', () => {
    const told = avis.echeances.map((each) => [
      each.jour,
      each.objet,
      each.montant,
      each.paye,
      each.reste,
      situationDe(each, JOUR).text,
    ]);
    expect(told).toEqual([
      ['2026-01-01', 'Étal, Terrasse : 1er trimestre 2026', 14_500, 14_500, 0, 'Payée'],
      ['2026-04-01', 'Étal, Terrasse : 2e trimestre 2026', 14_500, 5500, 9000, 'EN RETARD, 235 jours'],
      ['2026-07-01', 'Étal, Terrasse : 3e trimestre 2026', 14_500, 0, 14_500, 'EN RETARD, 144 jours'],
      ['2026-10-01', 'Étal, Terrasse : 4e trimestre 2026', 14_500, 0, 14_500, 'EN RETARD, 52 jours'],
      ['2026-12-01', 'Enseigne : année 2026', 7500, 0, 7500, 'À venir'],
    ]);
  });

  it('includes the unpaid amounts of other years, without paid years', () => {
    expect(avis.autres).toEqual([
      { annee: 2025, montant: 61_000, paye: 48_800, reste: 12_200, jour: '2025-10-01' },
    ]);
    expect(situationDe(avis.autres[0] as (typeof avis.autres)[0], JOUR).text).toBe('EN RETARD, 417 jours');
  });

  it('gives the overdue amounts by year, the next due amount, and the total', () => {
    expect(avis).toMatchObject({
      echu: [
        { annee: 2026, montant: 38_000 },
        { annee: 2025, montant: 12_200 },
      ],
      maintenant: 50_200,
      prochaine: { jour: '2026-12-01', montant: 7500 },
      plusTard: null,
      total: 57_700,
    });
  });

  it('deducts advances from the oldest échéances first', () => {
    const paidAhead = avisDe(compteOf(rows, { 2026: 52_000 }), NONE);
    expect(paidAhead).toMatchObject({
      avance: 52_000,
      maintenant: 0,
      prochaine: { jour: '2026-12-01', montant: 5700 },
      total: 5700,
    });
  });

  it('names a daily tax’s échéances by their month, and an échéance of today', () => {
    const monthly = [10, 11, 12].map((periode) =>
      due({ base: 'Étal', periode, periodes: 12, montant: 3100, exigibleLe: `2026-${periode}-01` }),
    );
    const told = avisDe(compteOf([...monthly, due({ montant: 5, exigibleLe: JOUR })]), NONE);
    expect(told.echeances.map((each) => [each.objet, situationDe(each, JOUR).text])).toEqual([
      ['Étal : octobre 2026', 'EN RETARD, 52 jours'],
      ['Étal : novembre 2026', 'EN RETARD, 21 jours'],
      ['Enseigne : année 2026', 'À payer ce jour'],
      ['Étal : décembre 2026', 'À venir'],
    ]);
  });
});

const sum = (rows: readonly { montant: number; paye: number; reste: number }[]) =>
  rows.reduce(
    (all, { montant, paye, reste }) => ({
      montant: all.montant + montant,
      paye: all.paye + paye,
      reste: all.reste + reste,
    }),
    { montant: 0, paye: 0, reste: 0 },
  );

const echeanceArbitrary = fc
  .record({
    annee: fc.integer({ min: 2023, max: 2027 }),
    month: fc.integer({ min: 1, max: 12 }),
    periodes: fc.constantFrom(1, 2, 4, 12),
    base: fc.constantFrom('Étal', 'Terrasse', 'Enseigne'),
    montant: fc.integer({ min: 0, max: 1_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ annee, month, montant, part, ...rest }) =>
    due({
      ...rest,
      annee,
      montant,
      paye: Math.floor(montant * part),
      periode: month,
      exigibleLe: `${annee}-${String(month).padStart(2, '0')}-01`,
    }),
  );

describe('whatever the history', () => {
  const histories = [
    fc.array(echeanceArbitrary, { maxLength: 60 }),
    fc.dictionary(fc.constantFrom('2024', '2026'), fc.integer({ min: 0, max: 3_000_000 })),
  ] as const;

  it('every row of a notice and all its sums add up', () => {
    fc.assert(
      fc.property(...histories, (echeances, avances) => {
        const compte = compteOf(echeances, avances);
        const avis = avisDe(compte, NONE);
        const rows = [...avis.echeances, ...avis.autres];
        for (const { montant, paye, reste } of rows) expect(montant - paye).toBe(reste);
        const year = echeances.filter(({ annee }) => annee === ANNEE);
        expect(sum(avis.echeances).montant).toBe(year.reduce((all, { montant }) => all + montant, 0));
        expect(Math.max(0, sum(rows).reste - avis.avance)).toBe(avis.total);
        expect(avis.total).toBe(compte.solde.aPayer);
        const toCome = (avis.prochaine?.montant ?? 0) + (avis.plusTard?.montant ?? 0);
        expect(avis.maintenant + toCome).toBe(avis.total);
        const overdue = avis.echu.reduce((all, { montant }) => all + montant, 0);
        expect(avis.maintenant).toBe(Math.max(0, overdue - avis.avance));
        for (const each of [avis.prochaine, avis.plusTard]) if (each) expect(each.montant).toBeGreaterThan(0);
      }),
    );
  });

  it('the amount left on a receipt is the account’s total', () => {
    fc.assert(
      fc.property(...histories, (echeances, avances) => {
        const compte = compteOf(echeances, avances);
        const { restes, avance, total } = resteDe(compte);
        const left = restes.reduce((all, { montant }) => all + montant, 0);
        expect(total).toBe(Math.max(0, left - avance));
        expect(total).toBe(compte.solde.aPayer);
      }),
    );
  });
});
