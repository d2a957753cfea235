/** The places chosen in a query, within the person's scope. */
import { type FigureQuery, isOfSeveral } from '@octroi/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { oneOf, placeCondition, type Scope } from './person.ts';

export type PlaceQuery = Pick<FigureQuery, 'entite' | 'ramification' | 'ms'> & {
  /** `1`: only the sub-entities of `ms` themselves, without those below. */
  direct?: '0' | '1' | undefined;
};

/** Whether the rows may belong to several collectivités. */
export const asksSeveral = (scope: Scope, query: PlaceQuery): boolean =>
  isOfSeveral(scope.kind === 'all' ? Infinity : scope.entites.length, {
    entites: query.entite?.length ?? 0,
    places: Math.min(...subtreesOf(query).map(({ length }) => length), Infinity),
  });

/** The subtrees of a query, one list of roots each; a sub-entity must be in all of them. */
export const subtreesOf = ({ ramification, ms }: PlaceQuery): number[][] =>
  [ramification, ms].filter((ids): ids is number[] => ids !== undefined && ids.length > 0);

/** Conditions that a record at `entiteId` and `ramificationId` is in the place of the query and in the scope. */
export function placeConditions(
  scope: Scope,
  query: PlaceQuery,
  entiteId: Expression<unknown>,
  ramificationId: Expression<unknown>,
): RawBuilder<boolean>[] {
  const conditions = [placeCondition(scope, entiteId, ramificationId)];
  if (query.entite && query.entite.length > 0) conditions.push(oneOf(entiteId, query.entite));
  if (query.direct === '1' && query.ms && query.ms.length > 0)
    conditions.push(oneOf(ramificationId, query.ms));
  for (const ids of subtreesOf(query))
    conditions.push(sql<boolean>`${ramificationId} in (
      select descendant_id from ramification_descendance where ancetre_id = any(${ids}::int[]))`);
  return conditions;
}
