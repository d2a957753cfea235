/**
 * Files that tell what lies beneath what: a table with heads, a list whose lines are indented, or a GeoJSON map whose
 * features have properties and an outline.
 */
import { contourBody } from '@octroi/contract/territoire/contour';
import { CONTOUR_MESSAGES } from '@octroi/contract/territoire/contour-limits';
import { Refusal } from './bounds.ts';
import { decode } from './encoding.ts';
import { cleanText, MARKS, readTable, type Rows, type Table, type TableRow } from './table.ts';

/** Properties that features may have between them; a map of everything has hundreds. */
const MAX_PROPERTIES = 300;
/** What a tabulation is worth where some lines begin with blanks. */
const TAB = '    ';
/** Between cells: a comma in the middle of a sentence is none. */
const PARTED = /;|\t|,\S/;

const notGeoJson = (): Refusal =>
  new Refusal(
    'Ce fichier n’est pas un GeoJSON : une collection (FeatureCollection) est attendue, dont chaque élément a un nom dans ses propriétés.',
  );

/** @throws Refusal for what is none of the three */
export async function readOutline(name: string, content: Buffer): Promise<Table> {
  const mark = content.subarray(0, 4).toString('hex');
  if (content.length === 0 || /\.xlsx$/i.test(name) || Object.values(MARKS).includes(mark))
    return readTable(name, content);
  const text = decode(content);
  if (/\.(geo)?json$/i.test(name) || /^\s*[{[]/.test(text)) return readMap(text);
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

interface Feature {
  type: 'Feature';
  properties?: Record<string, unknown> | null;
  geometry?: { type?: unknown } | null;
}
const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isFeature = (given: unknown): given is Feature => isObject(given) && given['type'] === 'Feature';

function readMap(text: string): Table {
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw notGeoJson();
  }
  const features = isObject(read) && read['type'] === 'FeatureCollection' ? read['features'] : undefined;
  if (!Array.isArray(features) || !features.every(isFeature)) throw notGeoJson();
  if (features.length === 0) throw new Refusal('Cette collection GeoJSON est vide.');
  const heads = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))].slice(
    0,
    MAX_PROPERTIES,
  );
  const rows = features.map(({ properties, geometry }, index): TableRow => ({
    rang: index + 1,
    valeurs: heads.map((head) => textOf(properties?.[head])),
    ...shapeOf(geometry),
  }));
  return { heads, rows: told(rows), notes: [] };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';

/** A point says where a place is, and not what it covers: nothing is lost that could be kept. */
function shapeOf(geometry: Feature['geometry']): Pick<TableRow, 'forme' | 'sansForme'> {
  if (!geometry || geometry.type === 'Point') return {};
  const { data, error } = contourBody.safeParse(geometry);
  return data ? { forme: data } : { sansForme: error?.issues[0]?.message ?? CONTOUR_MESSAGES.autreChose };
}
