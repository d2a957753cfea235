/** What lies in a cell of the map, or nowhere on it, as a condition on a position. */
import { cadreOfMaille, type Maille, SANS_POSITION } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';

export function inMaille(
  maille: Maille | typeof SANS_POSITION,
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (maille === SANS_POSITION) return sql`(${latitude} is null or ${longitude} is null)`;
  const { ouest, sud, est, nord } = cadreOfMaille(maille);
  return sql`(${latitude} >= ${sud}::float8 and ${latitude} < ${nord}::float8
    and ${longitude} >= ${ouest}::float8 and ${longitude} < ${est}::float8)`;
}
