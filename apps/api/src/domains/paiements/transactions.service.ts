/** What may be seen of payments. */
import type { Transaction, TransactionQuery, TransactionRow, TransactionTotals } from '@octroi/contract';
import { sumReceived } from '#src/domains/pilotage/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { filtersOf, findRow, type Narrowed, readKeys, readList } from '#src/platform/listing/listing.ts';
import { MAX_SELECTION } from '#src/platform/listing/selection.ts';
import { readDetails } from './transaction-changes.repository.ts';
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
    const betail = query.betail === undefined ? undefined : query.betail === '1';
    const asksStatut = filters.some((row) => /^((trans|transaction)\.)?statut$/.test(row.column));
    const narrowed = { conditions: transactionConditions(scope, query, !asksStatut), filters };
    // a place and a period alone are what the stored totals are kept for
    const sum = () =>
      filters.length === 0 ? sumReceived(db, scope, { ...query, betail }) : sumTransactions(db, narrowed);
    return { ...narrowed, sum };
  }
  /** A payment of the person's scope, as the list shows it. @throws AppError 404 */
  async function find(person: Person, id: number): Promise<TransactionRow> {
    demand(person, NAVIGATION, 'Voir');
    const conditions = transactionConditions(scopeOf(person), { page: 1 }, false);
    const row = await findRow(db, transactionList, id, { conditions });
    if (!row) throw notFound();
    return row;
  }
  return {
    ask: (person: Person, query: TransactionQuery) => ({ source: transactionList, ...narrow(person, query) }),
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
    find,
    /** The payment with its parts and its history. */
    async show(person: Person, id: number): Promise<Transaction> {
      const row = await find(person, id);
      return { ...row, ...(await readDetails(db, row.ramification.entite.id, id)) };
    },
    keys: (person: Person, query: TransactionQuery, except: readonly number[]): Promise<number[]> =>
      readKeys(db, transactionList, narrow(person, query), except, MAX_SELECTION + 1),
  };
}
