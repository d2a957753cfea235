/** The days that the day's page tells of, each with what the list of its payments is asked by. */
import { periodRange } from '@octroi/contract/period';
import { useSession } from '#src/platform/session.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import type { CallQuery, Scoped } from '../statistiques/declaration.ts';

export const COLUMNS = [
  { id: 'hier', label: 'Hier' },
  { id: 'aujourdhui', label: "Aujourd'hui" },
  { id: 'cetteSemaine', label: 'Cette semaine' },
] as const;

export interface JourneeDays {
  id: (typeof COLUMNS)[number]['id'];
  label: string;
  scoped: Scoped;
  query: Omit<CallQuery, 'pas' | 'agent'>;
}

/** Yesterday, today and this week in a place, livestock apart like in all figures. */
export function useDays(territory: Territory): JourneeDays[] {
  const { today } = useSession();
  const place = { entite: territory.asked, ms: territory.ms };
  return COLUMNS.map(({ id, label }) => {
    const range = periodRange(id, today);
    return {
      id,
      label,
      scoped: { ...place, range, betail: 0, agent: undefined },
      query: { ...place, ms: place.ms.length > 0 ? place.ms : undefined, ...range, betail: 0 },
    };
  });
}
