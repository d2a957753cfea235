/** Request for a list's document, and its layout. */
import {
  type DocumentId,
  type FormatExport,
  MAX_PRINTED_ROWS,
  type PrintedDocument,
  usualColumns,
} from '@octroi/contract';
import type { ListExport } from '#src/platform/export/declaration.ts';
import type { RowsRequest } from '#src/platform/export/request.ts';

/** Rows to print with a declared document, or with the list's plain one. */
export interface PrintRequest extends RowsRequest {
  document: DocumentId | null;
  /** Default: PDF. */
  format?: FormatExport;
  /** Whether a last column for signatures is added. */
  emargement?: boolean;
}

/** The layout of a document. The plain one of a list has all its columns, under the right to export the list. */
export interface Paper extends Omit<PrintedDocument, 'resource' | 'screen' | 'order'> {
  resource: string;
  screen?: PrintedDocument['screen'];
  order?: PrintedDocument['order'];
}

/** Columns that fit on a portrait A4 sheet. */
const MOST_ON_A4 = 8;

export const plainPaper = ({ title, file, columns }: ListExport, resource: string): Paper => ({
  title,
  resource,
  page: { size: usualColumns(columns).length > MOST_ON_A4 ? 'A3' : 'A4', layout: 'landscape' },
  file: `${file}.pdf`,
  limit: MAX_PRINTED_ROWS,
  filters: [],
});
