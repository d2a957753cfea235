/** Tables that people send as CSV or XLSX files, read row by row as texts. */
import { Readable } from 'node:stream';
import type { Forme } from '@octroi/contract';
import { parse } from 'csv-parse';
import { MAX_COLUMNS, MAX_ROW_SIGNS, MAX_SIGNS, MAX_UNFOLDED, Refusal } from './bounds.ts';
import { columnOf, type Merge } from './cells.ts';
import { decode } from './encoding.ts';
import type { Sheet } from './workbook.ts';

export interface TableRow {
  /** Number of the row in the file, the heads being row 1; of a map, that of the feature. */
  rang: number;
  valeurs: string[];
  /** By column from 0, the value of a cell that is merged with one above or before it; its own is empty. */
  fusions?: Record<number, string>;
  /** Of a line of a list, how far to the right it begins. */
  retrait?: number;
  /** Of a feature of a map, its outline; or why it has none that could be taken. */
  forme?: Forme;
  sansForme?: string;
}

export type Rows = AsyncGenerator<TableRow, void>;

export interface Table {
  /** None of a list, whose lines are indented. */
  heads: string[];
  /** Rows that are not empty. */
  rows: Rows;
  /** What a person should know of how the file is read: sentences in French. */
  notes: readonly string[];
}

const refusal = (message: string): Refusal => new Refusal(message);

/** First bytes of what people take for a table. */
export const MARKS = { zip: '504b0304', oldWorkbook: 'd0cf11e0', pdf: '25504446' };

/**
 * @param maxUnfolded bytes that a workbook may unfold into
 * @throws Refusal for what is no table
 */
export async function readTable(
  name: string,
  content: Buffer,
  maxUnfolded: number = MAX_UNFOLDED,
): Promise<Table> {
  if (content.length === 0) throw refusal('Ce fichier est vide.');
  const mark = content.subarray(0, 4).toString('hex');
  if (mark === MARKS.oldWorkbook)
    throw refusal(
      'Ce classeur est d’un ancien format (.xls), ou fermé par un mot de passe. Enregistrez-le en XLSX sans mot de passe, ou en CSV.',
    );
  if (mark === MARKS.pdf) throw refusal('Ce fichier est un PDF. Envoyez la feuille en XLSX ou en CSV.');
  if (mark !== MARKS.zip && /\.xlsx$/i.test(name))
    throw refusal(
      'Ce fichier porte le nom d’un classeur XLSX, mais n’en est pas un. Ouvrez-le dans votre tableur et enregistrez-le de nouveau.',
    );
  // what unpacks a workbook is much to load for a list
  const sheet =
    mark === MARKS.zip ? await (await import('./workbook.ts')).readWorkbook(content, maxUnfolded) : undefined;
  const rows = counted(sheet ? rowsOf(sheet) : readCsv(content));
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
    notes: sheet ? notesOf(sheet, first.value.rang) : [],
  };
}

/** A workbook of ours says so many things above its heads at most. */
const MOST_ABOVE = 20;

/** The first row of more than one cell: what stands above it (a title, a place, a period) is no data. */
async function headRow(rows: Rows): Promise<IteratorResult<TableRow>> {
  let row = await rows.next();
  for (let above = 0; above < MOST_ABOVE && !row.done; above += 1) {
    if (row.value.valeurs.filter((valeur) => valeur !== '').length > 1) break;
    const next = await rows.next();
    if (next.done) break;
    row = next;
  }
  return row;
}

const isBlank = (valeurs: readonly string[]): boolean => valeurs.every((valeur) => valeur === '');

/** A workbook says a text once however many cells show it, so that what it says of it is no measure. */
async function* counted(rows: Rows): Rows {
  let left = MAX_SIGNS;
  for await (const row of rows) {
    const texts = [...row.valeurs, ...Object.values(row.fusions ?? {})];
    const signs = texts.reduce((sum, { length }) => sum + length, 0);
    if (signs > MAX_ROW_SIGNS)
      throw refusal(
        `La ligne ${row.rang} a plus de ${MAX_ROW_SIGNS.toLocaleString('fr-FR')} signes. Raccourcissez-la.`,
      );
    left -= signs;
    if (left < 0)
      throw refusal(
        `Ce fichier a plus de ${MAX_SIGNS / 1_000_000} millions de signes. Partagez-le en plusieurs.`,
      );
    yield row;
  }
}

