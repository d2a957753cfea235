/** What is exported of payments. */
import { transactionColumns, transactionQuerySchema } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { transactionService } from './transactions.service.ts';

/** The transaction list (specification 2 section 2.13). */
export function transactionExport(db: Database): ListExport {
  const service = transactionService(db);
  return listExport({
    title: 'Transactions',
    file: 'liste-transactions',
    domain: 'paiements',
    navigations: ['transactions'],
    columns: transactionColumns,
    ask: (person, query) => service.ask(person, ownQuery(transactionQuerySchema, query)),
  });
}
