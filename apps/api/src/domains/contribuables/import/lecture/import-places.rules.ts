/** Finds the place that a row of a file names, among the places that its author may see. No I/O. */
import { findByName } from '@octroi/contract/platform/values/text';
import type { NamedPlace } from '../import-registre.repository.ts';

/** Returns the places that a text may name. */
export type PlacesByName = (text: string) => NamedPlace[];

/** Separators of a path, tried in this order; the last ones also occur inside names. */
const SEPARATORS = [/\s*[>›]\s*/, /\s*[/,;|]\s*/, /\s+-\s+/];
const PATH = ' > ';

/** Builds the lookup of places by name, code, path or the end of a path. */
export function placesByName(places: readonly NamedPlace[]): PlacesByName {
  const find = findByName(places, ({ chemin, code }) => [
    ...chemin.map((_, from) => chemin.slice(from).join(PATH)),
    code ?? '',
  ]);
  return (text) => {
    const readings = [text, ...SEPARATORS.map((separator) => text.split(separator).join(PATH))];
    return [...new Set(readings.flatMap(find))];
  };
}

/** The shortest end of a place's path that names no other place, otherwise its code. */
export function plainPath({ chemin, code }: NamedPlace, find: PlacesByName): string {
  const ends = chemin.map((_, at) => chemin.slice(-1 - at).join(PATH));
  return ends.find((end) => find(end).length === 1) ?? code ?? ends.at(-1) ?? '';
}
