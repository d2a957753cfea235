import { useCallback } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, resourceKey } from '#src/platform/call.ts';
import { sessionQuery } from '#src/platform/session.ts';

/** What a collectivité lacks for a fiscal year; always refetched, because any screen may have changed it. */
export const useEtat = (entite: number | undefined, annee: number) =>
  useQuery({
    ...queryFor('GET /mise-en-service', { query: { entite: entite ?? 0, annee } }),
    enabled: entite !== undefined,
    staleTime: 0,
  });

/** Refreshes all queries after a step has written. */
export function useRefreshAll(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const keys = [
      resourceKey('GET /mise-en-service'),
      resourceKey('GET /entites'),
      resourceKey('GET /ramifications'),
      resourceKey('GET /entite_taxes'),
      resourceKey('GET /users'),
      resourceKey('GET /regies'),
      resourceKey('GET /mandats'),
      sessionQuery.queryKey,
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client]);
}
