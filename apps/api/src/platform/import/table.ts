/** Tables that people send as CSV or XLSX files, read row by row as texts. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { readSheet, type SheetData } from 'read-excel-file/node';
import { AppError } from '#src/platform/http/problem.ts';
import { TooLarge, unfoldedArchive } from './zip.ts';

export interface TableFile {
  name: string;
  content: Buffer;
}

export interface TableRow {
  /** Number of the row in the file, the heads being row 1. */
  rang: number;
  valeurs: string[];
}

type Rows = AsyncGenerator<TableRow, void>;

export interface Table {
  heads: string[];
  /** Rows that are not empty. */
  rows: Rows;
}

/** A file of a hundred thousand rows is a fifth of it. */
export const MAX_TABLE_BYTES = 60 * 1024 * 1024;
const MAX_COLUMNS = 60;
/** A workbook is unfolded in memory as a whole. */
const MAX_UNFOLDED = 250 * 1024 * 1024;

export const TOO_LARGE = 'Ce classeur est trop grand une fois ouvert. Enregistrez la feuille en CSV.';

export const refusal = (message: string): AppError => new AppError('fichier.refuse', message);

/** First bytes of what people take for a table. */
const MARKS = { zip: '504b0304', oldWorkbook: 'd0cf11e0', pdf: '25504446' };

/**
 * @param maxUnfolded bytes that a workbook may unfold into
 * @throws AppError 415 for what is no table, in French
 */
export async function readTable(
  { name, content }: TableFile,
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
  const rows = mark === MARKS.zip ? readXlsx(content, maxUnfolded) : readCsv(content);
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

async function* readXlsx(content: Buffer, maxUnfolded: number): Rows {
  let sheet: SheetData;
  try {
    sheet = await readSheet(Readable.from(unfoldedArchive(content, maxUnfolded)));
  } catch (error) {
    if (error instanceof TooLarge) throw refusal(TOO_LARGE);
    throw refusal('Ce fichier n’est pas un classeur XLSX lisible. Enregistrez-le de nouveau, ou en CSV.');
  }
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

const cleanText = (text: string): string => text.replaceAll('\0', '').trim();

/**
 * Excel writes Windows-1252 where it does not write UTF-8; each byte of it is some sign. Its « Texte Unicode » is UTF-16,
 * which its mark tells.
 */
function decode(content: Buffer): string {
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

async function* readCsv(content: Buffer): Rows {
  const text = decode(content);
  const parser = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: 100_000,
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
  } catch {
    throw refusal(
      `Ce fichier n’est pas un CSV lisible : guillemet ou ligne sans fin vers la ligne ${rang + 1}.`,
    );
  } finally {
    parser.destroy();
  }
}
