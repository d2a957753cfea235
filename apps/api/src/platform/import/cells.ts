/** Reads from the XML of a sheet what the library leaves out: errors, formulas without result, merged cells. */

/** A range of merged cells: the first has the value. Rows from 1, columns from 0. */
export interface Merge {
  /** As in the sheet: `D2:D4`. */
  range: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** A is 1, Z 26, AA 27. */
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** The name of a cell, as in spreadsheets. @param column from 0 */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}

/** Texts of failed formulas in spreadsheets: `#N/A`, `#REF!`, `#NOM ?`, `Err:502`. */
const ERROR = /^(?:#(?:N\/[AD]|[^\s#]+ ?[!?])|Err ?:\d+)$/iu;
export const isError = (text: string): boolean => ERROR.test(text);
/**
 * A formula instead of its result: it calls a function, or has cells, numbers or signs. A word after the sign is a text, such
 * as a name that our own lists export.
 */
export const isFormula = (text: string): boolean => /^(?:=.*[\d(!:&*+/^-]|@\w+\()/u.test(text);

/** Bytes read at once; a cell cut at their end is read with the next ones, up to this length. */
const CHUNK_BYTES = 1024 * 1024;
const MAX_CELL = 200_000;
/** A sheet without any of these has neither errors nor formulas. */
const FAULT_MARKS = ['"e"', "'e'", '<f', ':f>', ':f '];
const CELL = /<((?:\w+:)?)c\s([^>]*[^/>])>([^]*?)<\/\1c>/g;
const FORMULA = /<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>([^<]*))/;
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?(?:\/>|>([^<]*))/;
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/**
 * Texts of cells without value, by cell: `#N/A`; `=SUM(1,2)` for a formula that was never computed. The library reads
 * both as empty cells.
 */
export function faultTexts(sheet: Buffer): Map<string, string> {
  const faults = new Map<string, string>();
  if (!FAULT_MARKS.some((mark) => sheet.includes(mark))) return faults;
  let rest = '';
  for (let at = 0; at < sheet.length; at += CHUNK_BYTES) {
    const piece = rest + sheet.toString('latin1', at, at + CHUNK_BYTES);
    const end = piece.lastIndexOf('c>') + 2;
    for (const [, , attributes = '', body = ''] of piece.slice(0, Math.max(end, 0)).matchAll(CELL)) {
      const place = attribute(attributes, 'r');
      const fault = place && faultOf(attribute(attributes, 't'), body);
      if (place && fault) faults.set(place, fault);
    }
    rest = piece.slice(end > 1 ? end : 0).slice(-MAX_CELL);
  }
  return faults;
}

function faultOf(type: string | undefined, body: string): string | undefined {
  const value = VALUE.exec(body);
  if (type === 'e') return value?.[1] || '#ERREUR!';
  const formula = FORMULA.exec(body);
  // an empty value is the result of a text formula only if its type is text
  const isEmpty = !value || (!value[1] && type !== 'str');
  return formula && isEmpty ? `=${formula[1] ?? ''}` : undefined;
}

const MERGE = /<(?:\w+:)?mergeCell\s(?:[^>]*?\s)?ref\s*=\s*["'](([A-Z]+)(\d+):([A-Z]+)(\d+))["']/g;
/** A table has no more merged cells than this. */
const MAX_MERGES = 20_000;

/** Merged cells are declared after the rows of a sheet. */
export function mergedCells(sheet: Buffer): Merge[] {
  const tail = sheet.toString('latin1', Math.max(0, sheet.lastIndexOf('sheetData')));
  const merges: Merge[] = [];
  for (const [, range = '', from = '', top, to = '', bottom] of tail.matchAll(MERGE)) {
    merges.push({
      range,
      top: Number(top),
      bottom: Number(bottom),
      left: columnOf(from) - 1,
      right: columnOf(to) - 1,
    });
    if (merges.length === MAX_MERGES) break;
  }
  return merges;
}