async function* rowsOf({ rows, faults, merges }: Sheet): Rows {
  const shown = rows.map((cells) => cells.map(cellText));
  for (const [place, text] of faults) {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    const valeurs = shown[Number(row) - 1];
    if (valeurs) valeurs[columnOf(letters) - 1] = cleanText(text);
  }
  const filled = fusionsOf(shown, merges);
  for (const [index, given] of shown.entries()) {
    // a cell that was set past the end of its row leaves holes before it
    const valeurs = Array.from(given, (valeur) => valeur ?? '');
    const fusions = filled.get(index);
    if (!isBlank(valeurs)) yield { rang: index + 1, valeurs, ...(fusions ? { fusions } : {}) };
  }
}

/** By row from 0, what its merged cells show. */
function fusionsOf(shown: readonly (readonly string[])[], merges: readonly Merge[]) {
  const filled = new Map<number, Record<number, string>>();
  for (const { top, bottom, left, right } of merges) {
    const value = shown[top - 1]?.[left];
    if (!value) continue;
    const last = Math.min(right, MAX_COLUMNS - 1);
    for (let row = top - 1; row < Math.min(bottom, shown.length); row += 1) {
      const fusions = filled.get(row) ?? {};
      if (row > top - 1 || last > left) filled.set(row, fusions);
      for (let column = left; column <= last; column += 1)
        if (row > top - 1 || column > left) fusions[column] = value;
    }
  }
  return filled;
}

/** Merged cells told by name. */
const MERGES_TOLD = 5;

/** @param head row of the heads; what is merged above and in it are titles */
function notesOf({ notes, merges }: Sheet, head: number): string[] {
  const below = merges.filter(({ bottom }) => bottom > head).map(({ range }) => range);
  if (below.length === 0) return [...notes];
  const told = `${below.slice(0, MERGES_TOLD).join(', ')}${below.length > MERGES_TOLD ? '…' : ''}`;
  return [
    ...notes,
    `Cellules fusionnées (${told}) : la valeur affichée vaut pour chacune de leurs lignes, pour un lieu ou une base.`,
  ];
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'number' ? numberText(cell) : cleanText(String(cell as string | boolean));
};

/** Spreadsheets keep fifteen digits; what is beyond is noise of their sums. */
const DIGITS = 15;

/** A number as text. Its decimals are never three: as a text these could be read as thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

export const cleanText = (text: string): string => text.replaceAll('\0', '').trim();

/** The sign that parts the heads most often, outside quotes. */
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

/** Signs handed to the parser at once. */
const PIECE = 256 * 1024;

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

const endless = (line: number): Refusal =>
  refusal(
    `La ligne ${line} a plus de ${MAX_ROW_SIGNS.toLocaleString('fr-FR')} signes : il y manque sans doute un guillemet ou une ` +
      'fin de ligne. Corrigez-la dans votre tableur, et enregistrez de nouveau.',
  );

/** The parser counts the signs of cells alone, and a million of them may be empty. @throws Refusal */
function demandLines(text: string): void {
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    if (end - at > MAX_ROW_SIGNS && !text.slice(at, at + MAX_ROW_SIGNS).includes('\r')) throw endless(line);
    at = end + 1;
  }
}

async function* readCsv(content: Buffer): Rows {
  const text = decode(content);
  demandLines(text);
  const parser = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW_SIGNS,
    info: true,
  });
  Readable.from(piecesOf(text)).pipe(parser);
  let rang = 0;
  try {
    for await (const given of parser) {
      const { record } = given as { record: string[] };
      rang += 1;
      const valeurs = record.map(cleanText);
      if (!isBlank(valeurs)) yield { rang, valeurs };
    }
  } catch (error) {
    throw (error as { code?: unknown }).code === 'CSV_MAX_RECORD_SIZE'
      ? endless(rang + 1)
      : refusal(
          `Ce fichier n’est pas un CSV lisible vers la ligne ${rang + 1}. Enregistrez-le de nouveau en CSV.`,
        );
  } finally {
    parser.destroy();
  }
}
