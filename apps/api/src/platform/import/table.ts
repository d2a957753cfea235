/** Reads uploaded CSV or XLSX tables row by row, as texts. */
import { Readable } from 'node:stream';
import type { Forme, PageDeCodes } from '@octroi/contract';
import { parse } from 'csv-parse';
import { MAX_COLUMNS, MAX_ROW_CHARACTERS, MAX_CHARACTERS, MAX_UNZIPPED, Refusal } from './bounds.ts';
import { columnOf, type Merge } from './cells.ts';
import { decodeText } from './encoding.ts';
import { withoutFormulaMark } from '#src/platform/export/text.ts';
import type { Sheet } from './workbook.ts';

export interface TableRow {
  /** Row number in the file; the heads are row 1. In a map, number of the feature. */
  rang: number;
  valeurs: string[];
  /** By column from 0, the value of a cell merged with one above or before it; its own value is empty. */
  fusions?: Record<number, string>;
  /** Indentation of a line of a list. */
  retrait?: number;
  /** Outline of a map's feature, or why it could not be read. */
  forme?: Forme;
  sansForme?: string;
}

export type Rows = AsyncGenerator<TableRow, void>;

export interface Table {
  /** Empty for an indented list. */
  heads: string[];
  /** Rows that are not empty. */
  rows: Rows;
  /** Notes for the person on how the file was read, in French. */
  notes: readonly string[];
  /** The sheet that was read, and all visible sheets; absent for a text. */
  feuille?: string | null;
  feuilles?: readonly string[];
  /** Code pages that the text may be written in; its rows are read as Windows-1252. Absent for Unicode. */
  pages?: readonly PageDeCodes[];
}

const refusal = (message: string): Refusal => new Refusal(message);

/** First bytes of files that people send as tables. */
export const FILE_MARKS = { zip: '504b0304', oldWorkbook: 'd0cf11e0', pdf: '25504446' };

/**
 * @param maxUnzipped maximum bytes of the decompressed workbook
 * @param feuille sheet of a workbook; the first visible one if absent
 * @throws Refusal if the file is not a table
 */
export async function readTable(
  name: string,
  content: Buffer,
  maxUnzipped: number = MAX_UNZIPPED,
  feuille?: string,
): Promise<Table> {
  if (content.length === 0) throw refusal('Ce fichier est vide.');
  const mark = content.subarray(0, 4).toString('hex');
  if (mark === FILE_MARKS.oldWorkbook)
    throw refusal(
      'Ce classeur est d’un ancien format (.xls), ou fermé par un mot de passe. Enregistrez-le en XLSX sans mot de passe, ou en CSV.',
    );
  if (mark === FILE_MARKS.pdf) throw refusal('Ce fichier est un PDF. Envoyez la feuille en XLSX ou en CSV.');
  if (mark !== FILE_MARKS.zip && /\.xlsx$/i.test(name))
    throw refusal(
      'Ce fichier porte le nom d’un classeur XLSX, mais n’en est pas un. Ouvrez-le dans votre tableur et enregistrez-le de nouveau.',
    );
  // imported late: the ZIP reader is slow to load
  const sheet =
    mark === FILE_MARKS.zip
      ? await (await import('./workbook.ts')).readWorkbook(content, maxUnzipped, feuille)
      : undefined;
  const decoded = sheet ? undefined : decodeText(content);
  const rows = limitCharacters(sheet ? rowsOf(sheet) : readCsv(decoded?.text ?? ''));
  const first = await headRow(rows);
  if (first.done) throw refusal('Ce fichier est vide.');
  const heads = first.value.valeurs;
  while (heads.at(-1) === '') heads.pop();
  if (heads.length > MAX_COLUMNS)
    throw refusal(`Ce fichier a ${heads.length} colonnes ; il peut en avoir ${MAX_COLUMNS} au plus.`);
  if (heads.length < 2)
    throw refusal(
      'Une seule colonne a été trouvée. Enregistrez la feuille en CSV avec des points-virgules, des virgules ou des tabulations, ou en XLSX.',
    );
  return {
    heads: heads.map((head, index) => head || `Colonne ${index + 1}`),
    rows,
    notes: sheet ? notesOf(sheet, first.value.rang) : pageNotes(decoded?.pages ?? []),
    ...(sheet ? { feuille: sheet.name, feuilles: sheet.names } : {}),
    ...(decoded && decoded.pages.length > 0 ? { pages: decoded.pages } : {}),
  };
}

/** Maximum rows above the heads: our own workbooks have fewer. */
const MAX_ROWS_ABOVE = 20;

/** The first row with several cells: rows above it (a title, a place, a period) are not data. */
async function headRow(rows: Rows): Promise<IteratorResult<TableRow>> {
  let row = await rows.next();
  for (let above = 0; above < MAX_ROWS_ABOVE && !row.done; above += 1) {
    if (row.value.valeurs.filter((valeur) => valeur !== '').length > 1) break;
    const next = await rows.next();
    if (next.done) break;
    row = next;
  }
  return row;
}

const isBlank = (valeurs: readonly string[]): boolean => valeurs.every((valeur) => valeur === '');

