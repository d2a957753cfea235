/** The dashboard's address: the scope of its figures, and the order of its rows. */
import { DASHBOARD_ORDERS, type DashboardOrdre } from '@octroi/contract/pilotage/classeurs/dashboard';
import { type FigureSearch, readFigureSearch } from '../figure-search.ts';

export interface DashboardSearch extends FigureSearch, DashboardOrdre {}

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const orderBy = DASHBOARD_ORDERS.find((each) => each === raw.orderBy);
  return {
    ...readFigureSearch(raw),
    orderBy,
    sortOrder: orderBy && raw.sortOrder === 'desc' ? 'desc' : undefined,
  };
}

/** The order after a click on a heading: figures descending first, names ascending first; a second click reverses. */
export function nextOrdre(
  { orderBy, sortOrder }: DashboardOrdre,
  column: DashboardOrdre['orderBy'],
): DashboardOrdre {
  const descending = orderBy === column ? sortOrder !== 'desc' : column !== 'nom';
  return { orderBy: column, sortOrder: descending ? 'desc' : undefined };
}
