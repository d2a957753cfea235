/** What the XML of a sheet says of its cells beside their values: errors, formulas without a result, merged cells. */

/** Cells that are shown as one: the first holds the value. Rows from 1, columns from 0. */
export interface Merge {
  /** As the sheet says it: `D2:D4`. */
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

/** The place of a cell as spreadsheets show it. @param column from 0 */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}

/** What spreadsheets show where a formula failed: `#N/A`, `#REF!`, `#NOM ?`, `Err:502`. */
const ERROR = /^(?:#(?:N\/[AD]|[^\s#]+ ?[!?])|Err ?:\d+)$/iu;
export const isError = (text: string): boolean => ERROR.test(text);
/** A formula in the stead of its result, or what a spreadsheet would take for one. */
export const isFormula = (text: string): boolean => /^[=@]/.test(text);

/** Bytes looked at once; a cell that is cut at their end is looked at with the next ones, up to this length. */
const PIECE = 1024 * 1024;
const LONGEST_CELL = 200_000;
/** Without any of these a sheet has neither errors nor formulas. */
const MARKS = ['"e"', "'e'", '<f', ':f>', ':f '];
const CELL = /<((?:\w+:)?)c\s([^>]*[^/>])>([^]*?)<\/\1c>/g;
const FORMULA = /<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>([^<]*))/;
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?(?:\/>|>([^<]*))/;
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/**
 * What cells show that hold no value, by place: `#N/A`; `=SUM(1,2)` where nobody has worked the formula out. A reader
 * of values takes both for empty cells.
 */
export function faultyCells(sheet: Buffer): Map<string, string> {
  const faults = new Map<string, string>();
  if (!MARKS.some((mark) => sheet.includes(mark))) return faults;
  let rest = '';
  for (let at = 0; at < sheet.length; at += PIECE) {
    const piece = rest + sheet.toString('latin1', at, at + PIECE);
    const end = piece.lastIndexOf('c>') + 2;
    for (const [, , attributes = '', body = ''] of piece.slice(0, Math.max(end, 0)).matchAll(CELL)) {
      const place = attribute(attributes, 'r');
      const fault = place && faultOf(attribute(attributes, 't'), body);
      if (place && fault) faults.set(place, fault);
    }
    rest = piece.slice(end > 1 ? end : 0).slice(-LONGEST_CELL);
  }
  return faults;
}

function faultOf(type: string | undefined, body: string): string | undefined {
  const value = VALUE.exec(body);
  if (type === 'e') return value?.[1] || '#ERREUR!';
  const formula = FORMULA.exec(body);
  // a formula whose result is no text says so by an empty value of that type
  const isEmpty = !value || (!value[1] && type !== 'str');
  return formula && isEmpty ? `=${formula[1] ?? ''}` : undefined;
}

const MERGE = /<(?:\w+:)?mergeCell\s(?:[^>]*?\s)?ref\s*=\s*["'](([A-Z]+)(\d+):([A-Z]+)(\d+))["']/g;
/** More merged cells are no table. */
const MOST_MERGES = 20_000;

/** They stand behind the rows of a sheet. */
export function mergedCells(sheet: Buffer): Merge[] {
  const behind = sheet.toString('latin1', Math.max(0, sheet.lastIndexOf('sheetData')));
  const merges: Merge[] = [];
  for (const [, range = '', from = '', top, to = '', bottom] of behind.matchAll(MERGE)) {
    merges.push({
      range,
      top: Number(top),
      bottom: Number(bottom),
      left: columnOf(from) - 1,
      right: columnOf(to) - 1,
    });
    if (merges.length === MOST_MERGES) break;
  }
  return merges;
}
