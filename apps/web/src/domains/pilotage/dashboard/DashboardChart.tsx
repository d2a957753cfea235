import { showsAnything } from '@octroi/contract/platform/chart/chart';
import { dashboardChart } from '@octroi/contract/pilotage/charts/dashboard';
import { dashboardTitle } from '@octroi/contract/pilotage/classeurs/dashboard';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { useMemo } from 'react';
import { Chart } from '#src/ui/chart/Chart.tsx';
import { lieuOf } from '../lieu.ts';
import type { FigureScope } from '../use-figures.ts';

interface DashboardChartProps {
  data: Dashboard | undefined;
  scope: FigureScope;
}

/**
 * Planned and paid by sub-entity; hidden with a single sub-entity, or without amounts. Its room is kept while the figures
 * load.
 */
export function DashboardChart({ data, scope: { base, territory } }: DashboardChartProps) {
  const chart = useMemo(() => data && dashboardChart(data, base), [data, base]);
  if (chart && (chart.categories.length < 2 || !showsAnything(chart))) return null;
  const title = `Prévu et payé ${dashboardTitle(data?.details ?? [], lieuOf(territory)).toLowerCase()}`;
  return <Chart title={title} data={chart} kind="colonnes" />;
}
