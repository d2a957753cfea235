/** Who may see a sub-entity: listed, selected and exported. */
import { type AccesQuery } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { accesSource, isSeen } from './acces.repository.ts';

/** What the list is called where a file or a selection of it is asked for. */
export const ACCES = 'ramifications/acces';

/** Of a sub-entity out of the scope, nobody. */
export const accesService = (db: Database) =>
  readerOf(db, (person: Person, query: AccesQuery) => {
    demand(person, 'ramifications', 'Voir');
    const scope = scopeOf(person);
    return {
      source: accesSource(scope, query.ramification),
      conditions: [isSeen(scope, query.ramification)],
      ...narrowingOf(query),
    };
  });
