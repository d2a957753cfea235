/** The map's address: place, enrolment days (all by default), year, view. */
import { ZOOM_MAX } from '@octroi/contract/territoire/maille';
import { type FigureSearch, readFigureSearch } from '../figure-search.ts';

interface CarteSearch extends Omit<FigureSearch, 'base'> {
  /** Centre and zoom of the map, `13.51,2.11,12`. */
  vue?: string | undefined;
}

interface Vue {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Parses a view; undefined if invalid. */
export function parseVue(text: unknown): Vue | undefined {
  if (typeof text !== 'string' || !/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?,\d{1,2}$/.test(text))
    return undefined;
  const [latitude = 0, longitude = 0, zoom = 0] = text.split(',').map(Number);
  const possible = Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && zoom <= ZOOM_MAX;
  return possible ? { latitude, longitude, zoom } : undefined;
}

export const formatVue = ({ latitude, longitude, zoom }: Vue): string =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom}`;

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
export function readCarteSearch(raw: Record<string, unknown>): CarteSearch {
  const { base: _base, ...search } = readFigureSearch(raw);
  return { ...search, vue: parseVue(raw.vue) ? String(raw.vue) : undefined };
}
