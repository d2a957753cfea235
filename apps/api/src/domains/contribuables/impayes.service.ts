/** Who owes on a day (specification 2 section 2.14). */
import { impayeList, type ImpayeQuery, type ImpayeRow, type ImpayeTotals } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { type Database, inSnapshot, type Queries } from '#src/platform/database/database.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { type Narrowed, narrowingOf, sumRows } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { areDuesStored, type DueSource, HAS_WAITING, impayeSource, sumStored } from './impayes.repository.ts';

/** Whether nothing but place and day narrow a list: then the totals by place know its sums. */
const areSumsStored = (
  { from }: ImpayeQuery,
  { filters, words }: Pick<Narrowed, 'filters' | 'words'>,
): boolean => from === undefined && filters.length === 0 && words === undefined;

/** @param today the day that is meant where none is said */
export function impayeService(db: Database, today: () => string) {
  const dayOf = (query: ImpayeQuery): string => query.to ?? today();
  const sums = (
    queries: Queries,
    person: Person,
    query: ImpayeQuery,
  ): Promise<Omit<ImpayeTotals, 'attente'>> => sumStored(queries, scopeOf(person), query, dayOf(query));

  const readerFrom = (dues: DueSource) =>
    readerOf(db, (person: Person, query: ImpayeQuery): NarrowedList<ImpayeRow> => {
      demand(person, 'contribuables', 'Lister');
      const source = impayeSource(scopeOf(person), query, dayOf(query), dues);
      const narrowing = narrowingOf(query);
      const count = areSumsStored(query, narrowing)
        ? async () => (await sums(db, person, query)).total_records
        : undefined;
      return { source: keptTo(source, query), conditions: [], ...narrowing, count };
    });
  const readers = { stored: readerFrom('stored'), day: readerFrom('day'), days: readerFrom('days') };
  type Reader = typeof readers.stored;
  const workedOutFor = (query: ImpayeQuery): Reader => (query.from ? readers.days : readers.day);

  async function readerFor(query: ImpayeQuery): Promise<Reader> {
    const isToday = !query.from && dayOf(query) === today();
    return isToday && (await areDuesStored(db, today())) ? readers.stored : workedOutFor(query);
  }

  return {
    /** For files, which are made of one moment: the day's end may come while they are. */
    narrow: (person: Person, query: ImpayeQuery) => workedOutFor(query).narrow(person, query),
    list: async (person: Person, query: ImpayeQuery) => (await readerFor(query)).list(person, query),
    keys: async (person: Person, query: ImpayeQuery, except: readonly number[]) =>
      (await readerFor(query)).keys(person, query, except),
    async totals(person: Person, query: ImpayeQuery): Promise<ImpayeTotals> {
      const { source, ...narrowed } = (await readerFor(query)).narrow(person, query);
      const { attente, ...columns } = impayeList.columns;
      // few taxpayers have payments waiting: joined to all others, they would take longer than all other sums
      const waiting = {
        ...narrowed,
        conditions: [HAS_WAITING],
        joins: [...(narrowed.joins ?? []), 'attente'],
      };
      return inSnapshot(db, async (queries) => ({
        ...(areSumsStored(query, narrowed)
          ? await sums(queries, person, query)
          : await sumRows<Omit<ImpayeTotals, 'attente'>>(queries, source, narrowed, { columns })),
        attente: (await sumRows<ImpayeTotals>(queries, source, waiting, { columns: { attente } })).attente,
      }));
    },
  };
}
