/** What may be seen of payments. */
import type { TransactionQuery } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { filtersOf, findRow, type Narrowed, readList } from '#src/platform/listing/listing.ts';
import { sumTransactions, transactionConditions, transactionList } from './transactions.repository.ts';

const NAVIGATION = 'transactions';

export function transactionService(db: Database) {
  /** Only confirmed payments, unless the caller asks for a statut. */
  function narrow(person: Person, query: TransactionQuery): Narrowed {
    demand(person, NAVIGATION, 'Lister');
    const filters = filtersOf(query);
    const asksStatut = filters.some((row) => /^((trans|transaction)\.)?statut$/.test(row.column));
    return { conditions: transactionConditions(scopeOf(person), query, !asksStatut), filters };
  }
  return {
    list: (person: Person, query: TransactionQuery) => readList(db, transactionList, narrow(person, query), query),
    totals: (person: Person, query: TransactionQuery) => sumTransactions(db, narrow(person, query)),
    async find(person: Person, id: number) {
      demand(person, NAVIGATION, 'Voir');
      const conditions = transactionConditions(scopeOf(person), { page: 1 }, false);
      const row = await findRow(db, transactionList, id, { conditions });
      if (!row) throw notFound();
      return row;
    },
  };
}
