/** Who owes on a day (specification 2 section 2.14). */
import { impayeList, type ImpayeQuery, type ImpayeRow, type ImpayeTotals } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { type Database, inSnapshot, type Queries } from '#src/platform/database/database.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { type Narrowed, narrowingOf, sumRows } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { areDuesStored, HAS_WAITING, impayeSource, sumStored } from './impayes.repository.ts';

/** Whether nothing but the place narrows a list: then the totals by place know its sums. */
const isByPlace = ({ filters, words }: Pick<Narrowed, 'filters' | 'words'>): boolean =>
  filters.length === 0 && words === undefined;

/** @param today the day that is meant where none is said */
export function impayeService(db: Database, today: () => string) {
  const countStored = (person: Person, query: ImpayeQuery) => async (): Promise<number> =>
    (await sumStored(db, scopeOf(person), query)).total_records;

  /** @param isStored whether what is owed on the day is stored */
  const readerFrom = (isStored: boolean) =>
    readerOf(db, (person: Person, query: ImpayeQuery): NarrowedList<ImpayeRow> => {
      demand(person, 'contribuables', 'Lister');
      const source = impayeSource(scopeOf(person), query, query.to ?? today(), isStored);
      const narrowing = narrowingOf(query);
      const joins = narrowing.words === undefined ? [] : ['contrib'];
      const count = isStored && isByPlace(narrowing) ? countStored(person, query) : undefined;
      return { source: keptTo(source, query), conditions: [], joins, ...narrowing, count };
    });
  const stored = readerFrom(true);
  const workedOut = readerFrom(false);

  async function readerFor(query: ImpayeQuery): Promise<typeof stored> {
    const isToday = !query.from && (query.to ?? today()) === today();
    return isToday && (await areDuesStored(db, today())) ? stored : workedOut;
  }

  return {
    /** For files, which are made of one moment: the day's end may come while they are. */
    narrow: workedOut.narrow,
    list: async (person: Person, query: ImpayeQuery) => (await readerFor(query)).list(person, query),
    keys: async (person: Person, query: ImpayeQuery, except: readonly number[]) =>
      (await readerFor(query)).keys(person, query, except),
    async totals(person: Person, query: ImpayeQuery): Promise<ImpayeTotals> {
      const reader = await readerFor(query);
      const { source, ...narrowed } = reader.narrow(person, query);
      if (reader === workedOut) return sumRows(db, source, narrowed, impayeList);
      const { attente, ...columns } = impayeList.columns;
      const owed = (queries: Queries): Promise<Omit<ImpayeTotals, 'attente'>> =>
        isByPlace(narrowed)
          ? sumStored(queries, scopeOf(person), query)
          : sumRows(queries, source, narrowed, { columns });
      // few taxpayers have payments waiting: joined to all others, they would take longer than all other sums
      const waiting = {
        ...narrowed,
        conditions: [HAS_WAITING],
        joins: [...(narrowed.joins ?? []), 'attente'],
      };
      return inSnapshot(db, async (queries) => ({
        ...(await owed(queries)),
        attente: (await sumRows<ImpayeTotals>(queries, source, waiting, { columns: { attente } })).attente,
      }));
    },
  };
}
