/** What is read of a list, all from the one question what a query holds for a person. */
import type { ListQuery } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type ListReply, type ListSource, type Narrowed, readKeys, readList } from './listing.ts';
import { MAX_SELECTION } from './selection.ts';
import type { WrittenJson } from '#src/platform/http/written-json.ts';

/** A list narrowed to what one call may see and asks for. */
export interface AskedList<Row> extends Narrowed {
  source: ListSource<Row>;
  /** Where the number of rows is known otherwise, from stored totals; they are counted when absent. */
  count?: (() => Promise<number>) | undefined;
}

/** @param ask what a query holds, within the person's rights and scope; it throws AppError 400, 403 */
export function readerOf<Row, Query extends ListQuery, Asked extends AskedList<Row>>(
  db: Database,
  ask: (person: Person, query: Query) => Asked & AskedList<Row>,
) {
  return {
    ask,
    list(person: Person, query: Query): Promise<WrittenJson<ListReply<Row>>> {
      const asked = ask(person, query);
      return readList(db, asked.source, asked, query, asked.count);
    },
    /** One key more than a selection may hold, so that who selects too much is told. */
    keys(person: Person, query: Query, except: readonly number[]): Promise<number[]> {
      const asked = ask(person, query);
      return readKeys(db, asked.source, asked, except, MAX_SELECTION + 1);
    },
  };
}
