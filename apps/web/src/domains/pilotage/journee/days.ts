/** The days compared on « Ma journée », each with the query of its payments. */
import { addDays, type DayRange, periodRange } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { queryTogether } from '#src/platform/together.ts';
import { useSession } from '#src/platform/session.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import type { CallQuery, Scoped } from '../statistiques/declaration.ts';

/** Complete days before today that are drawn. */
export const DAYS = 14;
const WEEK = 7;
export const TODAY = 'aujourdhui';
const WEEKDAY = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' });

interface Column {
  id: string;
  label: string;
  range: DayRange;
}

/** Yesterday, today, and the same day last week. */
function columnsOf(today: string): Column[] {
  const before = addDays(today, -WEEK);
  const name = WEEKDAY.format(new Date(`${before}T00:00:00Z`));
  return [
    { id: 'hier', label: 'Hier', range: periodRange('hier', today) },
    { id: TODAY, label: "Aujourd'hui", range: periodRange(TODAY, today) },
    {
      id: 'memeJour',
      label: `${name.charAt(0).toUpperCase()}${name.slice(1)} dernier`,
      range: { from: before, to: before },
    },
  ];
}

export interface JourneeDays {
  id: string;
  label: string;
  scoped: Scoped;
  query: Omit<CallQuery, 'pas' | 'agent'>;
}

/** Yesterday, today and the same day last week of a place, without livestock as in all figures. */
export function useDays(territory: Territory): JourneeDays[] {
  const { today } = useSession();
  const place = { entite: territory.entiteId, ms: territory.ms };
  return columnsOf(today).map(({ id, label, range }) => ({
    id,
    label,
    scoped: { ...place, range, betail: 0, agent: undefined },
    query: { ...place, ms: place.ms.length > 0 ? place.ms : undefined, ...range, betail: 0 },
  }));
}

/** What each day brought, by method, from fourteen days ago until today: one request for the cards that need some. */
export function useReceipts(territory: Territory) {
  const { today } = useSession();
  const query = {
    entite: territory.entiteId,
    ms: territory.ms.length > 0 ? territory.ms : undefined,
    from: addDays(today, -DAYS),
    to: today,
    betail: 0,
    pas: 'jour',
  } as const;
  return useQuery(queryTogether('GET /statistiques/transactions/moyen-par-paiement', { query }));
}
