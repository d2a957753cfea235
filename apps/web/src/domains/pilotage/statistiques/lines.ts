/** Converts the rows of a reply to table lines. */
import {
  type LigneStatistique,
  ligneText,
  quantitesText,
} from '@octroi/contract/pilotage/classeurs/statistique';
import type { Tranche } from '@octroi/contract/pilotage/pas';
import type { Scoped, TableReply } from './declaration.ts';
import type { TableLine } from './StatistiqueTable.tsx';

const isTranche = (row: unknown): row is Tranche =>
  typeof row === 'object' && row !== null && 'from' in row && 'to' in row;

/** A row by date covers its own days; any other row, the whole period. */
export const linesOf = ({ data, pas }: TableReply, scoped: Scoped): TableLine[] =>
  data.map((row, index) => ({
    key: String(index),
    name: ligneText(row as LigneStatistique, pas),
    row,
    figures: row as Record<string, number>,
    quantites: quantitesText((row as Pick<TableReply, 'quantites'>).quantites),
    scoped: isTranche(row) ? { ...scoped, range: { from: row.from, to: row.to } } : scoped,
  }));
