/** The table on screen as a file takes it: all its pages, its TOTAL, the period before and the difference. */
import type { FigureScreen } from '@octroi/contract/register';
import type { Classeur } from '@octroi/contract/pilotage/classeur';
import { changeOf } from './change.ts';
import type { Measure, TableReply } from './declaration.ts';
import type { TableLine } from './StatistiqueTable.tsx';

type Figures = Record<string, number>;

export interface Written {
  screen: FigureScreen;
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
  const { screen, title, file, head, measures, lines, totaux, before } = written;
  if (!lines) return undefined;
  const cells = (name: string, figures: Figures) => [name, ...measures.map(({ id }) => figures[id] ?? 0)];
  const days = lines.length > 0 && lines.every(({ day }) => day !== undefined);
  return {
    navigation: screen,
    title,
    file,
    columns: [
      { header: head, kind: days ? 'day' : 'text' },
      ...measures.map(({ label, kind }) => ({
        header: label,
        kind: kind === 'montant' ? ('amount' as const) : ('number' as const),
      })),
    ],
    rows: lines.map(({ name, day, figures }) => cells(days && day ? day : name, figures)),
    sommes: [
      ...(totaux ? [cells('TOTAL', totaux)] : []),
      ...(totaux && before
        ? [cells('Période précédente', before), cells('Écart', differences(measures, totaux, before))]
        : []),
    ],
  };
}

const differences = (measures: Written['measures'], now: Figures, before: Figures): Figures =>
  Object.fromEntries(measures.map(({ id }) => [id, changeOf(now[id] ?? 0, before[id] ?? 0).amount]));
