/** A list as a document: its head, its rows from page to page, their sums. Drawing alone: what is listed is given. */
import { drawChart, type DrawnChart } from './chart.ts';
import { type PageFormat, PdfDocument, type Structure } from './document.ts';
import { editedText, type Heading, placeOfHeading } from './heading.ts';
import { INK } from './operators.ts';
import { Table } from './table.ts';
import { type CellValue, countText, type TableColumn } from './table-cells.ts';

/** A row, as values in the order of the columns; or the heading of the rows that follow. */
export type ListItem = readonly CellValue[] | { groupe: string };

export interface ListDocument {
  heading: Heading;
  page: PageFormat;
  columns: readonly TableColumn[];
  /** Between the head and the first row. */
  chart?: DrawnChart | undefined;
  /** Said instead of a table without rows. */
  empty: string;
  /** The lines at its end; absent: one with the number of rows and the sums of the columns that have one. */
  sums?: readonly (readonly CellValue[])[];
  /** Beneath that line: other sums, in the order of the columns. */
  beside?: readonly { label: string; sums: readonly (number | null)[] }[];
  /** Rows to come, as far as known beforehand. */
  expected: number;
  /** Least height of a row, in points: room to sign. */
  rowHeight?: number;
}

/** Up to so many rows each cell is marked for screen readers; beyond, each page: marks are kept until the end. */
const MAX_MARKED_ROWS = 5000;
/** Bytes are handed on after so many pages. */
const PAGES_AT_ONCE = 40;

/**
 * Draws a list while its rows come.
 * @returns the file, piece by piece; the next is drawn when it is asked for
 */
export async function* drawList(
  list: ListDocument,
  batches: AsyncIterable<readonly ListItem[]>,
): AsyncGenerator<Buffer, void> {
  const { heading, columns } = list;
  const document = new PdfDocument({
    title: heading.title,
    author: heading.author,
    page: list.page,
    foot: [heading.collectivite, heading.title, heading.edited].join(' · '),
  });
  document.addPage();
  const headed = drawHeading(document, document.root, heading);
  const y = list.chart ? drawChart(document, document.root, list.chart, headed) : headed;
  document.onPage(() => drawRunningHead(document, heading));
  let table: Table | undefined;
  let taken = 0;
  for await (const batch of batches) {
    for (const item of batch) {
      table ??= new Table(document, document.root, columns, {
        marks: list.expected > MAX_MARKED_ROWS ? 'pages' : 'cells',
        y,
        top: document.margin + 18 * document.unit,
        rowHeight: list.rowHeight,
      });
      if ('groupe' in item) table.group(item.groupe);
      else table.row(item);
      if (document.pages - taken < PAGES_AT_ONCE) continue;
      taken = document.pages;
      const piece = document.take();
      if (piece) yield piece;
    }
  }
  if (table) table.end(list.sums ?? `Total : ${countText(table.rows)}`, list.beside);
  else document.notice(list.empty, y + 40 * document.unit);
  document.end();
  for (let piece = document.take(); piece; piece = document.take()) yield piece;
}

/** @returns where what follows begins */
function drawHeading(document: PdfDocument, parent: Structure, heading: Heading): number {
  const { unit, left, contentWidth: width } = document;
  let y = document.margin;
  const line = (
    type: 'P' | 'H1',
    text: string,
    size: number,
    options: Partial<Parameters<PdfDocument['text']>[3]> = {},
  ): void =>
    document.part(parent, type, () => {
      y += document.text(text, left, y, { size: size * unit, width, lines: 3, ...options });
    });
  line('P', heading.collectivite, 8.5, { weight: 'bold', color: INK.accent });
  line('H1', heading.title, 17, { weight: 'bold' });
  if (heading.chain.length > 0)
    line('P', heading.chain.join(' > '), 10, { weight: 'bold', color: INK.muted });
  y += 3 * unit;
  for (const detail of heading.details) line('P', detail, 8, { color: INK.muted });
  line('P', editedText(heading), 8, { color: INK.muted });
  if (heading.warning) line('P', heading.warning, 8.5, { weight: 'bold', color: INK.warning });
  return y + 8 * unit;
}

function drawRunningHead(document: PdfDocument, heading: Heading): void {
  document.artifact(() => {
    const text = [heading.title, placeOfHeading(heading)].join(' · ');
    const size = 8 * document.unit;
    document.text(text, document.left, document.margin, {
      size,
      width: document.contentWidth,
      weight: 'bold',
      color: INK.muted,
    });
  });
}
