/** GeoJSON maps whose features have properties and an outline. */
import { contourBody } from '@octroi/contract/territoire/contour';
import { CONTOUR_MESSAGES } from '@octroi/contract/territoire/contour-limits';
import { Refusal } from './bounds.ts';
import { cleanText, type Rows, type Table, type TableRow } from './table.ts';

/** Properties that features may have between them; a map of everything has hundreds. */
const MAX_PROPERTIES = 300;

const notGeoJson = (): Refusal =>
  new Refusal(
    'Ce fichier n’est pas un GeoJSON : une collection (FeatureCollection) est attendue, dont chaque élément a un nom dans ses propriétés.',
  );

interface Feature {
  type: 'Feature';
  properties?: Record<string, unknown> | null;
  geometry?: { type?: unknown } | null;
}
const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isFeature = (given: unknown): given is Feature => isObject(given) && given['type'] === 'Feature';

/** @throws Refusal for what is no collection of features */
export function readMap(text: string): Table {
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
  return { heads, rows: rowsOf(features, heads), notes: [] };
}

async function* rowsOf(features: readonly Feature[], heads: readonly string[]): Rows {
  for (const [index, { properties, geometry }] of features.entries())
    yield {
      rang: index + 1,
      valeurs: heads.map((head) => textOf(properties?.[head])),
      ...shapeOf(geometry),
    };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';

/** A point says where a place is, and not what it covers: nothing is lost that could be kept. */
function shapeOf(geometry: Feature['geometry']): Pick<TableRow, 'forme' | 'sansForme'> {
  if (!geometry || geometry.type === 'Point') return {};
  const { data, error } = contourBody.safeParse(geometry);
  return data ? { forme: data } : { sansForme: error?.issues[0]?.message ?? CONTOUR_MESSAGES.autreChose };
}
