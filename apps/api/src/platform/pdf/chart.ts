/**
 * A chart on paper, in vectors. The contract prepares its data, as for the screen; totals are written out, since paper
 * has no tooltips. Distances in points from the top of an A4 page.
 */
import {
  type ChartData,
  type ChartKind,
  type ChartSeries,
  presentOf,
  stackTotal,
} from '@octroi/contract/platform/chart/chart';
import { HUES } from '@octroi/contract/platform/chart/hues';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { type Frame, frameOf } from './chart-frame.ts';
import type { PdfDocument, Structure } from './document.ts';
import { type Color, colorOf, fillRectangle, INK, strokeLines } from './operators.ts';

export interface DrawnChart {
  data: ChartData;
  form: ChartKind;
  /** Alternative text for screen readers. */
  alt: string;
}

const SIZE = 7;
const LEGEND = { mark: 7, gap: 16, line: 12 };
/** Gaps between two bars of a category, and between two categories. */
const BAR = { height: 7, between: 1, apart: 5 };
const NAMES = { part: 0.32, gap: 6 };
const COLUMNS = { height: 150, widest: 26, filled: 0.72 };
const LINE_WIDTH = 1.6;
const PALE = 0.4;

/** The colour of a series on paper; a former period is as pale as on screen. */
function inkOf({ hue, kind }: ChartSeries): Color {
  const colour = colorOf(HUES[hue].light);
  const mixed = (part: number): number => 1 - PALE * (1 - part);
  const [red, green, blue] = colour;
  return kind === 'before' ? [mixed(red), mixed(green), mixed(blue)] : colour;
}

/** The bars of a category: a stack is one bar, each other series is another. */
interface Bar {
  parts: readonly ChartSeries[];
}
function barsOf({ series, stacked }: ChartData): Bar[] {
  const drawn = series.filter(({ kind }) => kind !== 'estimate');
  if (!stacked) return drawn.map((each) => ({ parts: [each] }));
  const others = drawn.filter(({ kind }) => kind === 'before').map((each) => ({ parts: [each] }));
  return [{ parts: presentOf({ series }) }, ...others];
}

/** Start and end of each part of a bar; negative parts are stacked below zero. */
function spansOf({ parts }: Bar, index: number): { series: ChartSeries; from: number; to: number }[] {
  let [above, below] = [0, 0];
  return parts.flatMap((series) => {
    const value = series.values[index] ?? 0;
    if (value === 0) return [];
    const from = value > 0 ? above : below;
    if (value > 0) above += value;
    else below += value;
    return [{ series, from, to: from + value }];
  });
}

const valueOf = ({ parts }: Bar, index: number): number | null =>
  stackTotal({ series: parts.map(asPresent) }, index);
const asPresent = ({ nom, hue, values }: ChartSeries): ChartSeries => ({ nom, hue, values });

/** The lowest and highest value drawn, including zero. */
function boundsOf(data: ChartData, form: ChartKind): [number, number] {
  const values =
    form === 'courbe'
      ? data.series.flatMap(({ values }) => values.map((value) => value ?? 0))
      : barsOf(data).flatMap((bar) =>
          data.categories.flatMap((_, index) => spansOf(bar, index).map(({ to }) => to)),
        );
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [0, 0],
  );
}

/** @returns position of what follows */
export function drawChart(document: PdfDocument, parent: Structure, chart: DrawnChart, y: number): number {
  let end = y;
  document.part(
    parent,
    'Figure',
    () => {
      const top = y + drawLegend(document, chart.data, y);
      const bounds = boundsOf(chart.data, chart.form);
      if (chart.data.axis === 'names') end = drawNames(document, chart.data, bounds, top);
      else end = drawSteps(document, chart, bounds, top);
    },
    { alt: chart.alt },
  );
  return end + 10 * document.unit;
}

/** Draws the legend, if there are several series. @returns its height */
function drawLegend(document: PdfDocument, { series }: ChartData, y: number): number {
  if (series.length < 2) return 0;
  const { unit, left, contentWidth, height } = document;
  const size = SIZE * unit;
  const mark = LEGEND.mark * unit;
  let [x, line] = [left, 0];
  for (const each of series) {
    const width = mark + 4 * unit + document.widthOf(each.nom, size);
    if (x > left && x + width > left + contentWidth) [x, line] = [left, line + 1];
    const top = y + line * LEGEND.line * unit;
    // an estimate is drawn as a line
    const high = each.kind === 'estimate' ? mark / 4 : mark;
    document.content(fillRectangle(x, height - top - (mark + high) / 2 - unit, mark, high, inkOf(each)));
    document.text(each.nom, x + mark + 4 * unit, top, { size, color: INK.muted });
    x += width + LEGEND.gap * unit;
  }
  return (line + 1) * LEGEND.line * unit + 4 * unit;
}

