/** Who owes on a day (specification 2 section 2.14). */
import { impayeList, type ImpayeQuery, type ImpayeRow, type ImpayeTotals } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { narrowingOf, sumRows } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { impayeSource } from './impayes.repository.ts';

/** @param today the day that is meant where none is said */
export function impayeService(db: Database, today: () => string) {
  function narrow(person: Person, query: ImpayeQuery): NarrowedList<ImpayeRow> {
    demand(person, 'contribuables', 'Lister');
    const source = impayeSource(scopeOf(person), query, query.to ?? today());
    return { source: keptTo(source, query), conditions: [], ...narrowingOf(query) };
  }
  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: ImpayeQuery): Promise<ImpayeTotals> {
      const narrowed = narrow(person, query);
      return sumRows(db, narrowed.source, narrowed, impayeList);
    },
  };
}
