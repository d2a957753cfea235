/** Rights and scope of the journal. */
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
   * Super Admin sees all acts, other people those of their collectivités. Acts have no sub-entity, so a person with
   * sub-entities sees none.
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

    /** Rows of an export. */
    narrow: (person: Person, query: ListQuery) => ({
      source: journalActs,
      ...visible(person, 'Exporter'),
      ...narrowingOf(query),
    }),
  };
}
