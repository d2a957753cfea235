/** The only file that uses ECharts, with just the parts needed. Loaded with the first chart. */
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
import type { ChartData, ChartKind, ChartSeries } from '@octroi/contract/platform/chart/chart';
import { HUES } from '@octroi/contract/platform/chart/hues';
import { tooltipOf } from './tooltip.ts';
import { twoLines } from './two-lines.ts';

register([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

type Option = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>;

export interface Drawing {
  draw: (data: ChartData, kind: ChartKind) => void;
  resize: () => void;
  /** The picture of the chart with title and criteria above it. */
  picture: (title: string, details: string) => HTMLCanvasElement;
  close: () => void;
}

const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });
const FONT = "'Inter Variable', Inter, system-ui, sans-serif";
/** Opacity of the previous period. */
const PALE = 0.4;
/**
 * Width of the name axis: share of the chart and maximum in pixels; a name longer than two lines is cut, and complete
 * in its tooltip.
 */
const NAMES = { part: 0.42, most: 320, size: 10.5, line: 10.5 };
/** Paper always uses light colours. */
const PAPER = matchMedia('print');
/** Picture pixels per screen pixel. */
const DENSITY = 2;

/** The current theme's colours. */
function themeOf(host: HTMLElement) {
  const style = getComputedStyle(host);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const dark = document.documentElement.dataset.mantineColorScheme === 'dark' && !PAPER.matches;
  return {
    hueOf: ({ hue }: ChartSeries): string => HUES[hue][dark ? 'dark' : 'light'],
    ink: token('--o-ink'),
    soft: token('--o-soft'),
    line: token('--o-line'),
    card: token('--o-card'),
    raised: token('--o-raised'),
  };
}
type Theme = ReturnType<typeof themeOf>;

function seriesOf({ series, stacked }: ChartData, form: ChartKind, theme: Theme): Option['series'] {
  return series.map((each) => {
    const { nom, values, kind } = each;
    const color = theme.hueOf(each);
    const part = stacked && kind === undefined;
    const opacity = kind === 'before' ? PALE : 1;
    // columns stack negative values below zero; a line must subtract them from the total
    const stackStrategy = form === 'courbe' ? ('all' as const) : ('samesign' as const);
    const stack = part ? { stack: 'total', stackStrategy } : {};
    const shared = { name: nom, color, data: [...values], ...stack };
    if (form === 'colonnes' && kind !== 'estimate')
      return {
        ...shared,
        type: 'bar',
        barMaxWidth: 44,
        barGap: '8%',
        // stacked parts are separated by a border, not by colour alone
        itemStyle: { opacity, ...(part ? { borderColor: theme.card, borderWidth: 0.5 } : {}) },
      };
    return {
      ...shared,
      type: 'line',
      showSymbol: values.length <= 31,
      symbolSize: 6,
      itemStyle: { opacity },
      lineStyle: { width: 2, opacity, type: kind === 'estimate' ? 'dashed' : 'solid' },
      ...(part ? { areaStyle: { opacity: 0.18 } } : {}),
    };
  });
}

const pen = document.createElement('canvas').getContext('2d');
function widthOfName(text: string): number {
  if (!pen) return 0;
  pen.font = `${NAMES.size}px ${FONT}`;
  return pen.measureText(text).width;
}

/** Names are on a vertical axis, so that they fit; time is on a horizontal one. */
function axesOf({ axis, categories }: ChartData, form: ChartKind, width: number, theme: Theme) {
  const lying = axis === 'names';
  const room = Math.min(NAMES.most, width * NAMES.part);
  const names = {
    interval: 0,
    fontSize: NAMES.size,
    lineHeight: NAMES.line,
    formatter: (name: string) => twoLines(name, room, widthOfName),
  } as const;
  const steps = {
    type: 'category' as const,
    data: [...categories],
    inverse: lying,
    boundaryGap: form === 'colonnes',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: theme.line } },
    axisLabel: { color: theme.soft, ...(lying ? names : { hideOverlap: true }) },
  };
  const values = {
    type: 'value' as const,
    minInterval: 1,
    splitNumber: lying && width < 560 ? 3 : 5,
    splitLine: { lineStyle: { color: theme.line } },
    axisLabel: { color: theme.soft, hideOverlap: true, formatter: (value: number) => compact.format(value) },
  };
  return lying ? { xAxis: values, yAxis: steps } : { xAxis: steps, yAxis: values };
}

function optionOf(data: ChartData, form: ChartKind, host: HTMLElement): Option {
  const theme = themeOf(host);
  const { ink, soft, line, raised } = theme;
  const several = data.series.length > 1;
  return {
    animation: !PAPER.matches && !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 250,
    textStyle: { fontFamily: FONT },
    grid: { left: 8, right: 16, top: several ? 44 : 16, bottom: 4, containLabel: true },
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
      axisPointer: { type: form === 'colonnes' ? 'shadow' : 'line' },
      backgroundColor: raised,
      borderColor: line,
      textStyle: { color: ink, fontFamily: FONT, fontSize: 13 },
      formatter: (items) => {
        const [item] = Array.isArray(items) ? items : [items];
        return item ? tooltipOf(data, item.dataIndex, theme.hueOf) : '';
      },
    },
    ...axesOf(data, form, host.clientWidth, theme),
    series: seriesOf(data, form, theme),
  };
}

/** Creates a chart in an element that has a size. */
export function openChart(host: HTMLElement): Drawing {
  const chart = init(host, undefined, { renderer: 'canvas' });
  let drawn: Parameters<Drawing['draw']> | undefined;
  const drawing: Drawing = {
    draw(data, form) {
      // switching between vertical and horizontal columns needs a cleared chart
      if (drawn && drawn[0].axis !== data.axis) chart.clear();
      drawn = [data, form];
      chart.setOption(optionOf(data, form, host), { notMerge: true });
      // printing does not wait for the next frame
      if (PAPER.matches) chart.getZr().flush();
    },
    resize() {
      chart.resize();
      // the name axis depends on the width
      if (drawn?.[0].axis === 'names') drawing.draw(...drawn);
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
    close() {
      PAPER.removeEventListener('change', again);
      chart.dispose();
    },
  };
  const again = (): void => {
    if (drawn) drawing.draw(...drawn);
  };
  PAPER.addEventListener('change', again);
  return drawing;
}
