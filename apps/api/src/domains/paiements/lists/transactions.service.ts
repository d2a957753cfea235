/** The list of payments, and the page of one. */
import {
  type Transaction,
  type TransactionQuery,
  type TransactionRow,
  type TransactionTotals,
} from '@octroi/contract';
import { sumReceived } from '#src/domains/pilotage/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { narrowingOf, findRow } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { readDetails } from './transaction-details.repository.ts';
import {
  ofKind,
  sumTransactions,
  transactionConditions,
  transactionSource,
} from './transactions.repository.ts';

/** A payment in the person's scope, as the list shows it. @throws AppError 404 */
export async function findTransaction(queries: Queries, person: Person, id: number): Promise<TransactionRow> {
  demand(person, 'transactions', 'Voir');
  const conditions = transactionConditions(scopeOf(person), { page: 1 }, false);
  const row = await findRow(queries, transactionSource, id, { conditions });
  if (!row) throw notFound();
  return row;
}

export function transactionService(db: Database) {
  /** By default only confirmed payments, and only those of taxpayers (not « Recettes à classer »). */
  function narrow(person: Person, query: TransactionQuery) {
    demand(person, 'transactions', 'Lister');
    const { filters, words } = narrowingOf(query);
    const scope = scopeOf(person);
    const betail = query.betail === undefined ? undefined : query.betail === '1';
    const filtersStatut = filters.some((row) => /^((trans|transaction)\.)?statut$/.test(row.column));
    const { aClasser } = query;
    const confirmedOnly = !filtersStatut && aClasser !== 'ouverts';
    const narrowed = {
      conditions: [...transactionConditions(scope, query, confirmedOnly), ofKind(aClasser)],
      filters,
      words,
    };
    // the stored totals answer for confirmed payments of taxpayers, by place and period alone
    const stored =
      (aClasser === undefined || aClasser === '0') &&
      words === undefined &&
      filters.every(
        ({ column, operator, x }) => column === 'trans.statut' && operator === 'eq' && x === 'Confirmé',
      );
    const sum = (): Promise<TransactionTotals> =>
      stored ? sumReceived(db, scope, { ...query, betail }) : sumTransactions(db, narrowed);
    const count = async (): Promise<number> => (await sum()).total_records;
    return { source: keptTo(transactionSource, query), ...narrowed, sum, count: stored ? count : undefined };
  }
  return {
    ...readerOf(db, narrow),
    totals: (person: Person, query: TransactionQuery) => narrow(person, query).sum(),
    find: (person: Person, id: number): Promise<TransactionRow> => findTransaction(db, person, id),
    /** The payment with its parts and its history. @throws AppError 404 */
    async show(person: Person, id: number): Promise<Transaction> {
      const row = await findTransaction(db, person, id);
      return { ...row, ...(await readDetails(db, row.ramification.entite.id, id)) };
    },
  };
}
