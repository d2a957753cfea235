/** The first visible sheet of an XLSX file: measured before it is read, since a reader makes room up to the cell that lies furthest. */
import { Readable } from 'node:stream';
import { readSheet, type SheetData } from 'read-excel-file/node';
import { MAX_COLUMNS, Refusal } from './bounds.ts';
import { columnOf, faultyCells, type Merge, mergedCells } from './cells.ts';
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

/** A sheet as it is read, with what the reader of its values leaves out. */
export interface Sheet {
  rows: SheetData;
  /** By place (`E2`), what a cell shows in the stead of a value: an error, or a formula without a result. */
  faults: ReadonlyMap<string, string>;
  merges: readonly Merge[];
  /** Which sheet this is, and which ones are not read, in French; none where there is but one. */
  notes: readonly string[];
}

/**
 * @param maxUnfolded bytes that the workbook may unfold into
 * @throws Refusal
 */
export async function readWorkbook(content: Buffer, maxUnfolded: number): Promise<Sheet> {
  try {
    const archive = openArchive(content, maxUnfolded);
    const chosen = chooseSheet(archive);
    const found: Pick<Sheet, 'faults' | 'merges'> = { faults: new Map(), merges: [] };
    const parts = Readable.from(partsOf(archive, chosen.file, found));
    const rows = await (chosen.rank === 0 ? readSheet(parts) : readSheet(parts, chosen.rank));
    return { rows, ...found, notes: chosen.notes };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      error instanceof TooLarge
        ? TOO_LARGE
        : 'Ce fichier n’est pas un classeur XLSX lisible. Enregistrez-le de nouveau, ou en CSV.',
    );
  }
}

/** The archive once more, unfolded, without what is no XML and without the other sheets. @param found takes what it has */
function* partsOf(
  archive: Archive,
  first: string | undefined,
  found: Pick<Sheet, 'faults' | 'merges'>,
): Generator<Buffer> {
  for (const name of archive.names) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    const isSheet = name.startsWith(SHEETS);
    if (isSheet && first !== undefined && name !== first) continue;
    const content = archive.unfold(name);
    if (!content) continue;
    if (isSheet || name === first) {
      demandBounds(content);
      found.faults = faultyCells(content);
      found.merges = mergedCells(content);
    }
    yield* storedFile(name, content);
  }
}

interface ChosenSheet {
  /** Nothing where the workbook does not say it plainly: then all sheets are measured. */
  file: string | undefined;
  /** From 1, among those that have a name; 0 where there is none. */
  rank: number;
  notes: string[];
}

/** The first sheet that is shown; the first one where all are hidden. */
function chooseSheet(archive: Archive): ChosenSheet {
  const sheets = tags(archive.unfold(WORKBOOK), 'sheet').filter(
    (tag) => attribute(tag, 'name') !== undefined,
  );
  const isHidden = (tag: string): boolean => /hidden/i.test(attribute(tag, 'state') ?? '');
  const at = Math.max(
    0,
    sheets.findIndex((tag) => !isHidden(tag)),
  );
  const sheet = sheets[at];
  const namesOf = (some: readonly string[]): string =>
    some.map((tag) => `« ${plainName(attribute(tag, 'name') ?? '')} »`).join(', ');
  const others = sheets.filter((tag, rank) => rank !== at && !isHidden(tag));
  const hidden = sheets.filter((tag, rank) => rank !== at && isHidden(tag));
  const notes = sheet && sheets.length > 1 ? [`Feuille lue : ${namesOf([sheet])}.`] : [];
  if (others.length > 0) notes.push(`Autres feuilles, non lues : ${namesOf(others)}.`);
  if (hidden.length > 0) notes.push(`Feuilles masquées, non lues : ${namesOf(hidden)}.`);
  return { file: sheet && fileOf(archive, sheet), rank: sheet ? at + 1 : 0, notes };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plainName = (xml: string): string =>
  xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');

function fileOf(archive: Archive, sheet: string): string | undefined {
  const relation = attribute(sheet, '(?:\\w+:)?id');
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

const tooFar = (cell: string): Refusal =>
  new Refusal(
    `La cellule ${cell} est trop loin : la feuille peut avoir ${MAX_COLUMNS} colonnes et 250 000 lignes au plus. ` +
      'Copiez votre tableau seul dans un nouveau classeur, et envoyez celui-ci.',
  );
