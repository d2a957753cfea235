/** What is printed, as its preview on screen shows it. */
import type { TableColumn } from '@octroi/contract/columns';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { printedContribuableColumns } from '@octroi/contract/impressions/columns';
import { type DocumentId, DOCUMENTS, type PrintedDocument } from '@octroi/contract/impressions/documents';
import { transactionColumns } from '@octroi/contract/paiements/columns';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { type Column, withLook } from '#src/ui/list/columns.ts';

const chosen = <Row>(document: DocumentId, columns: readonly TableColumn<Row>[]): TableColumn<Row>[] => {
  const { columns: ids }: PrintedDocument = DOCUMENTS[document];
  if (!ids) return [...columns];
  return Object.keys(ids).flatMap((id) => columns.find((column) => column.id === id) ?? []);
};

export const contribuablePreview = (document: DocumentId): readonly Column<ContribuableRow>[] =>
  withLook(chosen(document, printedContribuableColumns), {
    numKlis: { href: ({ id }) => ({ to: `/contribuables/profile/${id}` }), width: 114, grow: 0 },
    fullName: { width: 180, primary: true },
    localisation: { width: 142 },
    telephone: { width: 108, grow: 0 },
    statut: { width: 106 },
    solde: { width: 112 },
    bases: { width: 220 },
    agent: { width: 140 },
    agentNom: { width: 170 },
  });

export const transactionPreview = (document: DocumentId): readonly Column<TransactionRow>[] =>
  withLook<TransactionRow>(chosen(document, transactionColumns), {
    contribuable: {
      href: ({ contrib }) => ({ to: `/contribuables/profile/${contrib.id}` }),
      width: 200,
      primary: true,
    },
    numKlis: {
      href: ({ contrib }) => ({ to: `/contribuables/profile/${contrib.id}` }),
      width: 122,
      grow: 0,
    },
    telephone: { width: 116, grow: 0 },
    localisation: { width: 170 },
    moyenPaiement: { width: 160 },
    reference: { width: 170 },
    agent: { width: 140 },
    agentNom: { width: 170 },
  });
