/** What may be read of the journal, and by whom. */
import type { JournalAct, JournalRow, ListQuery, PermissionOf } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound, refused } from '#src/platform/http/problem.ts';
import {
  narrowingOf,
  findRow,
  type ListReply,
  type Narrowed,
  readList,
} from '#src/platform/listing/listing.ts';
import { journalNames } from './journal-names.ts';
import { journalActs, journalRows, journalVisible } from './journal.repository.ts';
import type { WrittenJson } from '#src/platform/http/written-json.ts';

export function journalService(db: Database) {
  const withNames = journalNames(db);
  /**
   * Super Admin sees all acts; whoever is attached to collectivités, theirs. An act says no place: those of a collectivité
   * are not for somebody who has a part of it.
   * @throws AppError 403
   */
  function visible(person: Person, permission: PermissionOf<'journal'>): Pick<Narrowed, 'conditions'> {
    demand(person, 'journal', permission);
    const scope = scopeOf(person);
    if (scope.kind === 'ramifications') throw refused();
    return { conditions: [journalVisible(scope)] };
  }

  return {
    list(person: Person, query: ListQuery): Promise<WrittenJson<ListReply<JournalRow>>> {
      return readList(db, journalRows, { ...visible(person, 'Lister'), ...narrowingOf(query) }, query);
    },

    async find(person: Person, id: number): Promise<JournalAct> {
      const act = await findRow(db, journalActs, id, visible(person, 'Voir'));
      if (!act) throw notFound();
      const [named] = await withNames(person, [act]);
      if (!named) throw notFound();
      return named;
    },

    /** What an export holds. */
    narrow: (person: Person, query: ListQuery) => ({
      source: journalActs,
      ...visible(person, 'Exporter'),
      ...narrowingOf(query),
    }),
  };
}
