import type { Carte, Mailles } from '@octroi/contract/pilotage/carte';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';
import type { Viewport } from '#src/ui/map/index.ts';
import type { Figured } from '../use-figures.ts';
import { cadreOf } from './cellules.ts';

export interface CarteState {
  /** All that is chosen; absent while it is on its way. */
  carte: Carte | undefined;
  /** The cells in sight; the former ones stay until others come. */
  mailles: Mailles | undefined;
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/** The whole of a selection, and its cells in the part of the map that is in sight. */
export function useCarte({ query, territory }: Figured, viewport: Viewport | undefined): CarteState {
  const { base: _base, ...asked } = query;
  const enabled = !territory.loading && !territory.error;
  const carte = useQuery({
    queryKey: ['statistiques/carte', asked],
    queryFn: ({ signal }) => api.get<Carte>('statistiques/carte', { query: asked, signal }),
    enabled,
  });
  const seen = viewport && { zoom: viewport.zoom, cadre: cadreOf(viewport) };
  const mailles = useQuery({
    queryKey: ['statistiques/carte/mailles', asked, seen],
    queryFn: ({ signal }) =>
      api.get<Mailles>('statistiques/carte/mailles', { query: { ...asked, ...seen }, signal }),
    placeholderData: keepPreviousData,
    enabled: enabled && seen !== undefined,
  });
  return {
    carte: carte.data,
    mailles: mailles.data,
    stale: mailles.isPlaceholderData || carte.isPending,
    error: territory.error ?? carte.error ?? mailles.error,
    retry: () => {
      if (territory.error) territory.retry();
      void carte.refetch();
      if (seen) void mailles.refetch();
    },
  };
}
