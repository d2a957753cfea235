import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bareme,
  baremeDe,
  baremeFault,
  exempleText,
  FORFAIT,
  montantAffiche,
  montantDePeriode,
  prixDemesure,
  quantiteFault,
  seuilsFault,
} from './bareme.ts';

const par = (tarif: number, more: Partial<Bareme> = {}): Bareme => ({
  ...FORFAIT,
  tarif,
  parUnite: true,
  ...more,
});

describe('the rate of a tranche', () => {
  const tranche = (seuil: number, tarif: number, parUnite = false) => ({
    libelle: `Dès ${seuil}`,
    tarif,
    parUnite,
    seuil,
  });
  const owed = (precisions: ReturnType<typeof tranche>[], quantite: number): number | null => {
    const bareme = baremeDe({ ...FORFAIT, tarif: null, precisions }, 'Dès 9', quantite);
    return bareme ? montantAffiche(bareme, quantite) : null;
  };

  it('is that of the last threshold that the quantity reaches', () => {
    const CV = [tranche(0, 7_000), tranche(9, 10_000), tranche(16, 20_000), tranche(21, 30_000)];
    expect([8, 8.99, 9, 15, 16, 21, 400].map((cv) => owed(CV, cv))).toEqual([
      7_000, 7_000, 10_000, 10_000, 20_000, 30_000, 30_000,
    ]);
    expect(owed([tranche(10, 500), tranche(20, 30, true)], 25)).toBe(750);
  });

  it('is nothing below the first threshold, and unknown without a quantity', () => {
    expect(owed([tranche(10, 500)], 9.99)).toBe(0);
    const rate = { ...FORFAIT, tarif: null, precisions: [tranche(0, 500)] };
    expect(baremeDe(rate, null, null)).toBeUndefined();
  });

  it.each<[string, (number | null)[], boolean]>([
    ['none', [null, null], true],
    ['growing ones', [0, 9, 16], true],
    ['equal ones', [0, 9, 9], false],
    ['falling ones', [9, 0], false],
    ['some only', [0, null], false],
  ])('needs thresholds for all, each above the one before: %s', (_what, seuils, sound) => {
    expect(seuilsFault(seuils.map((seuil) => ({ seuil }))) === undefined).toBe(sound);
  });
});

describe('the price of a quantity', () => {
  it.each<[string, Bareme, number, number]>([
    ['3,5 m² of public ground', par(5_000), 3.5, 17_500],
    ['seven persons', par(1_500), 7, 10_500],
    ['the franchise alone', par(500, { franchise: 10 }), 10, 0],
    ['a hundredth beyond the franchise', par(500, { franchise: 10 }), 10.01, 5],
    ['60 m² beyond 10', par(500, { franchise: 10 }), 60, 25_000],
    ['below the minimum', par(300, { minimum: 2_000, maximum: 50_000 }), 4, 2_000],
    ['between the bounds', par(300, { minimum: 2_000, maximum: 50_000 }), 100, 30_000],
    ['above the maximum', par(300, { minimum: 2_000, maximum: 50_000 }), 400, 50_000],
    ['no minimum on nothing', par(500, { franchise: 10, minimum: 2_000 }), 10, 0],
    ['the minimum on something', par(500, { franchise: 10, minimum: 2_000 }), 11, 2_000],
    ['a half upwards', par(25, { arrondi: 25 }), 0.5, 25],
    ['a rate for the line', { ...FORFAIT, tarif: 7_000 }, 3, 7_000],
  ])('is that of the rule: %s', (_what, bareme, quantite, montant) => {
    expect(montantAffiche(bareme, quantite)).toBe(montant);
  });

  it('multiplies the days of the month, then rounds once', () => {
    const april = { occurrences: 365, annee: 2026, periode: 4 };
    expect(montantDePeriode(par(600), 2, april)).toBe(36_000);
    expect(montantDePeriode(par(15), 3.35, april)).toBe(1_508);
    expect(montantDePeriode(par(100), 1, { ...april, annee: 2024, periode: 2 })).toBe(2_900);
  });

  it('makes the months of a year exactly its periods, for any quantity and rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 13, max: 364 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(1, 5, 25, 1000),
        fc.integer({ min: 1, max: 5_000_000 }),
        (occurrences, tarif, arrondi, hundredths) => {
          const quantite = hundredths / 100;
          const months = Array.from({ length: 12 }, (_, month) =>
            BigInt(
              montantDePeriode(par(tarif, { arrondi }), quantite, {
                occurrences,
                annee: 2026,
                periode: month + 1,
              }) ?? 0,
            ),
          );
          const year = BigInt(tarif) * BigInt(hundredths) * BigInt(occurrences);
          const step = BigInt(arrondi);
          const rounded = ((2n * year + 100n * step) / (200n * step)) * step;
          expect(months.reduce((sum, month) => sum + month, 0n)).toBe(rounded);
        },
      ),
    );
  });

  it('is unknown while the quantity is, and only where it counts', () => {
    expect(montantAffiche(par(500), null)).toBeNull();
    expect(montantAffiche({ ...FORFAIT, tarif: 500 }, null)).toBe(500);
  });

  it('is refused beyond 1 000 milliards', () => {
    expect(prixDemesure(par(1_000_000), 1_000_000)).toBe(false);
    expect(prixDemesure(par(1_000_000), 1_000_000.01)).toBe(true);
  });
});

describe('a quantity', () => {
  const unite = { unite: 'm²', uniteDecimales: 2 };
  it.each([0, -1, 1.234, Number.NaN, Number.POSITIVE_INFINITY, 1e9, null])('of %s is refused', (quantite) => {
    expect(quantiteFault(quantite, unite)).toBeTypeOf('string');
  });
  it('has the decimals of its unit, and none where the base is counted by piece', () => {
    expect(quantiteFault(3.55, unite)).toBeUndefined();
    expect(quantiteFault(3.5, { ...unite, uniteDecimales: 0 })).toContain('nombre entier');
    expect(quantiteFault(3.55, { ...unite, uniteDecimales: 1 })).toContain('1 décimale au plus');
    expect(quantiteFault(null, null)).toBeUndefined();
    expect(quantiteFault(2, null)).toContain('à la pièce');
  });
  it('is written with spaces and a comma', () => {
    expect(exempleText(par(5_000), 3.5, 'm²')).toBe('3,5\u00a0m² → 17\u202f500\u00a0F\u00a0CFA');
    expect(exempleText(par(500, { franchise: 10 }), 5, 'm²')).toBe('5\u00a0m² → rien à payer');
  });
});

it.each<[string, Partial<Bareme>, string]>([
  ['a franchise', { franchise: 10 }, 'franchise'],
  ['a minimum', { minimum: 10 }, 'minimum'],
  ['a maximum', { maximum: 10 }, 'maximum'],
  ['a rounding', { arrondi: 25 }, 'arrondi'],
])('%s goes with a rate by the unit', (_what, rules, field) => {
  expect(baremeFault({ ...FORFAIT, ...rules })?.field).toBe(field);
  expect(baremeFault({ ...FORFAIT, ...rules, parUnite: true })).toBeUndefined();
});
