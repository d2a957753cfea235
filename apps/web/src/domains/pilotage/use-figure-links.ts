import { useExercice } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { type Counted, contribuablesOf, type ListAddress } from './figure-links.ts';
import type { FigureScope } from './use-figures.ts';

type LinkTo = (
  place: Pick<Counted, 'entite' | 'ms' | 'direct'>,
  figure: 'contribuables' | 'montant',
) => ListAddress;

/** Builds the links to the lists behind the figures on screen, for any place. */
export function useFigureLinks({ range, annee, base, betail }: FigureScope): LinkTo {
  const { today } = useSession();
  const { exercice } = useExercice();
  const years = { present: Number(today.slice(0, 4)), exercice };
  return (place, figure) => contribuablesOf({ ...place, range, annee, base, betail }, figure, years);
}
