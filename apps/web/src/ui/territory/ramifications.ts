/** Sub-entities as the cascade asks for them. */
import { type FilterRow, filterQuery } from '@octroi/contract/filter';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';

export interface Place {
  id: number;
  nom: string;
}

export interface Ramification extends Place {
  entite: Place;
  parent: Place | null;
  /** Département, Quartier, Zone or Secteur. */
  type: Place;
}

/** All children at once (specification 1 section 9). */
const LIMIT = 3000;
const STAY = 60_000;

const listOf = (key: readonly unknown[], rows: FilterRow[]) =>
  queryOptions({
    queryKey: ['ramifications', ...key],
    staleTime: STAY,
    queryFn: async ({ signal }) => {
      const query: [string, string][] = [
        ['orderBy', 'ram.nom'],
        ['itemperpage', String(LIMIT)],
        ...filterQuery([...rows, { column: 'ram.enabled', operator: 'eq', x: '1' }]),
      ];
      const { data } = await api.get<{ data: Ramification[] }>('ramifications', { query, signal });
      return data;
    },
  });

/** The highest sub-entities of a collectivité. */
export const topsQuery = (entite: number) =>
  listOf(
    ['tetes', entite],
    [
      { column: 'ent.id', operator: 'eq', x: String(entite) },
      { column: 'p.id', operator: 'is null' },
    ],
  );

export const childrenQuery = (parent: number) =>
  listOf(['enfants', parent], [{ column: 'p.id', operator: 'eq', x: String(parent) }]);

/** The sub-entities that a person is attached to. */
export const ownQuery = (ids: readonly number[]) =>
  listOf(['propres', ids], [{ column: 'ram.id', operator: 'in', x: ids.map(String) }]);

const recordQuery = (id: number) =>
  queryOptions({
    queryKey: ['ramifications', 'fiche', id],
    staleTime: STAY,
    queryFn: ({ signal }) => api.get<Ramification>(`ramifications/${id}`, { signal }),
  });

/**
 * A sub-entity and those above it, the highest first.
 * @param roots what the person is attached to, if to sub-entities alone: above them nothing is in sight
 */
export const chainQuery = (client: QueryClient, id: number, roots: readonly number[]) =>
  queryOptions({
    queryKey: ['ramifications', 'chaine', id],
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
