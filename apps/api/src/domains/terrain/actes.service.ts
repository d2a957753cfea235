/** What agents of the field did, by agent and period. */
import { acteTerrainList, type ActeTerrainQuery, type ActeTerrainTotals } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { narrowingOf, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { acteSource } from './actes.repository.ts';

export function acteReader(db: Database) {
  function narrow(person: Person, query: ActeTerrainQuery) {
    demand(person, 'terrain', 'Lister');
    return { source: acteSource(scopeOf(person), query), conditions: [], ...narrowingOf(query) };
  }
  function totals(person: Person, query: ActeTerrainQuery): Promise<ActeTerrainTotals> {
    const narrowed = narrow(person, query);
    return sumRows(db, narrowed.source, narrowed, acteTerrainList);
  }
  return { ...readerOf(db, narrow), totals };
}
