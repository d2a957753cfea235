import { Button } from '@mantine/core';
import { useSession } from '#src/platform/session.ts';
import type { EmptyText } from '#src/ui/list/NoRows.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import type { OpenRange } from '@octroi/contract/period';
import { isToday, searchOfRange, thisYear } from '#src/ui/period/period-search.ts';

/** The list opens on today: a day without payments says so and offers the year. */
export function useEmptyText(range: OpenRange): EmptyText | undefined {
  const { today } = useSession();
  const patch = usePatchSearch();
  if (!isToday(range, today)) return undefined;
  return {
    title: "Aucune transaction aujourd'hui",
    text: 'La liste s’ouvre sur le jour présent, avec les filtres ci-dessus.',
    action: (
      <Button onClick={() => patch({ ...searchOfRange(thisYear(today), today) })}>Voir cette année</Button>
    ),
  };
}
