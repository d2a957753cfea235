/** Golden cases of the rules of calculation, with figures worked by hand. */
import { describe, expect, it } from 'vitest';
import { Ledger, type Echeance } from './load/ledger.ts';
import { debutPeriode, periodOfMonth } from './load/rates.ts';

let lastId = 0;
const due = (annee: number, periode: number, montant: number): Echeance => ({
  id: ++lastId,
  enrollementId: 1,
  taxeId: 1,
  annee,
  periode,
  montant,
  exigibleLe: `${annee}-01-01`,
  precision: null,
  uniqueFois: false,
  paye: 0,
  createdAt: 0,
});
const shown = (ledger: Ledger) =>
  ledger.imputations
    .filter(({ montant }) => montant !== 0)
    .map(({ transactionId, annee, echeance, montant }) => [
      transactionId,
      annee,
      echeance?.periode ?? null,
      montant,
    ]);

describe('a payment', () => {
  it('goes to the oldest unpaid échéance first, across years', () => {
    const ledger = new Ledger();
    ledger.add([due(2026, 1, 3000), due(2025, 1, 2000), due(2026, 2, 3000)], 0);
    ledger.pay(1, 4000, 2026, 1);
    ledger.pay(2, 2500, 2026, 2);
    expect(shown(ledger)).toEqual([
      [1, 2025, 1, 2000],
      [1, 2026, 1, 2000],
      [2, 2026, 1, 1000],
      [2, 2026, 2, 1500],
    ]);
    expect(ledger.outstanding()).toBe(1500);
  });

  it('leaves an advance in its own year, which pays the next échéances', () => {
    const ledger = new Ledger();
    ledger.add([due(2025, 1, 2000)], 0);
    ledger.pay(1, 7000, 2025, 1);
    expect(shown(ledger)).toEqual([
      [1, 2025, 1, 2000],
      [1, 2025, null, 5000],
    ]);
    ledger.add([due(2026, 1, 3000)], 2);
    expect(shown(ledger)).toEqual([
      [1, 2025, 1, 2000],
      [1, 2025, null, 2000],
      [1, 2026, 1, 3000],
    ]);
    ledger.add([due(2026, 2, 3000)], 3);
    expect(shown(ledger)).toEqual([
      [1, 2025, 1, 2000],
      [1, 2026, 1, 3000],
      [1, 2026, 2, 2000],
    ]);
    expect(ledger.outstanding()).toBe(1000);
    expect(ledger.imputations.filter(({ montant }) => montant > 0).map(({ avance }) => avance)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('a refund', () => {
  it('takes back advances, then the latest imputations', () => {
    const ledger = new Ledger();
    ledger.add([due(2026, 1, 3000), due(2026, 2, 3000)], 0);
    ledger.pay(1, 4000, 2026, 1);
    ledger.pay(2, 3000, 2026, 2);
    ledger.refund(3, 3500, 3);
    expect(shown(ledger).slice(-3)).toEqual([
      [3, 2026, null, -1000],
      [3, 2026, 2, -2000],
      [3, 2026, 2, -500],
    ]);
    expect(ledger.echeances.map(({ paye }) => paye)).toEqual([3000, 500]);
    expect(ledger.outstanding()).toBe(2500);
  });

  it('never gives back more than was paid', () => {
    const ledger = new Ledger();
    ledger.add([due(2026, 1, 3000)], 0);
    ledger.pay(1, 1000, 2026, 1);
    expect(() => ledger.refund(2, 1001, 2)).toThrow();
  });
});

describe('a period', () => {
  it('is the one that contains the month', () => {
    expect([1, 4, 11].map((month) => periodOfMonth(month, 4))).toEqual([1, 2, 4]);
    expect([6, 7].map((month) => periodOfMonth(month, 2))).toEqual([1, 2]);
    expect([1, 12].map((month) => periodOfMonth(month, 365))).toEqual([1, 12]);
    expect(periodOfMonth(12, 1)).toBe(1);
  });

  it('falls due on its first day', () => {
    expect(debutPeriode(2026, 1, 1)).toBe('2026-01-01');
    expect(debutPeriode(2026, 4, 4)).toBe('2026-10-01');
    expect(debutPeriode(2026, 12, 365)).toBe('2026-12-01');
  });
});
