/** The tables of the register, and the names of their records for people. */
import { FIXED_LISTS, type NamedPath, RESOURCES } from '@octroi/contract';
import type { DB } from './database.ts';

interface NamedResource {
  one?: string;
  many?: string;
  table?: keyof DB & string;
}
/** A table that the database does not have does not compile. */
const NAMED_RESOURCES: Readonly<Record<NamedPath, NamedResource>> = { ...RESOURCES, ...FIXED_LISTS };

/** The table of a resource. */
export function tableOf(path: NamedPath): keyof DB & string {
  const { table } = NAMED_RESOURCES[path];
  if (!table) throw new Error(`${path} has no table of its own`);
  return table;
}

/** Name for any number of records of a table: « catégorie(s) d'activité ». */
export function countableName(table: string): string | undefined {
  const { one, many } = Object.values(NAMED_RESOURCES).find((resource) => resource.table === table) ?? {};
  if (!one || !many) return undefined;
  const singular = one.split(' ');
  const words = many
    .split(' ')
    .map((word, index) => (word === `${singular[index]}s` ? `${singular[index]}(s)` : word));
  return words.join(' ').toLowerCase();
}
