/** What may be seen of payments. */
import type { TransactionQuery, TransactionTotals } from '@octroi/contract';
import { sumReceived } from '#src/domains/pilotage/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { filtersOf, findRow, type Narrowed, readList } from '#src/platform/listing/listing.ts';
import { sumTransactions, transactionConditions, transactionList } from './transactions.repository.ts';

const NAVIGATION = 'transactions';

export function transactionService(db: Database) {
  /** Only confirmed payments, unless the caller asks for a statut. */
  function narrow(
    person: Person,
    query: TransactionQuery,
  ): Narrowed & { sum: () => Promise<TransactionTotals> } {
    demand(person, NAVIGATION, 'Lister');
    const filters = filtersOf(query);
    const scope = scopeOf(person);
    const asksStatut = filters.some((row) => /^((trans|transaction)\.)?statut$/.test(row.column));
    const narrowed = { conditions: transactionConditions(scope, query, !asksStatut), filters };
    // a place and a period alone are what the stored totals are kept for
    const sum = () => (filters.length === 0 ? sumReceived(db, scope, query) : sumTransactions(db, narrowed));
    return { ...narrowed, sum };
  }
  return {
    list(person: Person, query: TransactionQuery) {
      const narrowed = narrow(person, query);
      const count = async () => (await narrowed.sum()).total_records;
      return readList(
        db,
        transactionList,
        narrowed,
        query,
        narrowed.filters.length === 0 ? count : undefined,
      );
    },
    totals: (person: Person, query: TransactionQuery) => narrow(person, query).sum(),
    async find(person: Person, id: number) {
      demand(person, NAVIGATION, 'Voir');
      const conditions = transactionConditions(scopeOf(person), { page: 1 }, false);
      const row = await findRow(db, transactionList, id, { conditions });
      if (!row) throw notFound();
      return row;
    },
  };
}
