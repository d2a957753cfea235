/** The queries of the territory cascade. */
import { type FilterRow, filterParams } from '@octroi/contract/platform/listing/filter';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { queryFor, type Reply, resourceKey } from '#src/platform/call.ts';

export type Ramification = Reply<'GET /ramifications/{id}'>;

/** All children at once (specification 1 section 9). */
const LIMIT = 3000;
const STAY = 60_000;

const listOf = (rows: FilterRow[]) =>
  queryOptions({
    ...queryFor('GET /ramifications', {
      query: {
        orderBy: 'ram.nom',
        itemperpage: LIMIT,
        ...filterParams([...rows, { column: 'ram.enabled', operator: 'eq', x: '1' }]),
      },
    }),
    staleTime: STAY,
    select: ({ data }) => data,
  });

/** The top sub-entities of a collectivité. */
export const topsQuery = (entite: number) =>
  listOf([
    { column: 'ent.id', operator: 'eq', x: String(entite) },
    { column: 'p.id', operator: 'is null' },
  ]);

/** The children of some sub-entities. */
export const childrenQuery = (parents: readonly number[]) =>
  listOf([{ column: 'p.id', operator: 'in', x: parents.map(String) }]);

/** The sub-entities that the person is attached to. */
export const ownQuery = (ids: readonly number[]) =>
  listOf([{ column: 'ram.id', operator: 'in', x: ids.map(String) }]);

const recordQuery = (id: number) => ({
  ...queryFor('GET /ramifications/{id}', { params: { id } }),
  staleTime: STAY,
});

/** Cache key of a sub-entity's path. */
export const chainKey = (id: number) => [...resourceKey('GET /ramifications/{id}'), 'chaine', id] as const;

/**
 * A sub-entity and its ancestors, highest first.
 * @param roots sub-entities of a limited person: their ancestors are not visible
 */
export const chainQuery = (client: QueryClient, id: number, roots: readonly number[]) =>
  queryOptions({
    queryKey: chainKey(id),
    staleTime: STAY,
    queryFn: async () => {
      const chain: Ramification[] = [];
      for (let next: number | undefined = id; next;) {
        const place: Ramification = await client.ensureQueryData(recordQuery(next));
        chain.unshift(place);
        next = roots.includes(place.id) ? undefined : place.parent?.id;
      }
      return chain;
    },
  });
