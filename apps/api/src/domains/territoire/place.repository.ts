/** Where somebody or something may be put. */
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** The collectivité of a sub-entity that is seen; undefined where there is none. */
export async function entiteOfPlace(
  queries: Queries,
  scope: Scope,
  ramificationId: number,
): Promise<number | undefined> {
  const place = await queries
    .selectFrom('ramification')
    .select('entite_id')
    .where('id', '=', ramificationId)
    .where('technique', '=', false)
    .where((eb) => placeCondition(scope, eb.ref('entite_id'), eb.ref('id')))
    .executeTakeFirst();
  return place?.entite_id;
}
