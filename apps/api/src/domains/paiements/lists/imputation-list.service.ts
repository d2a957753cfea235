/** What may be seen of the parts of payments: what is seen of the payments themselves. */
import {
  type FilterRow,
  imputationList,
  type ImputationQuery,
  type ImputationTotals,
} from '@octroi/contract';
import { sumImputed } from '#src/domains/pilotage/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { askedOf, idsAsked, sumRows } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { imputationSource } from './imputation-list.repository.ts';
import { ofKind, transactionConditions } from './transactions.repository.ts';

/** What the stored totals call the tax of an advance. */
const ADVANCE = 0;

/**
 * The taxes that the filters ask for and nothing else: what the stored totals are kept by.
 * @returns undefined where they ask for more
 */
function taxesAsked([row, ...more]: readonly FilterRow[]): { only: number[] | undefined } | undefined {
  if (!row) return { only: undefined };
  if (more.length > 0 || row.column !== 'taxe.id') return undefined;
  const only = row.operator === 'is null' ? [ADVANCE] : idsAsked(row);
  return only && { only };
}

export function imputationService(db: Database) {
  /** The parts of the payments of a place and a period. @throws AppError 403 */
  function ask(person: Person, query: ImputationQuery) {
    demand(person, 'transactions', 'Lister');
    const scope = scopeOf(person);
    const asked = askedOf(query);
    const taxes = asked.words === undefined ? taxesAsked(asked.filters) : undefined;
    const betail = query.betail === undefined ? undefined : query.betail === '1';
    // only what is confirmed has parts
    const narrowed = {
      conditions: [...transactionConditions(scope, query, true), ofKind(undefined)],
      ...asked,
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
    ...readerOf(db, ask),
    totals: (person: Person, query: ImputationQuery): Promise<ImputationTotals> => ask(person, query).sum(),
  };
}
