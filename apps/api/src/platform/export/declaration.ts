/**
 * What is exported of a list, declared once by the domain that owns it: spreadsheets, CSV and paper write the same
 * columns of the same rows as the screen shows (specification 2 sections 2.14 and 9).
 */
import type { FilterField, ListQuery, ScreenWith, TableColumn } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import type { NarrowedList } from '#src/platform/listing/reader.ts';
import type { SumBeside } from './text.ts';

interface ListDeclaration<Row> {
  /** Title of the document, and of the sheet. */
  title: string;
  /** File name without its ending. */
  file: string;
  /** Domain that owns it, for the journal. */
  domain: string;
  /** Its screens: `Exporter` on one of them is asked for. */
  screens: readonly ScreenWith<'Exporter'>[];
  columns: readonly TableColumn<Row>[];
  /** Those that its documents choose from, where they show others too. */
  printable?: readonly TableColumn<Row>[];
  /** What its filter builder offers, in whose words a document tells of a filter. */
  fields: Readonly<Record<string, FilterField>>;
  /** Its amounts are those of a year: the one that the query names, or the present one. */
  annual?: boolean;
  /** What its rows are all of, as the head of a paper says it, where a query alone cannot tell. */
  subject?: (person: Person, query: ListQuery) => Promise<{ collectivite: string; text: string }>;
  /**
   * Sums beneath that of the rows, where the rows alone say too little of the money.
   * @param chosen some rows of the list were chosen: the sums are of those
   */
  beside?: (queries: Queries, narrowed: NarrowedList<Row>, chosen: boolean) => Promise<SumBeside[]>;
  /** What a query holds, within the person's rights and scope. @throws AppError 400, 403 */
  narrow: (person: Person, query: ListQuery) => NarrowedList<Row>;
}

/** A declaration whose rows are nobody else's business. */
export type ListExport = ListDeclaration<unknown>;

/** By resource path, as selections name it: filled by each list. */
export type ListExports = Map<string, ListExport>;

/** A declaration reads the rows of its own source alone, so that what they are can be left unsaid. */
export const listExport = <Row>(declaration: ListDeclaration<Row>): ListExport =>
  declaration as unknown as ListExport;
