/** Exports of payments' lists. */
import {
  imputationColumns,
  imputationList,
  imputationQuerySchema,
  RESOURCES,
  ARGENT,
  transactionColumns,
  transactionList,
  transactionQuerySchema,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { imputationService } from './lists/imputation-list.service.ts';
import { sumChosen, sumTransactions } from './lists/transactions.repository.ts';
import { transactionService } from './lists/transactions.service.ts';

/** The list of imputations, behind the figures by tax (specification 2 section 2.15). */
export function imputationExport(db: Database): ListExport {
  const service = imputationService(db);
  return listExport({
    title: RESOURCES.imputations.many,
    file: 'liste-imputations',
    domain: 'paiements',
    screens: ['transactions'],
    columns: imputationColumns,
    fields: imputationList.fields,
    narrow: (person, query) => service.narrow(person, ownQuery(imputationQuerySchema, query)),
  });
}

/** The transaction list (specification 2 section 2.13). */
export function transactionExport(db: Database): ListExport {
  const service = transactionService(db);
  return listExport({
    title: RESOURCES.transactions.many,
    file: 'liste-transactions',
    domain: 'paiements',
    screens: ['transactions'],
    columns: transactionColumns,
    fields: transactionList.fields,
    async beside(queries, narrowed, chosen) {
      const argent = await (chosen ? sumChosen : sumTransactions)(queries, narrowed);
      return ARGENT.map(([name, label]) => ({ label, montants: { montant: argent[name] } }));
    },
    narrow: (person, query) => service.narrow(person, ownQuery(transactionQuerySchema, query)),
  });
}