/** Limits the characters: a workbook stores a text once for any number of cells, so its size is no measure. */
async function* limitCharacters(rows: Rows): Rows {
  let left = MAX_CHARACTERS;
  for await (const row of rows) {
    const texts = [...row.valeurs, ...Object.values(row.fusions ?? {})];
    const signs = texts.reduce((sum, { length }) => sum + length, 0);
    if (signs > MAX_ROW_CHARACTERS)
      throw refusal(
        `La ligne ${row.rang} a plus de ${MAX_ROW_CHARACTERS.toLocaleString('fr-FR')} signes. Raccourcissez-la.`,
      );
    left -= signs;
    if (left < 0)
      throw refusal(
        `Ce fichier a plus de ${MAX_CHARACTERS / 1_000_000} millions de signes. Partagez-le en plusieurs.`,
      );
    yield row;
  }
}

async function* rowsOf({ rows, faults, merges }: Sheet): Rows {
  const texts = rows.map((cells) => cells.map(cellText));
  for (const [place, text] of faults) {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    const valeurs = texts[Number(row) - 1];
    if (valeurs) valeurs[columnOf(letters) - 1] = cleanText(text);
  }
  const filled = fusionsOf(texts, merges);
  for (const [index, record] of texts.entries()) {
    // a fault set past the end of a row leaves holes before it
    const valeurs = Array.from(record, (valeur) => valeur ?? '');
    const fusions = filled.get(index);
    if (!isBlank(valeurs)) yield { rang: index + 1, valeurs, ...(fusions ? { fusions } : {}) };
  }
}

/** Values of merged cells, by row from 0. */
function fusionsOf(texts: readonly (readonly string[])[], merges: readonly Merge[]) {
  const filled = new Map<number, Record<number, string>>();
  for (const { top, bottom, left, right } of merges) {
    const value = texts[top - 1]?.[left];
    if (!value) continue;
    const last = Math.min(right, MAX_COLUMNS - 1);
    for (let row = top - 1; row < Math.min(bottom, texts.length); row += 1) {
      const fusions = filled.get(row) ?? {};
      if (row > top - 1 || last > left) filled.set(row, fusions);
      for (let column = left; column <= last; column += 1)
        if (row > top - 1 || column > left) fusions[column] = value;
    }
  }
  return filled;
}

const PAGE_NAMES: Readonly<Record<PageDeCodes, string>> = {
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman (Excel pour Mac)',
};

function pageNotes(pages: readonly PageDeCodes[]): string[] {
  const names = pages.map((page) => PAGE_NAMES[page]);
  if (names.length === 0) return [];
  return names.length === 1
    ? [`Texte lu en ${names[0]}.`]
    : [
        `Ce texte n’est pas en UTF-8, et ses accents se lisent de deux façons : ${names.join(' ou ')}. Choisissez celle qui convient.`,
      ];
}

/** Maximum number of merged ranges named in the note. */
const MAX_NAMED = 5;

/** @param head row of the heads; merged cells above and in it are titles */
function notesOf({ notes, merges }: Sheet, head: number): string[] {
  const below = merges.filter(({ bottom }) => bottom > head).map(({ range }) => range);
  if (below.length === 0) return [...notes];
  const ranges = `${below.slice(0, MAX_NAMED).join(', ')}${below.length > MAX_NAMED ? '…' : ''}`;
  return [
    ...notes,
    `Cellules fusionnées (${ranges}) : la valeur affichée vaut pour chacune de leurs lignes, pour un lieu ou une base.`,
  ];
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'number' ? numberText(cell) : cleanText(String(cell as string | boolean));
};

/** Precision of spreadsheets; further digits are rounding noise. */
const DIGITS = 15;

/** A number as text, but never with three decimals, which could be read as thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

export const cleanText = (text: string): string => text.replaceAll('\0', '').trim();

/** The sign that separates most heads, outside quotes. */
function separatorOf(text: string): string {
  const heads =
    text
      .slice(0, 10_000)
      .replaceAll(/"[^"]*"/g, '')
      .split(/\r?\n/, 1)[0] ?? '';
  const [best] = [';', '\t', ',']
    .map((sign) => ({ sign, count: heads.split(sign).length }))
    .toSorted((a, b) => b.count - a.count);
  return best?.sign ?? ';';
}

/** Characters passed to the parser at once. */
const CHUNK_CHARACTERS = 256 * 1024;

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield text.slice(at, at + CHUNK_CHARACTERS);
}

const lineTooLong = (line: number): Refusal =>
  refusal(
    `La ligne ${line} a plus de ${MAX_ROW_CHARACTERS.toLocaleString('fr-FR')} signes : il y manque sans doute un guillemet ou une ` +
      'fin de ligne. Corrigez-la dans votre tableur, et enregistrez de nouveau.',
  );

/**
 * Refuses very long lines: the parser counts only the characters of cells, and a million of them may be empty. @throws
 * Refusal
 */
function refuseLongLines(text: string): void {
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    if (end - at > MAX_ROW_CHARACTERS && !text.slice(at, at + MAX_ROW_CHARACTERS).includes('\r'))
      throw lineTooLong(line);
    at = end + 1;
  }
}

async function* readCsv(text: string): Rows {
  refuseLongLines(text);
  const parser = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW_CHARACTERS,
    info: true,
  });
  Readable.from(chunksOf(text)).pipe(parser);
  let rang = 0;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[] }>) {
      rang += 1;
      const valeurs = record.map((text) => withoutFormulaMark(cleanText(text)));
      if (!isBlank(valeurs)) yield { rang, valeurs };
    }
  } catch (error) {
    throw (error as { code?: unknown }).code === 'CSV_MAX_RECORD_SIZE'
      ? lineTooLong(rang + 1)
      : refusal(
          `Ce fichier n’est pas un CSV lisible vers la ligne ${rang + 1}. Enregistrez-le de nouveau en CSV.`,
        );
  } finally {
    parser.destroy();
  }
}
