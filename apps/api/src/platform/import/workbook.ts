/**
 * Reads one sheet of an XLSX file: the first visible one, or the one that a person chose. It is measured first, since the library allocates memory up to the
 * furthest cell.
 */
import { Readable } from 'node:stream';
import { readSheet, type SheetData } from 'read-excel-file/node';
import { MAX_COLUMNS, Refusal } from './bounds.ts';
import { columnOf, faultTexts, type Merge, mergedCells } from './cells.ts';
import { type Archive, openArchive, storedFile, TooLarge } from './zip.ts';

/** Maximum row with a value: titles, blanks and more rows than the import accepts, which reports it itself. */
const LAST_ROW = 250_000;
/** Rows of a sheet; a formatted empty row may be the last. */
const SHEET_ROWS = 1_048_576;
/** Bytes measured at once. */
const CHUNK_BYTES = 1024 * 1024;

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHEETS = 'xl/worksheets/';

export const TOO_LARGE =
  'Ce classeur est trop grand une fois ouvert. Enregistrez la feuille en CSV, ou partagez-la en plusieurs.';

/** A sheet, with what the library leaves out. */
export interface Sheet {
  rows: SheetData;
  /** By cell (`E2`), the text shown instead of a value: an error, or a formula without result. */
  faults: ReadonlyMap<string, string>;
  merges: readonly Merge[];
  /** Which sheet was read and which were not, in French; none if there is only one. */
  notes: readonly string[];
  /** The sheet that was read; null if the workbook does not name it. */
  name: string | null;
  /** All visible sheets. */
  names: readonly string[];
}

/**
 * @param maxUnzipped maximum bytes of the decompressed workbook
 * @param wanted name of the sheet to read; the first visible one if absent
 * @throws Refusal
 */
export async function readWorkbook(content: Buffer, maxUnzipped: number, wanted?: string): Promise<Sheet> {
  try {
    const archive = openArchive(content, maxUnzipped);
    const chosen = chooseSheet(archive, wanted);
    const found: Pick<Sheet, 'faults' | 'merges'> = { faults: new Map(), merges: [] };
    const parts = Readable.from(partsOf(archive, chosen.file, found));
    const rows = await (chosen.rank === 0 ? readSheet(parts) : readSheet(parts, chosen.rank));
    return { rows, ...found, notes: chosen.notes, name: chosen.name, names: chosen.names };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      error instanceof TooLarge
        ? TOO_LARGE
        : 'Ce fichier n’est pas un classeur XLSX lisible. Enregistrez-le de nouveau, ou en CSV.',
    );
  }
}

/** The archive's decompressed XML files, without the other sheets. @param found receives the faults and merges */
function* partsOf(
  archive: Archive,
  first: string | undefined,
  found: Pick<Sheet, 'faults' | 'merges'>,
): Generator<Buffer> {
  for (const name of archive.names) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    const isSheet = name.startsWith(SHEETS);
    if (isSheet && first !== undefined && name !== first) continue;
    const content = archive.unzip(name);
    if (!content) continue;
    if (isSheet || name === first) {
      refuseFarCells(content);
      found.faults = faultTexts(content);
      found.merges = mergedCells(content);
    }
    yield* storedFile(name, content);
  }
}

interface ChosenSheet {
  /** Undefined if the workbook does not state it plainly: then all sheets are measured. */
  file: string | undefined;
  /** From 1, among the named sheets; 0 if there is none. */
  rank: number;
  notes: string[];
  name: string | null;
  names: string[];
}

/** The wanted sheet, otherwise the first visible one, otherwise the first. @throws Refusal if there is no such sheet */
function chooseSheet(archive: Archive, wanted: string | undefined): ChosenSheet {
  const sheets = tags(archive.unzip(WORKBOOK), 'sheet').filter((tag) => attribute(tag, 'name') !== undefined);
  const isHidden = (tag: string): boolean => /hidden/i.test(attribute(tag, 'state') ?? '');
  const nameOf = (tag: string): string => plainName(attribute(tag, 'name') ?? '');
  const wantedAt = sheets.findIndex((tag) => nameOf(tag) === wanted);
  if (wanted !== undefined && wantedAt < 0)
    throw new Refusal(`Ce classeur n’a pas de feuille « ${wanted} ». Choisissez-en une autre.`);
  const at = Math.max(0, wanted === undefined ? sheets.findIndex((tag) => !isHidden(tag)) : wantedAt);
  const sheet = sheets[at];
  const namesOf = (some: readonly string[]): string => some.map((tag) => `« ${nameOf(tag)} »`).join(', ');
  const others = sheets.filter((tag, rank) => rank !== at && !isHidden(tag));
  const hidden = sheets.filter((tag, rank) => rank !== at && isHidden(tag));
  const notes = sheet && sheets.length > 1 ? [`Feuille lue : ${namesOf([sheet])}.`] : [];
  if (others.length > 0) notes.push(`Autres feuilles, non lues : ${namesOf(others)}.`);
  if (hidden.length > 0) notes.push(`Feuilles masquées, non lues : ${namesOf(hidden)}.`);
  return {
    file: sheet && fileOf(archive, sheet),
    rank: sheet ? at + 1 : 0,
    notes,
    name: sheet ? nameOf(sheet) : null,
    names: sheets.filter((tag) => !isHidden(tag)).map(nameOf),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plainName = (xml: string): string =>
  xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');

function fileOf(archive: Archive, sheet: string): string | undefined {
  const relation = attribute(sheet, '(?:\\w+:)?id');
  const target = tags(archive.unzip(RELATIONS), 'Relationship').find(
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

/** Cells and rows with their references. */
const REFERENCES = /<(?:\w+:)?(c|row)\s(?:[^>]*?\s)?r\s*=\s*["']([A-Z]*)(\d+)["'][^>]*>/g;

/** @throws Refusal if a cell is too far right or down */
function refuseFarCells(sheet: Buffer): void {
  let rest = '';
  for (let at = 0; at < sheet.length; at += CHUNK_BYTES) {
    const piece = rest + sheet.toString('latin1', at, at + CHUNK_BYTES);
    const end = piece.lastIndexOf('>') + 1;
    for (const [tag, kind, letters = '', digits] of piece.slice(0, end).matchAll(REFERENCES)) {
      const row = Number(digits);
      // a formatted empty cell does not count
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
