/** Draws a list as a document: heading, rows, sums. It reads nothing: all data are passed to it. */
import { drawChart, type DrawnChart } from './chart.ts';
import { type PageFormat, PdfDocument, type Structure } from './document.ts';
import { editedText, type Heading, placeOfHeading } from './heading.ts';
import { INK } from './operators.ts';
import { Table } from './table.ts';
import { type CellValue, countText, type TableColumn } from './table-cells.ts';

/** A row, as values in the order of the columns; or the heading of the following rows. */
export type ListItem = readonly CellValue[] | { groupe: string };

export interface ListDocument {
  heading: Heading;
  page: PageFormat;
  columns: readonly TableColumn[];
  /** Between the heading and the first row. */
  chart?: DrawnChart | undefined;
  /** Text of an empty list. */
  empty: string;
  /** Final lines; absent: one line with the number of rows and the sums of the columns. */
  sums?: readonly (readonly CellValue[])[];
  /** Additional sums below, in the order of the columns. */
  beside?: readonly { label: string; sums: readonly (number | null)[] }[];
  /** Expected number of rows. */
  expected: number;
  /** Minimum height of a row, in points, for signatures. */
  rowHeight?: number;
}

/** Up to this number of rows each cell is marked for screen readers, then each page: marks stay in memory to the end. */
const MAX_MARKED_ROWS = 5000;
/** Bytes are passed on after this number of pages. */
const PAGES_AT_ONCE = 40;

/**
 * Draws a list while its rows arrive.
 * @returns the file in pieces; each is drawn when it is requested
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
  const headingEnd = drawHeading(document, document.root, heading);
  const y = list.chart ? drawChart(document, document.root, list.chart, headingEnd) : headingEnd;
  document.onPage(() => drawRunningHead(document, heading));
  let table: Table | undefined;
  let passedOn = 0;
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
      if (document.pages - passedOn < PAGES_AT_ONCE) continue;
      passedOn = document.pages;
      const piece = document.take();
      if (piece) yield piece;
    }
  }
  if (table) table.end(list.sums ?? `Total : ${countText(table.rows)}`, list.beside);
  else document.notice(list.empty, y + 40 * document.unit);
  document.end();
  for (let piece = document.take(); piece; piece = document.take()) yield piece;
}

/** @returns position of what follows */
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
