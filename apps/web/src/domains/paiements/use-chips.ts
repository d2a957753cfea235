import { A_CLASSER, RECETTES_A_CLASSER } from '@octroi/contract/paiements/rules';
import type { ScreenChip } from '#src/ui/list/filter/FilterChips.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { directChip } from '#src/ui/territory/direct-chip.ts';
import type { TransactionsSearch } from './search.ts';

/** The filters of the address, beside place, period and filter rows, as removable chips. */
export function useChips({ ms, direct, betail, aClasser }: TransactionsSearch): ScreenChip[] {
  const patch = usePatchSearch();
  const chips: ScreenChip[] = [];
  if (ms && ms.length > 1)
    chips.push({ key: 'ms', label: `${ms.length} sous-entités`, onRemove: () => patch({ ms: undefined }) });
  if (direct) chips.push(directChip(patch));
  if (betail === 0 || betail === 1)
    chips.push({
      key: 'betail',
      label: betail === 1 ? 'Bétail seulement' : 'Sans bétail',
      onRemove: () => patch({ betail: undefined }),
    });
  if (aClasser)
    chips.push({
      key: 'aClasser',
      label: aClasser === 'ouverts' ? A_CLASSER : RECETTES_A_CLASSER,
      onRemove: () => patch({ aClasser: undefined }),
    });
  return chips;
}
