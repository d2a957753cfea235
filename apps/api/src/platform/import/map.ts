/** GeoJSON maps whose features have properties and an outline. */
import { contourBody } from '@octroi/contract/territoire/contour';
import { CONTOUR_MESSAGES } from '@octroi/contract/territoire/contour-limits';
import { Refusal } from './bounds.ts';
import { cleanText, type Rows, type Table, type TableRow } from './table.ts';

/** Maximum number of different properties; a map of everything has hundreds. */
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
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFeature = (value: unknown): value is Feature => isObject(value) && value['type'] === 'Feature';

/** @throws Refusal if the text is not a collection of features */
export function readMap(text: string): Table {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw notGeoJson();
  }
  const features =
    isObject(parsed) && parsed['type'] === 'FeatureCollection' ? parsed['features'] : undefined;
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

/** A point has no outline, so nothing is lost by ignoring it. */
function shapeOf(geometry: Feature['geometry']): Pick<TableRow, 'forme' | 'sansForme'> {
  if (!geometry || geometry.type === 'Point') return {};
  const { data, error } = contourBody.safeParse(geometry);
  return data ? { forme: data } : { sansForme: error?.issues[0]?.message ?? CONTOUR_MESSAGES.autreChose };
}
