/** The list of imputations. A person sees the parts of the payments that he sees. */
import {
  type FilterRow,
  imputationList,
  type ImputationQuery,
  type ImputationTotals,
} from '@octroi/contract';
import { sumImputed } from '#src/domains/pilotage/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { absorb } from '#src/platform/listing/absorb.ts';
import { narrowingOf, idsOfFilter, sumRows } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { imputationSource } from './imputation-list.repository.ts';
import { ofKind, transactionConditions } from './transactions.repository.ts';

/** Tax id of an advance in the stored totals. */
const ADVANCE = 0;

/**
 * The taxes that the filters keep, if they filter by nothing else: then the stored totals by tax answer.
 * @returns undefined if they filter by anything else; `only` is undefined for all taxes
 */
function taxesOfFilters([row, ...more]: readonly FilterRow[]): { only: number[] | undefined } | undefined {
  if (!row) return { only: undefined };
  if (more.length > 0 || row.column !== 'taxe.id') return undefined;
  const only = row.operator === 'is null' ? [ADVANCE] : idsOfFilter(row);
  return only && { only };
}

export function imputationService(db: Database) {
  /** The parts of the payments of a place and a period. @throws AppError 403 */
  function narrow(person: Person, given: ImputationQuery) {
    demand(person, 'transactions', 'Lister');
    const scope = scopeOf(person);
    const { filters: rows, words } = narrowingOf(given);
    const { query, filters } = absorb(imputationSource, given, rows, { day: 'trans.dateTransaction' });
    const taxes = words === undefined ? taxesOfFilters(filters) : undefined;
    const betail = query.betail === undefined ? undefined : query.betail === '1';
    // only confirmed payments have parts
    const narrowed = {
      conditions: [...transactionConditions(scope, query, true), ofKind(undefined)],
      filters,
      words,
      joins: ['trans'],
    };
    const sum = (): Promise<ImputationTotals> =>
      taxes
        ? sumImputed(db, scope, { ...query, betail }, taxes.only)
        : sumRows(db, imputationSource, narrowed, imputationList);
    const count = async (): Promise<number> => (await sum()).total_records;
    return { source: keptTo(imputationSource, query), ...narrowed, sum, count: taxes && count };
  }
  return {
    ...readerOf(db, narrow),
    totals: (person: Person, query: ImputationQuery): Promise<ImputationTotals> =>
      narrow(person, query).sum(),
  };
}
