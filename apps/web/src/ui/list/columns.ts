import type { ReactNode } from 'react';

/** An address inside the application. */
export interface Href {
  to: string;
  search?: Record<string, unknown>;
}

type Text = string | null | undefined;
type Figure = number | null | undefined;

/** How the cells of a column are shown. Amounts and numbers stand on the right, and stay in sight. */
export type CellKind<Row> =
  | { kind: 'text'; value: (row: Row) => Text }
  | { kind: 'link'; value: (row: Row) => Text; href: (row: Row) => Href | null }
  /** Whole francs. */
  | { kind: 'amount'; value: (row: Row) => Figure }
  | { kind: 'number'; value: (row: Row) => Figure }
  /** Day of an instant or of a calendar day, DD/MM/YYYY. */
  | { kind: 'day'; value: (row: Row) => Text }
  /** Hour of an instant, HH:mm:ss. */
  | { kind: 'time'; value: (row: Row) => Text }
  | { kind: 'instant'; value: (row: Row) => Text }
  /** A word, or a flag shown as Active or inactive. */
  | { kind: 'status'; value: (row: Row) => string | boolean }
  /** Anything else; `text` is what a copy or a narrow screen's reader gets. */
  | { kind: 'node'; render: (row: Row) => ReactNode };

/** A column of a list, typed by its rows. */
export type Column<Row> = CellKind<Row> & {
  id: string;
  header: string;
  /** Column of the filter grammar that orders the list (`teq.nom`); absent: cannot be ordered by it. */
  sort?: string;
  /** Least width in pixels; each kind has its own. */
  width?: number;
  /** Share of the room that is left over; texts take 1, figures and dates 0. */
  grow?: number;
  /** The column that names the row: it stays in sight, and heads the card on a phone. By default the first link or text. */
  primary?: boolean;
};

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
