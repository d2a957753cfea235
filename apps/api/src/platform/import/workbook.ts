/** The first sheet of an XLSX file: measured before it is read, since a reader makes room up to the cell that lies furthest. */
import { Readable } from 'node:stream';
import { readSheet, type SheetData } from 'read-excel-file/node';
import { MAX_COLUMNS, Refusal } from './bounds.ts';
import { type Archive, openArchive, storedFile, TooLarge } from './zip.ts';

/** The last row that may hold something: titles, blanks and more rows than are taken, which the import itself tells. */
const LAST_ROW = 250_000;
/** Rows of a sheet; one that is only formatted may be the last of them. */
const SHEET_ROWS = 1_048_576;
/** Bytes measured at once. */
const PIECE = 1024 * 1024;

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHEETS = 'xl/worksheets/';

export const TOO_LARGE =
  'Ce classeur est trop grand une fois ouvert. Enregistrez la feuille en CSV, ou partagez-la en plusieurs.';

/**
 * @param maxUnfolded bytes that the workbook may unfold into
 * @throws Refusal
 */
export async function readWorkbook(content: Buffer, maxUnfolded: number): Promise<SheetData> {
  try {
    return await readSheet(Readable.from(firstSheetOf(openArchive(content, maxUnfolded))));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      error instanceof TooLarge
        ? TOO_LARGE
        : 'Ce fichier n’est pas un classeur XLSX lisible. Enregistrez-le de nouveau, ou en CSV.',
    );
  }
}

/** The archive once more, unfolded, without what is no XML and without the other sheets. */
function* firstSheetOf(archive: Archive): Generator<Buffer> {
  const first = firstSheet(archive);
  for (const name of archive.names) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    const isSheet = name.startsWith(SHEETS);
    if (isSheet && first !== undefined && name !== first) continue;
    const content = archive.unfold(name);
    if (!content) continue;
    if (isSheet || name === first) demandBounds(content);
    yield* storedFile(name, content);
  }
}

/** @returns the file of the first sheet; nothing where the workbook does not say it plainly, and all are measured */
function firstSheet(archive: Archive): string | undefined {
  const sheet = tags(archive.unfold(WORKBOOK), 'sheet').find((tag) => attribute(tag, 'name') !== undefined);
  const relation = sheet && attribute(sheet, '(?:\\w+:)?id');
  const target = tags(archive.unfold(RELATIONS), 'Relationship').find(
    (tag) => attribute(tag, 'Id') === relation,
  );
  const file = target && attribute(target, 'Target');
  if (!relation || !file) return undefined;
  return file.startsWith('/') ? file.slice(1) : `xl/${file}`;
}

const tags = (xml: Buffer | undefined, name: string): string[] =>
  xml?.toString('utf8').match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/** Cells and rows with the place that they name. */
const PLACED = /<(?:\w+:)?(c|row)\s(?:[^>]*?\s)?r\s*=\s*["']([A-Z]*)(\d+)["'][^>]*>/g;

/** @throws Refusal where something stands too far to the right or too far down */
function demandBounds(sheet: Buffer): void {
  let rest = '';
  for (let at = 0; at < sheet.length; at += PIECE) {
    const piece = rest + sheet.toString('latin1', at, at + PIECE);
    const end = piece.lastIndexOf('>') + 1;
    for (const [tag, kind, letters = '', digits] of piece.slice(0, end).matchAll(PLACED)) {
      const row = Number(digits);
      // a cell that is only formatted holds nothing
      const isFar = tag.endsWith('/>')
        ? false
        : kind === 'c' && (row > LAST_ROW || columnOf(letters) > MAX_COLUMNS);
      if (isFar || row > SHEET_ROWS) throw tooFar(`${letters}${digits}`);
    }
    rest = piece.slice(end);
  }
}

/** A is 1, Z 26, AA 27. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

const tooFar = (cell: string): Refusal =>
  new Refusal(
    `La cellule ${cell} est trop loin : la feuille peut avoir ${MAX_COLUMNS} colonnes et 250 000 lignes au plus. ` +
      'Copiez votre tableau seul dans un nouveau classeur, et envoyez celui-ci.',
  );
