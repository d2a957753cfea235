/** The list by encaissement where it keeps only those who paid: how its pages and its sums are found in short time. */
import type { ContribuableQuery, ContribuableRow, ContribuableTotals, ListQuery } from '@octroi/contract';
import { type Receipts, sumEnrolled, sumForYears, sumReceived } from '#src/domains/pilotage/index.ts';
import type { Scope } from '#src/platform/access/person.ts';
import { subtreesOf } from '#src/platform/access/place.ts';
import { type Database, inSnapshot } from '#src/platform/database/database.ts';
import type { WrittenJson } from '#src/platform/http/written-json.ts';
import { columnOf, countRows, type ListReply, readList } from '#src/platform/listing/listing.ts';
import type { NarrowedList } from '#src/platform/listing/reader.ts';
import { leavesOutNonPayers, sumPayers, walkedPayers } from './contribuables.repository.ts';

interface TaxpayerList extends NarrowedList<ContribuableRow> {
  scope: Scope;
  query: ContribuableQuery;
  annee: number;
}

/** Orders that an index of taxpayers has. */
const ORDERS = new Set(['contrib.createdAt', 'contrib.fullName']);
const ALL_RECEIPTS: Receipts = { total: 'tenu_recette', received: false, condition: undefined };

const placeOf = (query: ContribuableQuery) => ({
  ...query,
  betail: query.betail === undefined ? undefined : query.betail === '1',
});

/** Whether the list is of all who paid in its place and period, and of them alone. */
export const isOfPayers = ({ query, filters, words }: TaxpayerList): boolean =>
  query.base === 'encaissement' &&
  words === undefined &&
  !query.statut &&
  !query.maille &&
  filters.length === 1 &&
  filters[0]?.operator === 'not eq' &&
  leavesOutNonPayers(filters);

/** The sums of a list of payers. One snapshot of payments and totals, though payments come in between. */
export const sumPayersOf = (
  db: Database,
  { scope, query, annee }: TaxpayerList,
): Promise<ContribuableTotals> =>
  inSnapshot(db, async (queries) => {
    const { annule, ...sums } = await sumPayers(queries, scope, query, annee);
    const payeExercice = (await sumForYears(queries, scope, placeOf(query), { annee })) - annule;
    return { ...sums, restant: sums.prevu - sums.paye, payeExercice, payeAutres: sums.paye - payeExercice };
  });

/**
 * The list of payers read along the taxpayers until the page is full, where that takes fewer look-ups than to add up all
 * payments of the period first: both are estimated from stored numbers. Undefined where it is not shorter.
 */
async function walkOf(
  db: Database,
  list: TaxpayerList,
  asked: ListQuery,
): Promise<NarrowedList<ContribuableRow> | undefined> {
  const { scope, query, annee, source } = list;
  if (query.base !== 'encaissement' || list.words !== undefined || !leavesOutNonPayers(list.filters))
    return undefined;
  // a payment is counted where it was made: the present place of a taxpayer finds no page
  if (scope.kind === 'ramifications' || subtreesOf(query).length > 0) return undefined;
  if (!ORDERS.has(columnOf(source, asked.orderBy ?? source.order.column)[0])) return undefined;
  const [{ total_records: payments }, { total: taxpayers }] = await Promise.all([
    sumReceived(db, scope, placeOf(query), ALL_RECEIPTS),
    sumEnrolled(db, scope, { entite: query.entite }),
  ]);
  const rows = asked.page * (asked.itemperpage ?? source.pageSize);
  if (rows * taxpayers >= payments ** 2) return undefined;
  return { ...list, ...walkedPayers(source, scope, query, annee, list.conditions) };
}

/** A page of taxpayers. @param asked its page and order */
export async function readTaxpayers(
  db: Database,
  list: TaxpayerList,
  asked: ListQuery,
): Promise<WrittenJson<ListReply<ContribuableRow>>> {
  const walked = await walkOf(db, list, asked);
  if (!walked) return readList(db, list.source, list, asked, list.count);
  return readList(db, walked.source, walked, asked, () => countRows(db, list.source, list));
}
