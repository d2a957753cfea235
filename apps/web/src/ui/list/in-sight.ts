import { useMemo } from 'react';
import { visibleColumns, isOfSeveral } from '@octroi/contract/platform/listing/columns';
import { isSuperAdmin } from '@octroi/contract/rights';
import { type Session, useSession } from '#src/platform/session.ts';
import type { Column } from './columns.ts';
import type { ListScope } from '#src/platform/resource.ts';

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : value === undefined ? 0 : 1;

/** Number of collectivités in the person's scope; unlimited for a Super Admin. */
export function visibleCollectiviteCount({ user, collectivites, ramifications }: Session): number {
  if (isSuperAdmin(user)) return Infinity;
  return collectivites.length > 0
    ? collectivites.length
    : new Set(ramifications.map(({ entite }) => entite.id)).size;
}

/** The columns to show for the place, as in exported files. @param columns a constant */
export function useVisibleColumns<Row>(
  columns: readonly Column<Row>[],
  query: ListScope | undefined,
): readonly Column<Row>[] {
  const session = useSession();
  const several = isOfSeveral(visibleCollectiviteCount(session), {
    entites: sizeOf(query?.['entite']),
    places: sizeOf(query?.['ms']),
  });
  return useMemo(() => visibleColumns(columns, several), [columns, several]);
}
