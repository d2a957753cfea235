/**
 * Rows as an XLSX workbook that is written while it is read: inline strings, so that nothing is kept of what was
 * written (docs/adr/0017).
 */
import { Readable } from 'node:stream';
import type { TableColumn } from '@octroi/contract';
import ZipStream from 'zip-stream';
import { isCalendarDay, isMoment, localMillis } from './local-time.ts';
import { isLikeFormula, plainSpaces, type Sheet, statusText } from './text.ts';
import {
  CONTENT_TYPES,
  ROOT_RELATIONSHIPS,
  sheetFoot,
  sheetHead,
  STYLE,
  STYLES,
  workbook,
  workbookRelationships,
} from './xlsx-parts.ts';

/** Rows of a sheet, heads included: a longer list goes on in the next. */
const MAX_ROWS = 1_048_576;
/** Characters of a cell. */
const MAX_TEXT = 32_767;
const MAX_NAME = 31;
/** Rows written at a time: longer texts outlive the quick collections of memory, and pile up. */
const ROWS_AT_ONCE = 50;
/** A third of the time of level 6 for a tenth more of bytes. */
const LEVEL = 4;
const DAY_MS = 86_400_000;
/** Days from spreadsheets' day 0 to 1970. */
const EPOCH = 25_569;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML has no sign for these. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
/** What most texts have none of: those pass as they are, in a fifth of the time. */
const UNSAFE = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]/u;
const escape = (text: string): string =>
  UNSAFE.test(text)
    ? text
        .toWellFormed()
        .replaceAll(FORBIDDEN, '')
        .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    : text;

