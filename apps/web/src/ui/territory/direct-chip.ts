import type { AnySearch } from '#src/platform/address.ts';
import type { ScreenChip } from '../list/filter/FilterChips.tsx';

/** A chip for lists limited to the sub-entity itself; removing it includes its children. */
export const directChip = (patch: (search: AnySearch) => void): ScreenChip => ({
  key: 'direct',
  label: 'Directement, sans les sous-entités',
  onRemove: () => patch({ direct: undefined }),
});
