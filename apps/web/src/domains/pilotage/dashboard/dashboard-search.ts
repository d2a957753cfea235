/** What the dashboard shows, as its address tells it: what its figures are asked about, and the order of its rows. */
import { DASHBOARD_ORDERS, type DashboardOrdre } from '@octroi/contract/pilotage/classeurs/dashboard';
import { type FigureSearch, readFigureSearch } from '../figure-search.ts';

export interface DashboardSearch extends FigureSearch, DashboardOrdre {}

/** Reads the parameters of an address; what makes no sense is left out (`validateSearch`). */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const orderBy = DASHBOARD_ORDERS.find((each) => each === raw.orderBy);
  return {
    ...readFigureSearch(raw),
    orderBy,
    sortOrder: orderBy && raw.sortOrder === 'desc' ? 'desc' : undefined,
  };
}

/** The order after a click on a head: figures begin with the largest, names with the first; again turns it round. */
export function nextOrdre(
  { orderBy, sortOrder }: DashboardOrdre,
  column: DashboardOrdre['orderBy'],
): DashboardOrdre {
  const descending = orderBy === column ? sortOrder !== 'desc' : column !== 'nom';
  return { orderBy: column, sortOrder: descending ? 'desc' : undefined };
}
