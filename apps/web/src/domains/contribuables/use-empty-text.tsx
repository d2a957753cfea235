import { Button } from '@mantine/core';
import { betailField } from '@octroi/contract/contribuables/columns';
import { useSession } from '#src/platform/session.ts';
import type { FigureScope } from '#src/domains/pilotage/index.ts';
import { type Empty, hiddenBy } from '#src/ui/list/NoRows.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { isToday, rangeWords, searchOfRange, thisYear } from '#src/ui/period/period-search.ts';

/** What the list shows, by livestock filter. */
const WHO = { 0: 'contribuable sans bétail', 1: 'contribuable à bétail' } as const;

/** Labels of that filter. */
const BETAIL = { 0: betailField.without, 1: betailField.with } as const;

/** The text of an empty list. It opens on today, which is often empty, so it offers the year first. */
export function useEmptyText({ range, base, betail, territory }: FigureScope): Empty {
  const { today } = useSession();
  const patch = usePatchSearch();
  const noun = betail === undefined ? 'contribuable' : WHO[betail];
  const sentence = base === 'enrolement' ? `Aucun ${noun} enrôlé` : 'Rien de dû ni d’encaissé';
  const placeSuffix = territory.names.length > 0 ? ` (${territory.names.join(' › ')})` : '';
  const widen = range.from || range.to ? 'Élargissez la période ou retirez' : 'Retirez';
  return (hiding) => {
    // with filters, the text must not claim that there are none
    const title = hiding.length > 0 ? 'Rien trouvé' : `${sentence} ${rangeWords(range, today)}${placeSuffix}`;
    if (isToday(range, today) && hiding.length === 0)
      return {
        title,
        text: 'La liste s’ouvre sur le jour présent : choisissez une autre période pour en voir plus.',
        action: (
          <Button onClick={() => patch({ ...searchOfRange(thisYear(today), today) })}>
            Voir cette année
          </Button>
        ),
      };
    return {
      title,
      text: `${hiddenBy([...hiding, ...(betail === undefined ? [] : [BETAIL[betail]])])} ${widen} un filtre.`,
      action: (
        <Button
          variant="default"
          onClick={() =>
            patch({
              ...searchOfRange({}, today),
              q: undefined,
              f: undefined,
              statut: undefined,
              maille: undefined,
              direct: undefined,
              betail: 'tous',
            })
          }
        >
          Retirer les filtres
        </Button>
      ),
    };
  };
}
