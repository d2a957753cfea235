/** The columns of printed documents, for their preview on screen. */
import { PAGES } from '@octroi/contract/pages';
import type { BASE_WORDS } from '@octroi/contract/constants';
import {
  type StatedList,
  type TableColumn,
  allColumns,
  deciding,
} from '@octroi/contract/platform/listing/columns';
import { contribuableList } from '@octroi/contract/contribuables/columns';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { impayeList } from '@octroi/contract/contribuables/impaye-columns';
import type { ImpayeRow } from '@octroi/contract/contribuables/impayes';
import {
  type DocumentId,
  DOCUMENTS,
  type PrintedDocument,
  sheetColumns,
} from '@octroi/contract/impressions/documents';
import { transactionList } from '@octroi/contract/paiements/columns';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { linkOptions } from '@tanstack/react-router';
import { type Column, withLinks } from '#src/ui/list/columns.ts';

/** The columns of a document, in its order. @param widths that differ from those of the list */
function chosen<Row, Id extends string>(
  document: DocumentId,
  list: StatedList<Row, Id>,
  widths: Readonly<Record<string, number>>,
  base?: keyof typeof BASE_WORDS,
): TableColumn<Row, Id>[] {
  const paper: PrintedDocument = DOCUMENTS[document];
  const shares = sheetColumns(paper, base);
  const all = allColumns(list);
  const columns = shares
    ? Object.keys(shares).flatMap((id) => all.find((column) => column.id === id) ?? [])
    : all;
  return columns.map((column) => (widths[column.id] ? { ...column, width: widths[column.id] } : column));
}

export const contribuablePreview = (
  document: DocumentId,
  base?: keyof typeof BASE_WORDS,
): readonly Column<ContribuableRow>[] =>
  withLinks(chosen(document, contribuableList, { numKlis: 114, localisation: 138, telephone: 112 }, base), {
    numKlis: ({ id }) => linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
  });

export const impayePreview = (document: DocumentId): readonly Column<ImpayeRow>[] =>
  withLinks(
    deciding(chosen(document, impayeList, { depuis: 148 }), [
      'localisation',
      'adresse',
      'telephone',
      'depuis',
      'exigible',
    ]),
    {
      numKlis: ({ id }) => linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
    },
  );

export const transactionPreview = (document: DocumentId): readonly Column<TransactionRow>[] =>
  withLinks<TransactionRow, keyof typeof transactionList.columns>(
    chosen(document, transactionList, { numKlis: 122 }),
    {
      contribuable: ({ contrib }) => linkOptions({ to: PAGES.fiche, params: { id: String(contrib.id) } }),
      numKlis: ({ contrib }) => linkOptions({ to: PAGES.fiche, params: { id: String(contrib.id) } }),
    },
  );
