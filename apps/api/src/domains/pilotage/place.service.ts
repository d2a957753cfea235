/** Checks the places of figures. */
import type { Scope } from '#src/platform/access/person.ts';
import type { PlaceQuery } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { countUnseen } from './place.repository.ts';

/**
 * Refuses places that are entirely out of scope: zeros would mean that nothing happened there.
 * @throws AppError 404
 */
export async function demandPlace(queries: Queries, scope: Scope, query: PlaceQuery): Promise<void> {
  if ((await countUnseen(queries, scope, query)) > 0) throw notFound();
}
