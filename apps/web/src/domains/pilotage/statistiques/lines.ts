/** The rows of a reply as the table shows them. */
import type { Tranche } from '@octroi/contract/pilotage/pas';
import type { Scoped, Statistique, TableReply } from './declaration.ts';
import { dateText } from './row-text.ts';
import type { TableLine } from './StatistiqueTable.tsx';

const isTranche = (row: unknown): row is Tranche =>
  typeof row === 'object' && row !== null && 'from' in row && 'to' in row;

/** A row by date counts its own days; any other, the whole period. */
export function linesOf(
  declaration: Statistique<TableReply>,
  { data, pas }: TableReply,
  scoped: Scoped,
): TableLine[] {
  return data.map((row, index) => ({
    key: String(index),
    name: declaration.rowName ? declaration.rowName(row) : isTranche(row) && pas ? dateText(row, pas) : '',
    ...(isTranche(row) && pas === 'jour' ? { day: row.from } : {}),
    row,
    figures: row as Record<string, number>,
    scoped: isTranche(row) ? { ...scoped, range: { from: row.from, to: row.to } } : scoped,
  }));
}
