import { Button } from '@mantine/core';
import { useSession } from '#src/platform/session.ts';
import type { Figured } from '#src/domains/pilotage/index.ts';
import type { EmptyText } from '#src/ui/list/NoRows.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { isToday, rangeWords, searchOfRange, thisYear } from '#src/ui/period/period-search.ts';
import type { ContribuablesSearch } from './search.ts';

/** What an empty list says: it opens on today, which is often empty, so it offers the year first. */
export function useEmptyText(search: ContribuablesSearch, { range, base, territory }: Figured): EmptyText {
  const { today } = useSession();
  const patch = usePatchSearch();
  const filtered = search.statut !== undefined || search.q !== undefined || (search.f ?? []).length > 0;
  const what = base === 'enrolement' ? 'Aucun contribuable enrôlé' : 'Rien de dû ni d’encaissé';
  const where = territory.names.length > 0 ? ` (${territory.names.join(' › ')})` : '';
  // Where a filter may have hidden them, nobody says that there are none.
  const title = filtered ? 'Rien trouvé' : `${what} ${rangeWords(range, today)}${where}`;
  if (isToday(range, today) && !filtered)
    return {
      title,
      text: 'La liste s’ouvre sur le jour présent : choisissez une autre période pour en voir plus.',
      action: (
        <Button onClick={() => patch({ ...searchOfRange(thisYear(today), today) })}>Voir cette année</Button>
      ),
    };
  return {
    title,
    text: 'Aucune ligne ne répond à ces critères. Élargissez la période ou retirez un filtre.',
    action: (
      <Button
        variant="default"
        onClick={() =>
          patch({
            ...searchOfRange({}, today),
            q: undefined,
            f: undefined,
            statut: undefined,
            betail: 'tous',
          })
        }
      >
        Retirer les filtres
      </Button>
    ),
  };
}
