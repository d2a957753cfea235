import type { ReactNode } from 'react';
import type { TableCell, TableColumn } from '@octroi/contract/columns';

/** An address inside the application. */
export interface Href {
  to: string;
  search?: Record<string, unknown>;
}

/** How the cells of a column are shown. Amounts and numbers stand on the right, and stay in sight. */
export type CellKind<Row> =
  | TableCell<Row>
  | { kind: 'link'; value: (row: Row) => string | null | undefined; href: (row: Row) => Href | null }
  /** Anything else; `text` is what a copy or a narrow screen's reader gets. */
  | { kind: 'node'; render: (row: Row) => ReactNode };

/** A column of a list, typed by its rows. */
export type Column<Row> = CellKind<Row> & Pick<TableColumn<Row>, 'id' | 'header' | 'sort'> & Look;

/** What only a screen says of a column. */
interface Look {
  /** Least width in pixels; each kind has its own. */
  width?: number;
  /** Share of the room that is left over; texts take 1, figures and dates 0. */
  grow?: number;
  /** The column that names the row: it stays in sight, and heads the card on a phone. By default the first link or text. */
  primary?: boolean;
}

/** Where a text leads. */
type LinkedLook<Row> = Look & { href?: (row: Row) => Href | null };

/** The columns that files have too, with their look on screen by id. */
export const withLook = <Row>(
  columns: readonly TableColumn<Row>[],
  looks: Readonly<Record<string, LinkedLook<Row>>>,
): readonly Column<Row>[] =>
  columns.map((column): Column<Row> => {
    const { href, ...look } = looks[column.id] ?? {};
    return href && column.kind === 'text'
      ? { ...column, ...look, kind: 'link', href }
      : { ...column, ...look };
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
