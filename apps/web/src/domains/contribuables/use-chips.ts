import { cadreOfMaille, parseMaille } from '@octroi/contract/territoire/maille';
import { useExercice } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import type { FigureScope } from '#src/domains/pilotage/index.ts';
import type { ScreenChip } from '#src/ui/list/filter/FilterChips.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { directChip } from '#src/ui/territory/direct-chip.ts';
import type { ContribuablesSearch } from './search.ts';

/** The filters of the address, beside place, period and filter rows, as removable chips. */
export function useChips(search: ContribuablesSearch, { annee, betail }: FigureScope): ScreenChip[] {
  const patch = usePatchSearch();
  const { today } = useSession();
  const { setExercice } = useExercice();
  const present = Number(today.slice(0, 4));
  const chips: ScreenChip[] = [];
  if (search.ms && search.ms.length > 1)
    chips.push({
      key: 'ms',
      label: `${search.ms.length} sous-entités`,
      onRemove: () => patch({ ms: undefined }),
    });
  if (search.direct) chips.push(directChip(patch));
  if (search.statut)
    chips.push({
      key: 'statut',
      label: `Statut = ${search.statut}`,
      onRemove: () => patch({ statut: undefined }),
    });
  if (search.maille)
    chips.push({
      key: 'maille',
      label: placeOnMap(search.maille),
      onRemove: () => patch({ maille: undefined }),
    });
  if (search.base)
    chips.push({ key: 'base', label: 'Par encaissement', onRemove: () => patch({ base: undefined }) });
  if (annee !== present)
    chips.push({
      key: 'annee',
      label: `Exercice ${annee}`,
      onRemove: () => {
        setExercice(present);
        patch({ annee: undefined });
      },
    });
  if (betail !== undefined)
    chips.push({
      key: 'betail',
      label: betail === 1 ? 'Bétail seulement' : 'Sans bétail',
      onRemove: () => patch({ betail: 'tous' }),
    });
  return chips;
}

const degrees = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 4 });

/** A map cell by its bounds in degrees. */
function placeOnMap(text: string): string {
  const maille = parseMaille(text);
  if (!maille) return 'Sans position';
  const { ouest, sud, est, nord } = cadreOfMaille(maille);
  const span = (from: number, to: number): string => `${degrees.format(from)} à ${degrees.format(to)}`;
  return `Carte : latitude ${span(sud, nord)}, longitude ${span(ouest, est)}`;
}
