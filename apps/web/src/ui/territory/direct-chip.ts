import type { AnySearch } from '#src/platform/address.ts';
import type { ScreenChip } from '../list/filter/FilterChips.tsx';

/** Says that a list leaves out what lies beneath the chosen sub-entity; the cross takes that in again. */
export const directChip = (patch: (search: AnySearch) => void): ScreenChip => ({
  key: 'direct',
  label: 'Directement, sans les sous-entités',
  onRemove: () => patch({ direct: undefined }),
});
