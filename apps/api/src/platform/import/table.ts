/** Tables that people send as CSV or XLSX files, read row by row as texts. */
import { Readable } from 'node:stream';
import type { Forme } from '@octroi/contract';
import { parse } from 'csv-parse';
import { MAX_COLUMNS, MAX_ROW_SIGNS, MAX_SIGNS, MAX_UNFOLDED, Refusal } from './bounds.ts';
import { readWorkbook } from './workbook.ts';

export interface TableRow {
  /** Number of the row in the file, the heads being row 1; of a map, that of the feature. */
  rang: number;
  valeurs: string[];
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
  const rows = counted(mark === MARKS.zip ? readXlsx(content, maxUnfolded) : readCsv(content));
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
    const signs = row.valeurs.reduce((sum, { length }) => sum + length, 0);
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

async function* readXlsx(content: Buffer, maxUnfolded: number): Rows {
  const sheet = await readWorkbook(content, maxUnfolded);
  for (const [index, cells] of sheet.entries()) {
    const valeurs = cells.map(cellText);
    if (!isBlank(valeurs)) yield { rang: index + 1, valeurs };
  }
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return cleanText(String(cell as string | number | boolean));
};

export const cleanText = (text: string): string => text.replaceAll('\0', '').trim();

/**
 * Excel writes Windows-1252 where it does not write UTF-8; each byte of it is some sign. Its « Texte Unicode » is UTF-16,
 * which its mark tells.
 */
export function decode(content: Buffer): string {
  const mark = content.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(content);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(content);
  if (content.subarray(0, 4096).includes(0))
    throw refusal('Ce fichier n’est pas un texte lisible. Enregistrez-le en « CSV UTF-8 » ou en XLSX.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

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
