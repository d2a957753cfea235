/** The calls of a list, all from one function that narrows it to what a person sees and a query asks for. */
import type { ListQuery } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type ListReply, type ListSource, type Narrowed, readKeys, readList } from './listing.ts';
import { MAX_SELECTION } from './selection.ts';
import type { WrittenJson } from '#src/platform/http/written-json.ts';

/** A list with the rows that one call may see and asks for. */
export interface NarrowedList<Row> extends Narrowed {
  source: ListSource<Row>;
  /** Reads the number of rows from stored totals; absent: they are counted. */
  count?: (() => Promise<number>) | undefined;
}

/** @param narrow narrows the list to the query, within the person's rights and scope; throws AppError 400, 403 */
export function readerOf<Row, Query extends ListQuery, List extends NarrowedList<Row>>(
  db: Database,
  narrow: (person: Person, query: Query) => List & NarrowedList<Row>,
) {
  return {
    narrow,
    list(person: Person, query: Query): Promise<WrittenJson<ListReply<Row>>> {
      const narrowed = narrow(person, query);
      return readList(db, narrowed.source, narrowed, query, narrowed.count);
    },
    /** At most one key more than a selection may hold, so that a larger one is refused. */
    keys(person: Person, query: Query, except: readonly number[]): Promise<number[]> {
      const narrowed = narrow(person, query);
      return readKeys(db, narrowed.source, narrowed, except, MAX_SELECTION + 1);
    },
  };
}
