import type { Carte, Contours, Mailles } from '@octroi/contract/pilotage/carte';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Query } from '#src/platform/api.ts';
import { asks } from '#src/platform/call.ts';
import type { Viewport } from '#src/ui/map/index.ts';
import type { Figured } from '../use-figures.ts';
import { cadreOf, niveauOf } from './cellules.ts';

export interface CarteState {
  /** All that is chosen; absent while it is on its way. */
  carte: Carte | undefined;
  /** The cells in sight; the former ones stay until others come. */
  mailles: Mailles | undefined;
  /** The outlines in sight, likewise. */
  contours: Contours | undefined;
  /** What the cells in sight were asked for with. */
  asked: Query;
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/** The whole of a selection, and its cells in the part of the map that is in sight. */
export function useCarte({ query, territory }: Figured, viewport: Viewport | undefined): CarteState {
  const { base: _base, ...asked } = query;
  const enabled = !territory.loading && !territory.error;
  const carte = useQuery({
    ...asks('GET /statistiques/carte', { query: asked }),
    enabled,
  });
  const seen = { zoom: viewport?.zoom ?? 0, cadre: viewport ? cadreOf(viewport) : '' };
  const mailles = useQuery({
    ...asks('GET /statistiques/carte/mailles', { query: { ...asked, ...seen } }),
    placeholderData: keepPreviousData,
    enabled: enabled && viewport !== undefined,
  });
  const { zoom, cadre } = seen;
  const contours = useQuery({
    ...asks('GET /statistiques/carte/contours', { query: { ...asked, cadre, niveau: niveauOf(zoom) } }),
    placeholderData: keepPreviousData,
    enabled: enabled && viewport !== undefined,
  });
  return {
    carte: carte.data,
    contours: contours.data,
    mailles: mailles.data,
    asked: { ...asked, ...seen },
    stale: mailles.isPlaceholderData || carte.isPending,
    error: territory.error ?? carte.error ?? mailles.error,
    retry: () => {
      if (territory.error) territory.retry();
      void carte.refetch();
      if (viewport) void mailles.refetch();
    },
  };
}
