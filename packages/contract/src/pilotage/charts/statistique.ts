/** The chart of a table of statistics, on its screen and on paper (specification 2 section 2.15). */
import {
  type ChartData,
  type ChartSeries,
  hasValues,
  largest,
  type NamedValues,
  nonEmptySeries,
} from '../../platform/chart/chart.ts';
import {
  BASE_HUES,
  type Hue,
  hueOfState,
  MOYEN_HUE_KEYS,
  MOYEN_HUES,
  MONTANT_HUES,
} from '../../platform/chart/hues.ts';
import type { Day } from '../../platform/values/period.ts';
import { type LigneStatistique, ligneText, type StatistiqueReply } from '../classeurs/statistique.ts';
import { type Mesure, STATISTIQUES, type TableStatistique } from '../classeurs/tables.ts';
import type { Pas, Tranche } from '../pas.ts';
import { axisText, dateText } from '../row-text.ts';

type Figures = Readonly<Record<string, number>>;
type Row = LigneStatistique & Figures;

/** One stacked series of a chart. */
interface Part {
  nom: string;
  hue: Hue;
  value: (figures: Figures) => number;
}

const figure = (id: string) => (figures: Figures) => figures[id] ?? 0;
const statut = (id: string, nom: string): Part => ({ nom, hue: hueOfState(nom), value: figure(id) });

const STATUTS: readonly Part[] = [
  {
    nom: 'Enrolé',
    hue: hueOfState('Enrolé'),
    value: ({ total = 0, corrige = 0, valide = 0 }) => total - corrige - valide,
  },
  statut('corrige', 'Corrigé'),
  statut('valide', 'Validé'),
];
const RECU: Part = { nom: 'Total collecté', hue: MONTANT_HUES.paye, value: figure('total') };

const labelOf = (table: TableStatistique, measure: string): string =>
  (STATISTIQUES[table].mesures as readonly Mesure[]).find(({ id }) => id === measure)?.label ?? measure;

/** The series of each table; they add up to the total of its rows. */
const PARTS: Record<TableStatistique, readonly Part[]> = {
  'recensement-sous-entite': STATUTS,
  'recensement-agent': STATUTS,
  'recensement-agents': [
    { nom: 'Enrôlements', hue: BASE_HUES.enrolement, value: figure('nbreEnrollements') },
  ],
  'recensement-activite': STATUTS,
  'recouvrement-moyen-paiement': MOYEN_HUE_KEYS.map((id) => ({
    nom: labelOf('recouvrement-moyen-paiement', id),
    hue: MOYEN_HUES[id],
    value: figure(id),
  })),
  'recouvrement-sous-entite': [RECU],
  'recouvrement-lieux': [RECU],
  'recouvrement-agent': [RECU],
  'recouvrement-agents': [{ ...RECU, value: figure('totalTransactions') }],
  'recouvrement-activite': [RECU],
};

export const PERIODE_PRECEDENTE = 'Période précédente';

interface StatistiqueChartInput {
  /** Later days are not drawn. */
  today: Day;
  /** The same table for the previous period, with the same interval; its total is drawn beside the current one. */
  before?: StatistiqueReply | undefined;
}

export function statistiqueChart(
  table: TableStatistique,
  { data, pas }: StatistiqueReply,
  { today, before }: StatistiqueChartInput,
): ChartData {
  const parts = PARTS[table];
  const rows = data as readonly Row[];
  const previous = before?.data as readonly Row[] | undefined;
  return pas
    ? datedChart(parts, rows as readonly (Tranche & Figures)[], pas, today, previous)
    : namedChart(parts, rows, previous);
}

const totalOf = (parts: readonly Part[], row: Figures): number =>
  parts.reduce((sum, { value }) => sum + value(row), 0);

/** The previous period takes the colour of a single series, or a neutral one if there are several. */
const beforeSeries = (parts: readonly Part[], values: ChartSeries['values']): ChartSeries => ({
  nom: PERIODE_PRECEDENTE,
  hue: parts.length === 1 ? (parts[0]?.hue ?? 'slate') : 'slate',
  values,
  kind: 'before',
});

function datedChart(
  parts: readonly Part[],
  rows: readonly (Tranche & Figures)[],
  pas: Pas,
  today: Day,
  previous: readonly Figures[] | undefined,
): ChartData {
  const yearOf = (row: Tranche | undefined): string | undefined => row?.from.slice(0, 4);
  const ofSeveralYears = yearOf(rows[0]) !== yearOf(rows.at(-1));
  const present = parts.map(({ nom, hue, value }) => ({
    nom,
    hue,
    values: rows.map((row) => (row.from > today && value(row) === 0 ? null : value(row))),
  }));
  const before = beforeSeries(
    parts,
    rows.map((_, index) => {
      const row = previous?.[index];
      return row ? totalOf(parts, row) : null;
    }),
  );
  return {
    axis: 'time',
    categories: rows.map((row) => axisText(row, pas, ofSeveralYears)),
    titles: rows.map((row) => dateText(row, pas)),
    series: [...nonEmptySeries(present), ...(hasValues(before) ? [before] : [])],
    stacked: parts.length > 1,
  };
}

/** Identifies a row in both periods, even among equal names. */
const keyOf = (row: object): string => {
  const { id, type, taxe } = row as { id?: number | null; type?: string; taxe?: string };
  return [type, taxe ?? id].join(' ');
};

/** Names that occur only in the previous period are added, so that its total is complete. */
function namedChart(
  parts: readonly Part[],
  rows: readonly Row[],
  previous: readonly Row[] | undefined,
): ChartData {
  const none = parts.map(() => 0);
  const found = new Map<string, { nom: string; now: number[]; before: number }>();
  for (const row of rows)
    found.set(keyOf(row), {
      nom: ligneText(row, null),
      now: parts.map(({ value }) => value(row)),
      before: 0,
    });
  for (const row of previous ?? []) {
    const key = keyOf(row);
    const { nom, now } = found.get(key) ?? { nom: ligneText(row, null), now: none };
    found.set(key, { nom, now, before: totalOf(parts, row) });
  }
  const named: NamedValues[] = Array.from(found.values(), ({ nom, now, before }) => ({
    nom,
    values: [...now, before],
  }));
  const drawn = largest(named, (values) => values.slice(0, -1).reduce((sum, value) => sum + value, 0));
  const valuesOf = (index: number): number[] => drawn.map(({ values }) => values[index] ?? 0);
  const before = beforeSeries(parts, valuesOf(parts.length));
  return {
    axis: 'names',
    categories: drawn.map(({ nom }) => nom),
    series: [
      ...nonEmptySeries(parts.map(({ nom, hue }, index) => ({ nom, hue, values: valuesOf(index) }))),
      ...(hasValues(before) ? [before] : []),
    ],
    stacked: parts.length > 1,
  };
}
