import { expect, it } from 'vitest';
import { hueOfYear } from '../../platform/chart/hues.ts';
import type { Rythme } from '../rythme.ts';
import { rythmeChart } from './rythme.ts';

/** 100 a month until mid-November; the year before, 50 a month and 525 of its 600 by then. */
const rythme: Rythme = {
  annee: 2026,
  jour: '2026-11-15',
  encaisse: 1050,
  avant: 0,
  arrieres: 0,
  attendu: 2400,
  echu: 2200,
  precedent: { avant: 0, encaisse: 525, total: 600 },
  projection: { montant: 1200, methode: 'anneePrecedente' },
  mois: Array.from({ length: 12 }, (_, index) => ({
    date: String(index + 1),
    encaisse: index < 10 ? 100 : index === 10 ? 50 : null,
    cumul: index < 10 ? 100 * (index + 1) : index === 10 ? 1050 : null,
    exigible: 200,
    cumulExigible: 200 * (index + 1),
    precedent: 50,
    cumulPrecedent: 50 * (index + 1),
  })),
};

it('the projection starts at the current total and ends at the projected one', () => {
  const last = rythmeChart(rythme).series.at(-1);
  expect(last).toMatchObject({ nom: 'Projection', kind: 'estimate', hue: hueOfYear(2026) });
  expect(last?.values.slice(8)).toEqual([null, null, 1050, 1200]);
  const even: Rythme = {
    ...rythme,
    jour: '2026-06-30',
    projection: { montant: 3650, methode: 'proportionnelle' },
  };
  const halfway = {
    ...even,
    mois: even.mois.map((row, index) => (index > 5 ? { ...row, cumul: null } : row)),
  };
  expect(rythmeChart(halfway).series.at(-1)?.values.slice(4)).toEqual([
    null,
    600,
    2120,
    2430,
    2730,
    3040,
    3340,
    3650,
  ]);
  expect(rythmeChart({ ...rythme, projection: null }).series).toHaveLength(3);
});
