/**
 * Reads files that describe a hierarchy: a table with heads, an indented list, or a GeoJSON map whose features have
 * properties and an outline.
 */
import { Refusal } from './bounds.ts';
import { decode } from './encoding.ts';
import { cleanText, FILE_MARKS, readTable, type Rows, type Table, type TableRow } from './table.ts';

/** Spaces that replace a tabulation in an indentation. */
const TAB = '    ';
/** Separators of cells; not a comma followed by a space, as in a sentence. */
const SEPARATED = /;|\t|,\S/;

/** @throws Refusal if the file is none of the three */
export async function readOutline(name: string, content: Buffer): Promise<Table> {
  const mark = content.subarray(0, 4).toString('hex');
  if (content.length === 0 || /\.xlsx$/i.test(name) || Object.values(FILE_MARKS).includes(mark))
    return readTable(name, content);
  const text = decode(content);
  // imported late: the check of outlines is slow to load
  if (/\.(geo)?json$/i.test(name) || /^\s*[{[]/.test(text)) return (await import('./map.ts')).readMap(text);
  const lines = linesOf(text);
  const [first] = lines;
  if (!first) throw new Refusal('Il n’y a rien à lire.');
  const heads = first.valeurs[0] ?? '';
  return SEPARATED.test(heads) || (/\.csv$/i.test(name) && heads.includes(','))
    ? readTable(name, content)
    : { heads: [], rows: rowsOf(lines), notes: [] };
}

async function* rowsOf(rows: readonly TableRow[]): Rows {
  yield* rows;
}

/** Non-blank lines, without the bullets of a list. */
const linesOf = (text: string): TableRow[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [, blanks = '', rest = ''] = /^([\s\u00a0]*)(.*)$/.exec(line) ?? [];
    const nom = cleanText(rest.replace(/^[-*•–]\s+/, ''));
    return nom ? [{ rang: index + 1, valeurs: [nom], retrait: blanks.replaceAll('\t', TAB).length }] : [];
  });
