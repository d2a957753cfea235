/** Reads the demonstration's tables: one row per line, semicolons between columns, their names in the first line. */
import { readFileSync } from 'node:fs';

/** @throws if the table lacks a column or a row has too many or too few */
export function table<Column extends string>(
  name: string,
  columns: readonly Column[],
): Readonly<Record<Column, string>>[] {
  const text = readFileSync(new URL(`${name}.csv`, import.meta.url), 'utf8');
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== columns.join(';')) throw new Error(`${name}.csv : ${columns.join(';')} attendu`);
  return lines.map((line) => {
    const cells = line.split(';');
    if (cells.length !== columns.length) throw new Error(`${name}.csv : ${line}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as Record<Column, string>;
  });
}

/** The items of a cell, separated by commas or bars. */
export const words = (cell: string, separator = ', '): readonly string[] =>
  cell === '' ? [] : cell.split(separator);
