/** The table on screen as a file takes it: all its pages, its TOTAL and the period before. */
import type { Classeur } from '@octroi/contract/pilotage/statistiques';
import type { Measure, TableReply } from './declaration.ts';
import type { TableLine } from './StatistiqueTable.tsx';

type Figures = Record<string, number>;

export interface Written {
  navigation: string;
  title: string;
  /** File name without its ending. */
  file: string;
  head: string;
  measures: readonly Measure<TableReply>[];
  lines: readonly TableLine[] | undefined;
  totaux: Figures | undefined;
  before?: Figures | undefined;
}

/** @returns nothing while the table is on its way */
export function workbookOf(written: Written): Classeur | undefined {
  const { navigation, title, file, head, measures, lines, totaux, before } = written;
  if (!lines || !totaux) return undefined;
  const cells = (name: string, figures: Figures) => [name, ...measures.map(({ id }) => figures[id] ?? 0)];
  return {
    navigation,
    title,
    file,
    columns: [
      { header: head, kind: 'text' },
      ...measures.map(({ label, kind }) => ({
        header: label,
        kind: kind === 'montant' ? ('amount' as const) : ('number' as const),
      })),
    ],
    rows: [
      ...lines.map(({ name, figures }) => cells(name, figures)),
      cells('TOTAL', totaux),
      ...(before ? [cells('Période précédente', before)] : []),
    ],
  };
}
