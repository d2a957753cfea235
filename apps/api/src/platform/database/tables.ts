/** The tables of the register, and how a person calls their records. */
import { FIXED_LISTS, type NamedPath, RESOURCES } from '@octroi/contract';
import type { DB } from './database.ts';

interface Kept {
  one?: string;
  many?: string;
  table?: keyof DB & string;
}
/** A table that the database does not have does not compile. */
const KEPT: Readonly<Record<NamedPath, Kept>> = { ...RESOURCES, ...FIXED_LISTS };

/** Where the records of a resource are kept. */
export function tableOf(path: NamedPath): keyof DB & string {
  const { table } = KEPT[path];
  if (!table) throw new Error(`${path} has no table of its own`);
  return table;
}

/** Any number of the records of a table, where one word stands for one and many: « catégorie(s) d'activité ». */
export function called(table: string): string | undefined {
  const { one, many } = Object.values(KEPT).find((kept) => kept.table === table) ?? {};
  if (!one || !many) return undefined;
  const singular = one.split(' ');
  const words = many
    .split(' ')
    .map((word, index) => (word === `${singular[index]}s` ? `${singular[index]}(s)` : word));
  return words.join(' ').toLowerCase();
}
