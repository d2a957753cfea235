/**
 * Declaration of a list's export by its domain: spreadsheets, CSV and paper write the same columns of the same rows as
 * the screen (specification 2 sections 2.14 and 9).
 */
import type { FilterField, ListQuery, ScreenWith, TableColumn } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import type { NarrowedList } from '#src/platform/listing/reader.ts';
import type { SumBeside } from './text.ts';

interface ListDeclaration<Row> {
  /** Title of the document, and of the sheet. */
  title: string;
  /** File name without extension. */
  file: string;
  /** Domain that owns it, for the journal. */
  domain: string;
  /** Its screens: `Exporter` on one of them is required. */
  screens: readonly ScreenWith<'Exporter'>[];
  columns: readonly TableColumn<Row>[];
  /** All columns that documents may choose from; absent: the same as `columns`. */
  printable?: readonly TableColumn<Row>[];
  /** Fields of its filter builder, also used to describe filters in documents. */
  fields: Readonly<Record<string, FilterField>>;
  /** Whether its amounts are those of a fiscal year: that of the query, or the present one. */
  annual?: boolean;
  /** The common subject of all its rows, for the head of a paper, if the query does not tell it. */
  subject?: (person: Person, query: ListQuery) => Promise<{ collectivite: string; text: string }>;
  /**
   * Additional sums below those of the rows.
   * @param chosen whether single rows are selected, to which the sums are then limited
   */
  beside?: (queries: Queries, narrowed: NarrowedList<Row>, chosen: boolean) => Promise<SumBeside[]>;
  /** Narrows the list to a query, within the person's rights and scope. @throws AppError 400, 403 */
  narrow: (person: Person, query: ListQuery) => NarrowedList<Row>;
}

/** A declaration without its row type, for code that works with any list. */
export type ListExport = ListDeclaration<unknown>;

/** Declarations by resource path, as named in selections. */
export type ListExports = Map<string, ListExport>;

/** Checks a declaration with its row type, then drops the type: its rows come from its own source only. */
export const listExport = <Row>(declaration: ListDeclaration<Row>): ListExport =>
  declaration as unknown as ListExport;
