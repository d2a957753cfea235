/** Who owes on a day (specification 2 section 2.14). */
import { impayeList, type ImpayeQuery, type ImpayeRow, type ImpayeTotals } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { type Database, inSnapshot } from '#src/platform/database/database.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { narrowingOf, sumRows } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { areDuesStored, HAS_WAITING, impayeSource } from './impayes.repository.ts';

/** @param today the day that is meant where none is said */
export function impayeService(db: Database, today: () => string) {
  /** @param isStored whether what is owed on the day is stored */
  const readerFrom = (isStored: boolean) =>
    readerOf(db, (person: Person, query: ImpayeQuery): NarrowedList<ImpayeRow> => {
      demand(person, 'contribuables', 'Lister');
      const source = impayeSource(scopeOf(person), query, query.to ?? today(), isStored);
      const narrowing = narrowingOf(query);
      const joins = narrowing.words === undefined ? [] : ['contrib'];
      return { source: keptTo(source, query), conditions: [], joins, ...narrowing };
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
      // few taxpayers have payments waiting: joined to all others, they would take longer than all other sums
      const { attente, ...columns } = impayeList.columns;
      const waiting = {
        ...narrowed,
        conditions: [HAS_WAITING],
        joins: [...(narrowed.joins ?? []), 'attente'],
      };
      return inSnapshot(db, async (queries) => ({
        ...(await sumRows<Omit<ImpayeTotals, 'attente'>>(queries, source, narrowed, { columns })),
        attente: (await sumRows<ImpayeTotals>(queries, source, waiting, { columns: { attente } })).attente,
      }));
    },
  };
}
