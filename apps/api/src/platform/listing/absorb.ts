/** Filter rows that say what a parameter of the list says: the list is then counted from stored totals, as by the parameter. */
import { type Day, type FilterRow, isDay } from '@octroi/contract';
import { columnOf, type ListRows } from './listing.ts';

interface Parameters {
  from?: Day | undefined;
  to?: Day | undefined;
  betail?: '0' | '1' | undefined;
}

/** The columns of a list that its parameters filter by. */
interface Absorbed {
  day: string;
  betail?: string;
}

/** The days that a filter row asks for, if it asks for whole days one after another. */
function daysOf({ operator, x, y }: FilterRow): [Day, Day] | undefined {
  if (typeof x !== 'string' || !isDay(x)) return undefined;
  if (operator === 'eq') return [x, x];
  return operator === 'dateBetween' && y !== undefined && isDay(y) && x <= y ? [x, y] : undefined;
}

/**
 * Turns filter rows on the day or the livestock into parameters. Parameters that were given are narrowed by them. Rows of an
 * alternative stay as they are.
 * @throws FilterError for a column that the list does not have
 */
export function absorb<Query extends Parameters>(
  source: Pick<ListRows, 'alias' | 'otherAliases' | 'columns'>,
  given: Query,
  filters: readonly FilterRow[],
  { day, betail }: Absorbed,
): { query: Query; filters: FilterRow[] } {
  const query = { ...given };
  if (filters.some(({ connector }) => connector === 'or')) return { query, filters: [...filters] };
  const rest = filters.filter((row) => {
    const [column] = columnOf(source, row.column);
    if (column === day) {
      const days = daysOf(row);
      if (!days) return true;
      if (query.from === undefined || days[0] > query.from) [query.from] = days;
      if (query.to === undefined || days[1] < query.to) [, query.to] = days;
      return false;
    }
    if (column === betail && (row.operator === 'is null' || row.operator === 'is not null')) {
      const value = row.operator === 'is null' ? '0' : '1';
      if (query.betail !== undefined && query.betail !== value) return true;
      query.betail = value;
      return false;
    }
    return true;
  });
  return { query, filters: rest };
}
