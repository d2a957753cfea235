/** With which power of the number of taxpayers each measure grows, from what `npm run bench` wrote of two volumes. */
import type { FreshResult } from './fresh.ts';
import type { Timing } from './measure.ts';
import { total } from './processes.ts';

/** What of a result file tells how a volume does. */
export interface Measured {
  contribuables: number;
  /** Bytes: of the database on disk, and of the server in memory at most. */
  octets?: number;
  peak?: number;
  fresh: readonly FreshResult[];
  results: readonly ({ name: string } & Timing)[];
}

export interface Growth {
  name: string;
  unit: string;
  small: number;
  large: number;
  /** 0: no matter how many there are; 1: as much more as there are more. */
  power: number;
}

/** One cost a measure: less is better in all of them. */
function costsOf({ octets, peak, fresh, results }: Measured): Map<string, { unit: string; cost: number }> {
  const costs = new Map<string, { unit: string; cost: number }>();
  for (const { name, clients, beside, octroi } of fresh)
    if (clients === 1 && !beside)
      costs.set(`neuf : ${name}`, { unit: 'ms de calcul', cost: total(octroi.cpu) });
  for (const { name, p50, perSecond } of results) {
    if (name.endsWith(', lignes'))
      costs.set(name.replace(/, lignes$/, ', par ligne'), { unit: 'µs', cost: 1e6 / perSecond });
    // what is kept costs the same whatever it is the answer of
    else if (!/clients|gardée/.test(name)) costs.set(name, { unit: 'ms', cost: p50 });
  }
  if (peak) costs.set('mémoire du serveur', { unit: 'Mio', cost: peak / 2 ** 20 });
  if (octets) costs.set('base sur le disque', { unit: 'Mio', cost: octets / 2 ** 20 });
  return costs;
}

/** The measures that both volumes have, the steepest first. */
export function growthOf(small: Measured, large: Measured): Growth[] {
  const ratio = Math.log(large.contribuables / small.contribuables);
  const [before, after] = [costsOf(small), costsOf(large)];
  return [...after]
    .flatMap(([name, { unit, cost }]) => {
      const other = before.get(name)?.cost;
      return other && other > 0 && cost > 0
        ? [{ name, unit, small: other, large: cost, power: Math.log(cost / other) / ratio }]
        : [];
    })
    .toSorted((a, b) => b.power - a.power);
}

const number = (value: number, digits: number): string => value.toFixed(digits).replace('.', ',');
const figure = (value: number): string => number(value, value < 100 ? 1 : 0);

/** As Markdown. @param volumes numbers of taxpayers, in words */
export function growthTable(growths: readonly Growth[], volumes: readonly string[]): string {
  const rows = growths.map(
    ({ name, unit, small, large, power }) =>
      `| ${name} (${unit}) | ${figure(small)} | ${figure(large)} | ${number(power, 2)} |`,
  );
  return [`| Mesure | ${volumes.join(' | ')} | puissance |`, '|---|---|---|---|', ...rows].join('\n');
}

const [ROW, NAMES, SCALE, HEAD] = [18, 430, 360, 44];
/** Powers that the picture has room for. */
const [LEAST, MOST] = [-0.25, 1.25];

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const at = (power: number): number =>
  NAMES + ((Math.min(Math.max(power, LEAST), MOST) - LEAST) / (MOST - LEAST)) * SCALE;

/** As SVG: a dot a measure, between what does not grow and what grows as fast as the town. */
export function growthPicture(growths: readonly Growth[], title: string): string {
  const height = HEAD + growths.length * ROW + 10;
  const width = NAMES + SCALE + 70;
  const lines = [
    [0, 'ne grandit pas'],
    [0.5, 'racine'],
    [1, 'autant que la commune'],
  ] as const;
  const grid = lines.map(
    ([power, label]) =>
      `<line x1="${at(power)}" x2="${at(power)}" y1="${HEAD - 6}" y2="${height - 6}" stroke="#cbd5e1"/>` +
      `<text x="${at(power)}" y="${HEAD - 11}" text-anchor="middle" fill="#475569">${String(power).replace('.', ',')} : ${label}</text>`,
  );
  const dots = growths.map(({ name, power }, index) => {
    const y = HEAD + index * ROW + ROW / 2;
    const color = power > 0.75 ? '#b91c1c' : power > 0.3 ? '#b45309' : '#15803d';
    return (
      `<text x="${NAMES - 12}" y="${y + 4}" text-anchor="end" fill="#0f172a">${escape(name)}</text>` +
      `<line x1="${at(0)}" x2="${at(power)}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="3"/>` +
      `<circle cx="${at(power)}" cy="${y}" r="4" fill="${color}"/>` +
      `<text x="${at(Math.max(power, 0)) + 9}" y="${y + 4}" fill="${color}">${number(power, 2)}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11" role="img" aria-label="${escape(title)}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="16" font-size="13" font-weight="600" fill="#0f172a">${escape(title)}</text>
${[...grid, ...dots].join('\n')}
</svg>
`;
}
