/** Security lists of the accounts in scope: state, refused sign-ins, open sessions. */
import type { ListQuery } from '@octroi/contract';
import type { RawBuilder } from 'kysely';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { narrowingOf, type ListSource } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import {
  comptesSource,
  compteVisible,
  echecsSource,
  echecVisible,
  sessionsSource,
  sessionVisible,
} from './securite.repository.ts';

export function securiteService(db: Database) {
  const watched = <Row>(source: ListSource<Row>, visible: (scope: Scope) => RawBuilder<boolean>) =>
    readerOf(db, (person: Person, query: ListQuery) => {
      demand(person, 'securite', 'Lister');
      return { source, conditions: [visible(scopeOf(person))], ...narrowingOf(query) };
    });
  return {
    comptes: watched(comptesSource, compteVisible),
    echecs: watched(echecsSource, echecVisible),
    sessions: watched(sessionsSource, sessionVisible),
  };
}
