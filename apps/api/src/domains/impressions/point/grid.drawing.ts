/** Small tables beside each other on one page: a row has one line, so that their heights are known. No I/O. */
import { formatNumber } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';

export interface GridColumn {
  header: string;
  /** Points. */
  width: number;
  /** Aligned right. */
  figure?: boolean;
}
/** Null is shown as a dash. */
type Cell = string | number | null;

interface Grid {
  x: number;
  y: number;
  /** Without headers the table has no head. */
  columns: readonly GridColumn[];
  rows: readonly (readonly Cell[])[];
  total?: readonly Cell[];
}

export const ROW = 13;
const SIZE = 8;
const GAP = 6;

const textOf = (cell: Cell): string =>
  cell === null ? '—' : typeof cell === 'number' ? formatNumber(cell) : cell;

/** @returns the y coordinate below it */
export function grid(document: PdfDocument, parent: Structure, { x, y, columns, rows, total }: Grid): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const headed = columns.some(({ header }) => header !== '');
  let at = y;
  const row = (table: Structure, cells: readonly Cell[], type: 'TH' | 'TD', bold = false): void => {
    const top = at + 2.5;
    document.group(table, 'TR', (part) => {
      let left = x;
      for (const [index, column] of columns.entries()) {
        const text = textOf(index in cells ? (cells[index] ?? null) : '');
        const room = column.width - (index < columns.length - 1 ? GAP : 0);
        const weight = bold ? 'bold' : 'regular';
        const start = left;
        if (text)
          document.part(part, index === 0 && type === 'TD' ? 'TH' : type, () => {
            // an amount is printed smaller rather than cut
            const size = column.figure ? document.fittingSize(text, room - 0.5, SIZE, weight) : SIZE;
            const align = column.figure ? 'right' : 'left';
            const color = type === 'TH' && !bold ? INK.muted : INK.black;
            document.text(text, start, top, { size, weight, width: room, align, color });
          });
        left += column.width;
      }
    });
    at += ROW;
  };
  document.group(parent, 'Table', (table) => {
    if (headed)
      row(
        table,
        columns.map(({ header }) => header),
        'TH',
      );
    const first = at;
    for (const cells of rows) row(table, cells, 'TD');
    const rules = rows.map((_, index) => first + (index + 1) * ROW);
    document.artifact(() => {
      document.rules(x, width, rules.slice(0, total ? -1 : undefined), 0.4);
      if (headed) document.rules(x, width, [first], 0.9, INK.black);
      if (total) document.rules(x, width, rules.slice(-1), 0.9, INK.black);
    });
    if (total) row(table, total, 'TD', true);
  });
  return at;
}
