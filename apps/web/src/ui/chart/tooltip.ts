/** Tooltip of a category: its full name, each series, and the stack's total. */
import {
  type ChartData,
  type ChartSeries,
  presentOf,
  stackTotal,
} from '@octroi/contract/platform/chart/chart';
import { formatNumber } from '@octroi/contract/platform/values/money';
import classes from './Chart.module.css';

/** @param hueOf colour of a series in the current theme */
export function tooltipOf(
  data: ChartData,
  index: number,
  hueOf: (series: ChartSeries) => string,
): HTMLElement {
  const { titles = data.categories, stacked, series } = data;
  const tooltip = document.createElement('div');
  tooltip.className = classes.tooltip ?? '';
  const line = (label: string, value: number | null, mark?: ChartSeries): HTMLElement => {
    const row = element('div', '');
    const dot = element('i', '');
    if (mark) dot.style.background = hueOf(mark);
    if (mark?.kind === 'before') dot.style.opacity = '0.4';
    row.append(dot, element('span', label), element('b', value === null ? '–' : formatNumber(value)));
    return row;
  };
  const present = presentOf(data);
  // zero parts of a stack are left out
  const parts = stacked ? present.filter(({ values }) => values[index] !== 0) : present;
  const others = series.filter((each) => !present.includes(each));
  const lineOf = (each: ChartSeries): HTMLElement => line(each.nom, each.values[index] ?? null, each);
  tooltip.append(element('strong', titles[index] ?? ''), ...parts.map(lineOf));
  if (stacked && present.length > 1) {
    const total = line('Total', stackTotal(data, index));
    total.className = classes.whole ?? '';
    tooltip.append(total);
  }
  tooltip.append(...others.map(lineOf));
  return tooltip;
}

function element(name: 'div' | 'i' | 'span' | 'b' | 'strong', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
