/** What is asked of a list's document, and what it is drawn on. */
import { type DocumentId, type FormatExport, MAX_PRINTED_ROWS, type PrintedDocument } from '@octroi/contract';
import type { ListExport } from '#src/platform/export/declaration.ts';
import type { RowsRequest } from '#src/platform/export/request.ts';

/** Rows of a list as a document: a declared one, or none in particular. */
export interface PrintRequest extends RowsRequest {
  document: DocumentId | null;
  /** On paper, where none is said. */
  format?: FormatExport;
  /** With a last column to sign in. */
  emargement?: boolean;
}

/** What a document of its list is where none is declared: all its columns, under the right to export the list. */
export interface Paper extends Omit<PrintedDocument, 'resource' | 'screen' | 'order'> {
  resource: string;
  screen?: PrintedDocument['screen'];
  order?: PrintedDocument['order'];
}

/** Columns that an A4 sheet shows without cutting them. */
const MOST_ON_A4 = 8;

export const plainPaper = ({ title, file, columns }: ListExport, resource: string): Paper => ({
  title,
  resource,
  page: { size: columns.length > MOST_ON_A4 ? 'A3' : 'A4', layout: 'landscape' },
  file: `${file}.pdf`,
  limit: MAX_PRINTED_ROWS,
  filters: [],
});
