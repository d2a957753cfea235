import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChartData, presentOf } from '../../platform/chart/chart.ts';
import { MOYEN_HUES } from '../../platform/chart/hues.ts';
import { MOYEN_KEYS } from '../moyens.ts';
import { tranchesOf } from '../pas.ts';
import { dashboardChart } from './dashboard.ts';
import { PERIODE_PRECEDENTE, statistiqueChart } from './statistique.ts';

const TODAY = '2026-11-22';
const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const wholeOf = (chart: ChartData): number => sum(presentOf(chart).flatMap(({ values }) => values));
const beforeOf = (chart: ChartData) => chart.series.find(({ kind }) => kind === 'before');

/** A row by date, with its values. */
const dated = (
  from: string,
  to: string,
  pas: 'jour' | 'semaine' | 'mois',
  figures: (index: number) => object,
) => ({
  data: tranchesOf({ from, to }, pas).map((row, index) => ({ ...row, ...figures(index) })),
  totaux: {},
  pas,
});
const taxes = (totals: Record<string, number>) => ({
  data: Object.entries(totals).map(([taxe, total], index) => ({ ids: [index], taxe, total })),
  totaux: {},
  pas: null,
});

describe('the chart of a table of statistics', () => {
  it('has every interval, with the year if there are several', () => {
    const axis = (from: string, to: string, pas: 'jour' | 'semaine' | 'mois') =>
      statistiqueChart(
        'recouvrement-agent',
        dated(from, to, pas, () => ({ total: 1 })),
        { today: TODAY },
      );
    expect(axis('2026-11-16', '2026-11-18', 'jour').categories).toEqual(['16/11', '17/11', '18/11']);
    expect(axis('2025-12-29', '2026-01-12', 'semaine').categories).toEqual([
      '29/12/25',
      '05/01/26',
      '12/01/26',
    ]);
    expect(axis('2025-12-01', '2026-01-31', 'mois').categories).toEqual(['Déc. 25', 'Janv. 26']);
    expect(axis('2025-12-01', '2026-01-31', 'mois').titles).toEqual(['Décembre 2025', 'Janvier 2026']);
  });

  it('has no value for future months, and a zero for months without data', () => {
    const reply = dated('2026-01-01', '2026-12-31', 'mois', (index) => ({
      total: index === 4 ? 0 : index > 10 ? 0 : 7,
    }));
    const [series] = statistiqueChart('recouvrement-sous-entite', reply, { today: TODAY }).series;
    expect(series?.values).toEqual([7, 7, 7, 7, 0, 7, 7, 7, 7, 7, 7, null]);
  });

  it('stacks each status in its colour, up to the total', () => {
    const reply = dated('2026-11-01', '2026-11-02', 'jour', () => ({ total: 10, corrige: 2, valide: 5 }));
    const chart = statistiqueChart('recensement-sous-entite', reply, { today: TODAY });
    expect(chart.stacked).toBe(true);
    expect(chart.series.map(({ nom, hue, values }) => [nom, hue, values])).toEqual([
      ['Enrolé', 'blue', [3, 3]],
      ['Corrigé', 'orange', [2, 2]],
      ['Validé', 'green', [5, 5]],
    ]);
  });

  it('draws the previous period pale beside the current one, interval by interval', () => {
    const month = (from: string, to: string, total: number) =>
      dated(from, to, 'jour', () => ({ total, corrige: 0, valide: total }));
    const chart = statistiqueChart('recensement-agent', month('2026-11-01', '2026-11-03', 5), {
      today: TODAY,
      before: month('2026-10-01', '2026-10-02', 4),
    });
    expect(beforeOf(chart)).toEqual({
      nom: PERIODE_PRECEDENTE,
      hue: 'slate',
      values: [4, 4, null],
      kind: 'before',
    });
    expect(wholeOf(chart)).toBe(15);
  });

  it('compares a tax with its previous period, and shows a tax without current revenue', () => {
    const chart = statistiqueChart('recouvrement-activite', taxes({ Terrasse: 7, Boutique: 9 }), {
      today: TODAY,
      before: taxes({ Boutique: 1, Marché: 3 }),
    });
    expect(chart.axis).toBe('names');
    expect(chart.categories).toEqual(['Boutique', 'Terrasse', 'Marché']);
    expect(chart.series.map(({ values }) => values)).toEqual([
      [9, 7, 0],
      [1, 0, 3],
    ]);
  });

  it('keeps places with equal names apart', () => {
    const place = (id: number, total: number) => ({
      id,
      type: 'ramification',
      nom: 'Zone 1',
      direct: false,
      total,
    });
    const reply = { data: [place(3, 10), place(4, 20)], totaux: {}, pas: null };
    const chart = statistiqueChart('recouvrement-lieux', reply, { today: TODAY });
    expect(chart.categories).toEqual(['Zone 1', 'Zone 1']);
    expect(chart.series[0]?.values).toEqual([20, 10]);
  });

  it('gives a method a fixed colour, and adds up to the total, refunds included', () => {
    const amount = fc.integer({ min: 0, max: 1e9 });
    const row = fc.record({
      ...Object.fromEntries(MOYEN_KEYS.map((id) => [id, amount])),
      autres: amount,
      remboursements: amount.map((value) => (value === 0 ? 0 : -value)),
    }) as fc.Arbitrary<Record<string, number>>;
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...MOYEN_KEYS),
        (rows, unused) => {
          const data = tranchesOf({ from: '2026-12-01', to: '2026-12-31' }, 'jour')
            .slice(0, rows.length)
            .map((day, index) => ({ ...day, ...rows[index], [unused]: 0 }));
          const chart = statistiqueChart(
            'recouvrement-moyen-paiement',
            { data, totaux: {}, pas: 'jour' },
            { today: TODAY },
          );
          const figures = rows.map((each) => ({ ...each, [unused]: 0 }));
          expect(wholeOf(chart)).toBe(sum(figures.flatMap((each) => Object.values(each))));
          for (const { nom, hue } of chart.series)
            if (nom === 'Moov Money') expect(hue).toBe(MOYEN_HUES.moov);
        },
      ),
    );
  });

  it('adds up to the totals of both periods for any names', () => {
    const totals = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.integer({ min: -1e9, max: 1e12 }),
      {
        maxKeys: 70,
      },
    );
    fc.assert(
      fc.property(totals, totals, (now, former) => {
        const chart = statistiqueChart('recouvrement-activite', taxes(now), {
          today: TODAY,
          before: taxes(former),
        });
        expect(wholeOf(chart)).toBe(sum(Object.values(now)));
        expect(sum(beforeOf(chart)?.values ?? [])).toBe(sum(Object.values(former)));
      }),
    );
  });
});

it('the dashboard’s chart draws what was planned and paid, the largest of its base first', () => {
  const detail = (id: number, prevu: number, paiement: number, direct = false) =>
    ({
      id,
      type: 'ramification',
      nom: `Quartier ${id}`,
      contribuables: 0,
      prevu,
      paiement,
      restant: prevu - paiement,
      agent: 0,
      enabled: true,
      direct,
    }) as const;
  const details = [detail(1, 10, 2), detail(2, 5, 4), detail(3, 0, 0, true)];
  const chart = dashboardChart({ details }, 'enrolement');
  expect(chart.categories).toEqual(['Quartier 1', 'Quartier 2']);
  expect(chart.series.map(({ nom, hue, values }) => [nom, hue, values])).toEqual([
    ['Prévu', 'slate', [10, 5]],
    ['Payé', 'teal', [2, 4]],
  ]);
  expect(dashboardChart({ details }, 'encaissement').categories).toEqual(['Quartier 2', 'Quartier 1']);
});
