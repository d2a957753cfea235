/**
 * Files that tell what lies beneath what: a table with heads, a list whose lines are indented, or a GeoJSON map whose
 * features have properties and an outline.
 */
import { Refusal } from './bounds.ts';
import { decode } from './encoding.ts';
import { cleanText, MARKS, readTable, type Rows, type Table, type TableRow } from './table.ts';

/** What a tabulation is worth where some lines begin with blanks. */
const TAB = '    ';
/** Between cells: a comma in the middle of a sentence is none. */
const PARTED = /;|\t|,\S/;

/** @throws Refusal for what is none of the three */
export async function readOutline(name: string, content: Buffer): Promise<Table> {
  const mark = content.subarray(0, 4).toString('hex');
  if (content.length === 0 || /\.xlsx$/i.test(name) || Object.values(MARKS).includes(mark))
    return readTable(name, content);
  const text = decode(content);
  // what checks an outline is much to load for a list
  if (/\.(geo)?json$/i.test(name) || /^\s*[{[]/.test(text)) return (await import('./map.ts')).readMap(text);
  const lines = linesOf(text);
  const [first] = lines;
  if (!first) throw new Refusal('Il n’y a rien à lire.');
  const heads = first.valeurs[0] ?? '';
  return PARTED.test(heads) || (/\.csv$/i.test(name) && heads.includes(','))
    ? readTable(name, content)
    : { heads: [], rows: told(lines), notes: [] };
}

async function* told(rows: readonly TableRow[]): Rows {
  yield* rows;
}

/** Lines that are not blank, without the marks that begin the points of a list. */
const linesOf = (text: string): TableRow[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [, blanks = '', rest = ''] = /^([\s\u00a0]*)(.*)$/.exec(line) ?? [];
    const nom = cleanText(rest.replace(/^[-*•–]\s+/, ''));
    return nom ? [{ rang: index + 1, valeurs: [nom], retrait: blanks.replaceAll('\t', TAB).length }] : [];
  });