const textCell = (ref: string, given: string, style: number = STYLE.plain): string => {
  const text = plainSpaces(given);
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  // shown as text in any case; the mark keeps it one when somebody edits the cell
  const format = isLikeFormula(cut) ? STYLE.quoted : style;
  return `<c r="${ref}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escape(cut)}</t></is></c>`;
};
const numberCell = (ref: string, value: number, style: number): string =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`;

/** Days since spreadsheets' day 0, hours as a part of a day. */
const serial = (text: string, timeZone: string): number =>
  (isCalendarDay(text) ? Date.parse(`${text}T00:00:00Z`) : localMillis(text, timeZone)) / DAY_MS + EPOCH;
/** To the second. */
const rounded = (days: number): number => Math.round(days * 86_400) / 86_400;

type Cell<Row> = (row: Row, ref: string) => string;

/** How the cells of a column are written; what is empty is left out. */
function cellOf<Row>(column: TableColumn<Row>, timeZone: string): Cell<Row> {
  const moment = (
    value: (row: Row) => string | null | undefined,
    style: number,
    part: (days: number) => number,
  ): Cell<Row> => {
    return (row, ref) => {
      const text = value(row);
      if (!text) return '';
      return isMoment(text) ? numberCell(ref, part(serial(text, timeZone)), style) : textCell(ref, text);
    };
  };
  switch (column.kind) {
    case 'amount':
    case 'number': {
      const style = column.kind === 'amount' ? STYLE.amount : STYLE.plain;
      return (row, ref) => {
        const value = column.value(row);
        return value === null || value === undefined ? '' : numberCell(ref, value, style);
      };
    }
    case 'day':
      return moment(column.value, STYLE.day, Math.floor);
    case 'time':
      return moment(column.value, STYLE.time, (days) => rounded(days - Math.floor(days)));
    case 'instant':
      return moment(column.value, STYLE.instant, rounded);
    case 'status':
      return (row, ref) => textCell(ref, statusText(column.value(row)));
    case 'text':
      return (row, ref) => {
        const text = column.value(row);
        return text ? textCell(ref, text) : '';
      };
  }
}

const WIDTHS: Record<TableColumn<never>['kind'], number> = {
  text: 24,
  amount: 14,
  number: 12,
  day: 12,
  time: 10,
  instant: 20,
  status: 14,
};

/** 0 -> A, 25 -> Z, 26 -> AA. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

interface Source<Row> {
  batches: AsyncIterator<Row[]>;
  /** The rows that are left over when a sheet is full. */
  rest: Row[];
  /** Of the amounts that were written, by column. */
  sums: (number | null)[];
}

type SumValue = string | number | boolean | null | undefined;

const sumRow = (values: readonly SumValue[], row: number): string =>
  `<row r="${row}">${values
    .map((value, index) => {
      const ref = `${columnLetters(index)}${row}`;
      if (typeof value === 'number') return numberCell(ref, value, STYLE.sum);
      return value ? textCell(ref, String(value), STYLE.head) : '';
    })
    .join('')}</row>`;

/** Whether rows are left; a batch of them is at hand then. */
async function hasMore<Row>(source: Source<Row>): Promise<boolean> {
  while (source.rest.length === 0) {
    const { value, done } = await source.batches.next();
    if (done) return false;
    source.rest = value;
  }
  return true;
}

function addSums<Row>({ sums }: Source<Row>, columns: Sheet<Row>['columns'], rows: readonly Row[]): void {
  for (const [index, column] of columns.entries()) {
    if (column.kind !== 'amount') continue;
    for (const row of rows) sums[index] = (sums[index] ?? 0) + (column.value(row) ?? 0);
  }
}

/** What stands beneath the rows. */
function sumsOf<Row>({ sums }: Source<Row>, { columns, sums: given, beside = [] }: Sheet<Row>): SumValue[][] {
  if (given) return given.map((line) => columns.map(({ value }) => value(line)));
  if (sums.every((sum) => sum === null)) return [];
  const others = beside.map(({ label, montants }) =>
    columns.map(({ id }, index) => (index === 0 ? label : montants[id])),
  );
  return [sums.map((sum, index) => (index === 0 ? 'TOTAL' : sum)), ...others];
}

/** Title and notes of a sheet, which a blank row keeps apart from what is sorted and filtered. */
function notesText<Row>({ title, above }: Sheet<Row>): { text: string; rows: number } {
  if (!above) return { text: '', rows: 0 };
  const lines = [title, ...above].map((line, index) => {
    const ref = `A${index + 1}`;
    return `<row r="${index + 1}">${textCell(ref, line, index === 0 ? STYLE.title : STYLE.plain)}</row>`;
  });
  return { text: lines.join(''), rows: lines.length + 1 };
}

/** One sheet as text, taking rows from `source` until there are none or it is full. */
async function* sheetText<Row>(source: Source<Row>, sheet: Sheet<Row>): AsyncGenerator<string> {
  const { columns, timeZone, sums = [undefined], beside = [] } = sheet;
  const letters = columns.map((_, index) => columnLetters(index));
  const cells = columns.map((column) => cellOf(column, timeZone));
  const line = (row: Row, number: number): string =>
    `<row r="${number}">${cells.map((cell, index) => cell(row, `${letters[index]}${number}`)).join('')}</row>`;
  const notes = notesText(sheet);
  const heads = notes.rows + 1;
  // a blank row and the sums come last
  const most = MAX_ROWS - 1 - sums.length - beside.length;
  yield sheetHead(
    columns.map(({ kind }) => WIDTHS[kind]),
    heads,
  );
  yield notes.text;
  yield `<row r="${heads}">${columns.map(({ header }, index) => textCell(`${letters[index]}${heads}`, header, STYLE.head)).join('')}</row>`;
  let written = heads;
  let left = await hasMore(source);
  while (left && written < most) {
    const taken = source.rest.splice(0, Math.min(ROWS_AT_ONCE, most - written));
    const first = written + 1;
    written += taken.length;
    addSums(source, columns, taken);
    yield taken.map((row, index) => line(row, first + index)).join('');
    left = await hasMore(source);
  }
  // apart from the rows, so that neither a filter nor an order takes the sums for one
  if (!left && written > heads)
    yield sumsOf(source, sheet)
      .map((values, index) => sumRow(values, written + 2 + index))
      .join('');
  yield sheetFoot(`A${heads}:${letters.at(-1) ?? 'A'}${Math.max(written, heads + 1)}`);
}

/** A name that sheets may have, and a number where there are several. */
function sheetName(title: string, index: number): string {
  const suffix = index > 0 ? ` (${index + 1})` : '';
  return escape(title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, MAX_NAME - suffix.length) + suffix);
}

/** Rows with the sheet that they stand on. */
interface Part<Row> {
  batches: Readable;
  sheet: Sheet<Row>;
}

async function fill(
  zip: ZipStream,
  parts: readonly Part<never>[],
  follow: (part: Readable) => void,
): Promise<void> {
  const add = (content: string | Readable, name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      zip.entry(content, { name }, (error) => (error ? reject(error) : resolve()));
    });
  await add(CONTENT_TYPES, '[Content_Types].xml');
  await add(ROOT_RELATIONSHIPS, '_rels/.rels');
  await add(STYLES, 'xl/styles.xml');
  const names: string[] = [];
  for (const { batches, sheet } of parts) {
    const source: Source<never> = {
      batches: (batches as AsyncIterable<never[]>)[Symbol.asyncIterator](),
      rest: [],
      sums: sheet.columns.map(() => null),
    };
    let continued = 0;
    do {
      const part = Readable.from(sheetText(source, sheet), { objectMode: false });
      follow(part);
      names.push(sheetName(sheet.title, continued++));
      await add(part, `xl/worksheets/sheet${names.length}.xml`);
    } while (source.rest.length > 0);
  }
  await add(workbook(names), 'xl/workbook.xml');
  await add(workbookRelationships(names.length), 'xl/_rels/workbook.xml.rels');
  zip.finish();
}

/**
 * The workbook as a stream of bytes, written no faster than it is read; when it is left, `batches` are left too.
 * @param beneath a sheet more, of other rows
 */
export function xlsxStream<Row, Other = never>(
  batches: Readable,
  sheet: Sheet<Row>,
  beneath?: { batches: Readable; sheet: Sheet<Other> },
): Readable {
  const zip = new ZipStream({ zlib: { level: LEVEL } });
  // each sheet reads its own rows
  const parts = [{ batches, sheet }, ...(beneath ? [beneath] : [])] as unknown as Part<never>[];
  fill(zip, parts, (part) =>
    part.on('error', (error) => {
      zip.destroy(error);
    }),
  ).catch((error: Error) => zip.destroy(error));
  zip.on('close', () => {
    for (const part of parts) part.batches.destroy();
  });
  return zip;
}
