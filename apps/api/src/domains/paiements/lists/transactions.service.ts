/** The list of payments, and the page of one. */
import {
  type Transaction,
  type TransactionQuery,
  type TransactionRow,
  type TransactionTotals,
} from '@octroi/contract';
import { sumReceived } from '#src/domains/pilotage/index.ts';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import { inSnapshot, type Database, type Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { absorb } from '#src/platform/listing/absorb.ts';
import { columnOf, findRow, type Narrowed, narrowingOf } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { readDetails } from './transaction-details.repository.ts';
import {
  ofKind,
  receiptsOf,
  sumTransactions,
  transactionConditions,
  transactionSource,
  UNCONFIRMED,
} from './transactions.repository.ts';

const PARAMETERS = { day: 'trans.dateTransaction', betail: 'contrib.nbreBetail' };

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
  function narrow(person: Person, given: TransactionQuery) {
    demand(person, 'transactions', 'Lister');
    const { filters: rows, words } = narrowingOf(given);
    const { query, filters } = absorb(transactionSource, given, rows, PARAMETERS);
    const scope = scopeOf(person);
    const filtersStatut = filters.some(
      ({ column }) => columnOf(transactionSource, column)[0] === 'trans.statut',
    );
    const { aClasser } = query;
    const confirmedOnly = !filtersStatut && aClasser !== 'ouverts';
    const narrowed = {
      conditions: [...transactionConditions(scope, query, confirmedOnly), ofKind(aClasser)],
      filters,
      words,
    };
    // what is to be classified is in no total
    const told =
      (aClasser === undefined || aClasser === '0') && words === undefined ? receiptsOf(filters) : undefined;
    const count = async (): Promise<number> => (await sum()).total_records;
    const sum = (): Promise<TransactionTotals> =>
      told ? sumTold(scope, query, narrowed, told) : sumTransactions(db, narrowed);
    return { source: keptTo(transactionSource, query), ...narrowed, sum, count: told && count };
  }

  /** The sums of a list from the totals of receipts; payments that are not confirmed are few, and added to them. */
  function sumTold(
    scope: Scope,
    query: TransactionQuery,
    narrowed: Narrowed,
    { receipts, unconfirmed }: NonNullable<ReturnType<typeof receiptsOf>>,
  ): Promise<TransactionTotals> {
    const place = { ...query, betail: query.betail === undefined ? undefined : query.betail === '1' };
    if (!unconfirmed) return sumReceived(db, scope, place, receipts);
    const others = { ...narrowed, conditions: [...narrowed.conditions, UNCONFIRMED] };
    // one snapshot, so that a payment confirmed meanwhile is counted once
    return inSnapshot(db, async (queries) => {
      const received = await sumReceived(queries, scope, place, receipts);
      const { total_records, montant } = await sumTransactions(queries, others);
      return {
        ...received,
        total_records: received.total_records + total_records,
        montant: received.montant + montant,
      };
    });
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
