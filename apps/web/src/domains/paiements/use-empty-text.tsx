import { Button } from '@mantine/core';
import { useSession } from '#src/platform/session.ts';
import { type Empty, hiddenBy } from '#src/ui/list/NoRows.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { isToday, searchOfRange, thisYear } from '#src/ui/period/period-search.ts';

/** The list opens on today: an empty day offers the year. @param noun noun of the rows, in the singular */
export function useEmptyText(range: OpenRange, noun: string): Empty | undefined {
  const { today } = useSession();
  const patch = usePatchSearch();
  if (!isToday(range, today)) return undefined;
  return (hiding) => ({
    title: hiding.length > 0 ? "Rien trouvé aujourd'hui" : `Aucune ${noun} aujourd'hui`,
    text: `La liste s’ouvre sur le jour présent. ${hiding.length > 0 ? hiddenBy(hiding) : ''}`.trim(),
    action: (
      <Button onClick={() => patch({ ...searchOfRange(thisYear(today), today) })}>Voir cette année</Button>
    ),
  });
}
