/** The chart above the dashboard's table: what was planned and paid by sub-entity. */
import { type ChartData, largest, nonEmptySeries } from '../../platform/chart/chart.ts';
import { MONTANT_HUES } from '../../platform/chart/hues.ts';
import { DASHBOARD_HEADS, dashboardRows, dashboardText } from '../classeurs/dashboard.ts';
import type { Base, Dashboard } from '../figures.ts';

const [, PREVU, PAYE] = DASHBOARD_HEADS;

/** @param base decides the order: by amount due (`enrolement`) or by money received (`encaissement`) */
export function dashboardChart({ details }: Pick<Dashboard, 'details'>, base: Base): ChartData {
  const rows = dashboardRows(details).map((row) => ({
    nom: dashboardText(row),
    values: [row.prevu, row.paiement],
  }));
  const drawn = largest(rows, ([prevu = 0, paye = 0]) => (base === 'encaissement' ? paye : prevu));
  const series = [
    { nom: PREVU, hue: MONTANT_HUES.prevu, values: drawn.map(({ values: [prevu = 0] }) => prevu) },
    { nom: PAYE, hue: MONTANT_HUES.paye, values: drawn.map(({ values: [, paye = 0] }) => paye) },
  ];
  return {
    axis: 'names',
    categories: drawn.map(({ nom }) => nom),
    series: nonEmptySeries(series),
    stacked: false,
  };
}
