import { useMemo } from 'react';
import { inSight, isOfSeveral } from '@octroi/contract/columns';
import { isSuperAdmin } from '@octroi/contract/rights';
import { useSession } from '#src/platform/session.ts';
import type { Column } from './columns.ts';
import type { Narrowing } from '#src/platform/resource.ts';

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : value === undefined ? 0 : 1;

/** The columns that tell something in a list of that place, as its files have them. @param columns a constant */
export function useInSight<Row>(
  columns: readonly Column<Row>[],
  query: Narrowing | undefined,
): readonly Column<Row>[] {
  const { user, collectivites, ramifications } = useSession();
  const own =
    collectivites.length > 0
      ? collectivites.length
      : new Set(ramifications.map(({ entite }) => entite.id)).size;
  const several = isOfSeveral(isSuperAdmin(user) ? Infinity : own, {
    entites: sizeOf(query?.['entite']),
    places: sizeOf(query?.['ms']),
  });
  return useMemo(() => inSight(columns, several), [columns, several]);
}