/** Draws horizontal bars with names on the left and values on the right. @returns their end */
function drawNames(
  document: PdfDocument,
  data: ChartData,
  bounds: readonly [number, number],
  top: number,
): number {
  const { unit, left, contentWidth, height } = document;
  const bars = barsOf(data);
  const [thick, size] = [BAR.height * unit, SIZE * unit];
  const pitch = (bars.length * (BAR.height + BAR.between) + BAR.apart) * unit;
  const names = contentWidth * NAMES.part;
  const room = document.widthOf(formatNumber(-Math.max(...bounds.map(Math.abs))), size) + 6 * unit;
  const frame: Frame = frameOf(bounds, {
    from: left + names + NAMES.gap * unit,
    to: left + contentWidth - room,
  });
  const end = top + data.categories.length * pitch;
  document.lines([[frame.at(0), top, frame.at(0), end]], { thickness: 0.4 });
  data.categories.forEach((nom, index) => {
    const row = top + index * pitch + (BAR.apart * unit) / 2;
    const middle = row + (bars.length * (BAR.height + BAR.between) * unit - size * 1.3) / 2;
    document.text(nom, left, middle, { size, width: names, align: 'right' });
    bars.forEach((bar, rank) => {
      const barTop = row + rank * (BAR.height + BAR.between) * unit;
      let reach = frame.at(0);
      for (const { series, from, to } of spansOf(bar, index)) {
        const [start, stop] = [frame.at(Math.min(from, to)), frame.at(Math.max(from, to))];
        reach = Math.max(reach, stop);
        document.content(fillRectangle(start, height - barTop - thick, stop - start, thick, inkOf(series)));
      }
      const value = valueOf(bar, index);
      if (value !== null)
        document.text(formatNumber(value), reach + 3 * unit, barTop - 0.8 * unit, {
          size: (SIZE - 0.5) * unit,
          color: bar.parts[0]?.kind === 'before' ? INK.muted : INK.text,
        });
    });
  });
  return end;
}

/** Draws columns or lines over steps of time, with a scale on the left. @returns their end */
function drawSteps(
  document: PdfDocument,
  { data, form }: DrawnChart,
  bounds: readonly [number, number],
  top: number,
): number {
  const { unit, left, contentWidth } = document;
  const size = SIZE * unit;
  const bottom = top + COLUMNS.height * unit;
  const frame = frameOf(bounds, { from: bottom, to: top + 4 * unit });
  const scale = Math.max(...frame.ticks.map(({ text }) => document.widthOf(text, size))) + 6 * unit;
  const [start, width] = [left + scale, contentWidth - scale];
  document.rules(
    start,
    width,
    frame.ticks.map(({ at }) => at),
    0.4,
  );
  for (const { at, text } of frame.ticks)
    document.text(text, left, at - size * 0.6, {
      size,
      width: scale - 6 * unit,
      align: 'right',
      color: INK.muted,
    });
  const pitch = width / Math.max(1, data.categories.length);
  if (form === 'courbe') drawLines(document, data, frame, start, pitch);
  else drawColumns(document, data, frame, start, pitch);
  drawStepNames(document, data, start, pitch, bottom + 3 * unit);
  return bottom + 3 * unit + size * 1.4;
}

function drawColumns(
  document: PdfDocument,
  data: ChartData,
  frame: Frame,
  start: number,
  pitch: number,
): void {
  const { unit, height } = document;
  const bars = barsOf(data);
  const wide = Math.min(COLUMNS.widest * unit, (pitch * COLUMNS.filled) / bars.length);
  data.categories.forEach((_, index) => {
    const first = start + index * pitch + (pitch - bars.length * wide) / 2;
    bars.forEach((bar, rank) => {
      for (const { series, from, to } of spansOf(bar, index)) {
        const [high, low] = [frame.at(Math.max(from, to)), frame.at(Math.min(from, to))];
        document.content(
          fillRectangle(first + rank * wide, height - low, wide * 0.94, low - high, inkOf(series)),
        );
      }
    });
  });
}

function drawLines(
  document: PdfDocument,
  { series }: ChartData,
  frame: Frame,
  start: number,
  pitch: number,
): void {
  const { height, unit } = document;
  for (const each of series) {
    const points = each.values.map((value, index) =>
      value === null ? null : ([start + (index + 0.5) * pitch, height - frame.at(value)] as const),
    );
    const joined = points.slice(1).flatMap((point, index) => {
      const former = points[index];
      return point && former ? [[...former, ...point] as [number, number, number, number]] : [];
    });
    const dash = each.kind === 'estimate' ? [4 * unit, 3 * unit] : [];
    if (joined.length > 0) document.content(strokeLines(joined, LINE_WIDTH * unit, dash, inkOf(each)));
    for (const point of points)
      if (point && each.kind !== 'estimate')
        document.content(fillRectangle(point[0] - 1.5, point[1] - 1.5, 3, 3, inkOf(each)));
  }
}

/** Names as many steps as fit without overlap. */
function drawStepNames(
  document: PdfDocument,
  { categories }: ChartData,
  start: number,
  pitch: number,
  y: number,
): void {
  const size = SIZE * document.unit;
  const widest = Math.max(0, ...categories.map((text) => document.widthOf(text, size))) + 6 * document.unit;
  const every = Math.max(1, Math.ceil(widest / pitch));
  categories.forEach((text, index) => {
    if (index % every !== 0) return;
    const width = every * pitch;
    const x = start + (index + 0.5) * pitch - width / 2;
    document.text(text, x, y, { size, width, align: 'center', color: INK.muted });
  });
}
