import type { ReactNode } from 'react';
import type { ColumnLook, TableCell, TableColumn } from '@octroi/contract/platform/listing/columns';
import type { Href } from '#src/platform/address.ts';

/** Display of a column's cells. Amounts and numbers are right-aligned and stay visible. */
type CellKind<Row> =
  | TableCell<Row>
  | { kind: 'link'; value: (row: Row) => string | null | undefined; href: (row: Row) => Href | null }
  /** A number that leads to what it counts. */
  | { kind: 'number'; value: (row: Row) => number | null | undefined; href: (row: Row) => Href | null }
  /** Anything else; `text` is what a copy or a narrow screen's reader gets. */
  | { kind: 'node'; render: (row: Row) => ReactNode };

/** A column of a list, typed by its rows. */
export type Column<Row> = CellKind<Row> & Pick<TableColumn<Row>, 'id' | 'header' | 'sort'> & ColumnLook;

/** The contract's columns, with links added by column id. */
export const withLinks = <Row, Id extends string>(
  columns: readonly TableColumn<Row, Id>[],
  links: Readonly<{ [Linked in NoInfer<Id>]?: (row: NoInfer<Row>) => Href | null }>,
): readonly Column<Row>[] =>
  columns.map((column): Column<Row> => {
    const href = links[column.id];
    if (href && column.kind === 'number') return { ...column, href };
    return href && column.kind === 'text' ? { ...column, kind: 'link', href } : column;
  });

const WIDTHS: Record<CellKind<never>['kind'], number> = {
  text: 160,
  link: 160,
  amount: 118,
  number: 96,
  day: 104,
  time: 84,
  instant: 164,
  status: 120,
  node: 160,
};

export const isFigure = <Row>({ kind }: Column<Row>): boolean => kind === 'amount' || kind === 'number';

export const widthOf = <Row>(column: Column<Row>): number => column.width ?? WIDTHS[column.kind];

export const growOf = <Row>({ grow, kind }: Column<Row>): number =>
  grow ?? (kind === 'text' || kind === 'link' || kind === 'node' ? 1 : 0);

/** The column that names a row. */
export const primaryOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ primary }) => primary) ??
  columns.find(({ kind }) => kind === 'link') ??
  columns.find(({ kind }) => kind === 'text');

/** An identifying or important column: always visible, in full, never hidden. */
export const isEssential = <Row>(column: Column<Row>, columns: readonly Column<Row>[]): boolean =>
  column.essential === true ||
  column.kind === 'amount' ||
  column.kind === 'status' ||
  column === primaryOf(columns);

/** Needed to decide on a row: what its list names for it, else what is essential. */
export const decides = <Row>(column: Column<Row>, columns: readonly Column<Row>[]): boolean =>
  columns.some((each) => each.decides)
    ? column.decides === true || column === primaryOf(columns)
    : isEssential(column, columns);

/** Accessible name of a row. */
export function nameOf<Row extends { id: number }>(columns: readonly Column<Row>[], row: Row): string {
  const primary = primaryOf(columns);
  return primary && 'value' in primary ? String(primary.value(row) ?? row.id) : `ligne ${row.id}`;
}
