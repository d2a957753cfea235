/** Which place a row of a file means: pure, over the places that its author sees. */
import { findByName } from '@octroi/contract/platform/values/text';
import type { NamedPlace } from './import.repository.ts';

/** What finds the places that a text may mean. */
export type PlacesByName = (text: string) => NamedPlace[];

/** Between the names of a path, in the order in which a text is read: the last ones may be part of a name. */
const SEPARATORS = [/\s*[>›]\s*/, /\s*[/,;|]\s*/, /\s+-\s+/];
const PATH = ' > ';

/** What finds the places that a row may mean by a text: a name, a code, a path or the end of one. */
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

/** The shortest end of a place's path that means no other place, else its code. */
export function plainPath({ chemin, code }: NamedPlace, find: PlacesByName): string {
  const ends = chemin.map((_, at) => chemin.slice(-1 - at).join(PATH));
  return ends.find((end) => find(end).length === 1) ?? code ?? ends.at(-1) ?? '';
}
