/** Accounts with access to a sub-entity: list, selection and export. */
import type { AccesQuery } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { accesSource, isSeen } from './acces.repository.ts';

/** Name of the list for exports and selections. */
export const ACCES = 'ramifications/acces';

/** Empty for a sub-entity out of scope. */
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
