/** The only door to ECharts: what charts are made of, and no more of it. Fetched when a chart is first shown. */
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { formatNumber } from '@octroi/contract/money';
import type { ChartData, ChartKind } from './chart-data.ts';

register([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

type Option = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>;

export interface Drawing {
  draw: (data: ChartData, kind: ChartKind, stacked: boolean) => void;
  resize: () => void;
  /** The picture as it stands on screen, with its title and what it is of above it. */
  picture: (title: string, details: string) => HTMLCanvasElement;
  close: () => void;
}

const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });
const FONT = "'Inter Variable', Inter, system-ui, sans-serif";
const SERIES = 10;
/** Names stand aslant, so that none hides another; where even that has no room, they stand beside lying columns. */
const NAMES = { interval: 0, rotate: 35, width: 120, overflow: 'truncate' } as const;
const NAMES_BESIDE = { interval: 0, width: 112, overflow: 'truncate', fontSize: 11, lineHeight: 13 } as const;
/** Pixels from which names have room beneath their columns. */
const ROOM_FOR_NAMES = 560;
/** Pixels of the picture for one on screen. */
const DENSITY = 2;

/** Colours as the page's theme has them now. */
function themeOf(host: HTMLElement) {
  const style = getComputedStyle(host);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    colours: Array.from({ length: SERIES }, (_, index) => token(`--chart-${index + 1}`)),
    ink: token('--o-ink'),
    soft: token('--o-soft'),
    line: token('--o-line'),
    card: token('--o-card'),
    raised: token('--o-raised'),
  };
}

function seriesOf({ series }: ChartData, kind: ChartKind, stacked: boolean): Option['series'] {
  return series.map(({ nom, values, estimate }) => {
    const shared = { name: nom, data: [...values], ...(stacked && !estimate ? { stack: 'total' } : {}) };
    if (kind === 'colonnes' && !estimate) return { ...shared, type: 'bar', barMaxWidth: 44 };
    return {
      ...shared,
      type: 'line',
      showSymbol: values.length <= 31,
      symbolSize: 6,
      lineStyle: { width: 2, type: estimate ? 'dashed' : 'solid' },
      ...(stacked && !estimate ? { areaStyle: { opacity: 0.18 } } : {}),
    };
  });
}

/** Opens a chart in a place that has a size. */
export function openChart(host: HTMLElement): Drawing {
  const chart = init(host, undefined, { renderer: 'canvas' });
  let drawn: Parameters<Drawing['draw']> | undefined;
  let lying = false;
  const isNarrow = (): boolean => host.clientWidth < ROOM_FOR_NAMES;
  const drawing: Drawing = {
    draw(data, kind, stacked) {
      const { colours, ink, soft, line, raised } = themeOf(host);
      const several = data.series.length > 1;
      drawn = [data, kind, stacked];
      const lay = data.named === true && isNarrow();
      // columns that stand do not become columns that lie by drawing over them
      if (lay !== lying) chart.clear();
      lying = lay;
      const categories = {
        type: 'category' as const,
        data: [...data.categories],
        inverse: lying,
        boundaryGap: kind === 'colonnes',
        axisTick: { show: false },
        axisLine: { lineStyle: { color: line } },
        axisLabel: data.named
          ? { ...(lying ? NAMES_BESIDE : NAMES), color: soft }
          : { color: soft, hideOverlap: true },
      };
      const values = {
        type: 'value' as const,
        minInterval: 1,
        splitNumber: lying ? 3 : 5,
        splitLine: { lineStyle: { color: line } },
        axisLabel: { color: soft, hideOverlap: true, formatter: (value: number) => compact.format(value) },
      };
      const option: Option = {
        animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        animationDuration: 250,
        color: colours,
        textStyle: { fontFamily: FONT },
        grid: { left: 8, right: 12, top: several ? 44 : 16, bottom: 4, containLabel: true },
        legend: several
          ? {
              type: 'scroll',
              top: 4,
              left: 4,
              icon: 'roundRect',
              itemWidth: 12,
              itemHeight: 12,
              textStyle: { color: soft },
            }
          : { show: false },
        tooltip: {
          trigger: 'axis',
          confine: true,
          axisPointer: { type: kind === 'colonnes' ? 'shadow' : 'line' },
          backgroundColor: raised,
          borderColor: line,
          textStyle: { color: ink, fontFamily: FONT, fontSize: 13 },
          valueFormatter: (value) => (typeof value === 'number' ? formatNumber(value) : '–'),
        },
        ...(lying ? { xAxis: values, yAxis: categories } : { xAxis: categories, yAxis: values }),
        series: seriesOf(data, kind, stacked),
      };
      chart.setOption(option, { notMerge: true });
    },
    resize() {
      chart.resize();
      if (drawn?.[0].named && lying !== isNarrow()) drawing.draw(...drawn);
    },
    picture(title, details) {
      const { card, ink, soft } = themeOf(host);
      const drawn = chart.renderToCanvas({ pixelRatio: DENSITY, backgroundColor: card });
      const canvas = document.createElement('canvas');
      const head = (details ? 64 : 44) * DENSITY;
      canvas.width = drawn.width;
      canvas.height = drawn.height + head;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error("L'image n'a pas pu être dessinée.");
      pen.fillStyle = card;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = ink;
      pen.font = `600 ${15 * DENSITY}px ${FONT}`;
      pen.fillText(title, 12 * DENSITY, 28 * DENSITY, canvas.width - 24 * DENSITY);
      pen.fillStyle = soft;
      pen.font = `${13 * DENSITY}px ${FONT}`;
      pen.fillText(details, 12 * DENSITY, 50 * DENSITY, canvas.width - 24 * DENSITY);
      pen.drawImage(drawn, 0, head);
      return canvas;
    },
    close: () => chart.dispose(),
  };
  return drawing;
}
