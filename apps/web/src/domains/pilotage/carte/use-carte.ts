import type { Carte, Contours, LieuxCarte, Mailles } from '@octroi/contract/pilotage/carte';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Query } from '#src/platform/api.ts';
import { queryFor } from '#src/platform/call.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';
import type { Viewport } from '#src/ui/map/index.ts';
import type { FigureScope } from '../use-figures.ts';
import { cadreOf, niveauOf, ZOOM_CONTOURS } from './cellules.ts';

export interface CarteState {
  /** The whole selection; absent while loading. */
  carte: Carte | undefined;
  /** The visible cells; the previous ones stay until new ones arrive. */
  mailles: Mailles | undefined;
  /** The visible outlines, likewise. */
  contours: Contours | undefined;
  /** The places right below the selection. */
  lieux: LieuxCarte | undefined;
  /** The query of the visible cells. */
  cellQuery: Query;
  stale: boolean;
  failure: Failure | undefined;
  /** The map is whole without outlines. */
  contoursFailure: Failure | undefined;
}

/** The totals of a selection, and its cells in the visible part of the map. */
export function useCarte({ query, territory }: FigureScope, viewport: Viewport | undefined): CarteState {
  const { base: _base, ...cellQuery } = query;
  const enabled = !territory.loading && !territory.failure;
  const carte = useQuery({
    ...queryFor('GET /statistiques/carte', { query: cellQuery }),
    enabled,
  });
  const lieux = useQuery({
    ...queryFor('GET /statistiques/carte/lieux', { query: cellQuery }),
    enabled,
  });
  const view = { zoom: viewport?.zoom ?? 0, cadre: viewport ? cadreOf(viewport) : '' };
  const mailles = useQuery({
    ...queryFor('GET /statistiques/carte/mailles', { query: { ...cellQuery, ...view } }),
    placeholderData: keepPreviousData,
    enabled: enabled && viewport !== undefined,
  });
  const { zoom, cadre } = view;
  const contours = useQuery({
    ...queryFor('GET /statistiques/carte/contours', {
      query: { ...cellQuery, cadre, niveau: niveauOf(zoom) },
    }),
    placeholderData: keepPreviousData,
    enabled: enabled && viewport !== undefined && zoom >= ZOOM_CONTOURS,
  });
  return {
    carte: carte.data,
    contours: zoom >= ZOOM_CONTOURS ? contours.data : undefined,
    lieux: lieux.data,
    mailles: mailles.data,
    cellQuery: { ...cellQuery, ...view },
    stale: mailles.isPlaceholderData || carte.isPending,
    failure: territory.failure ?? failureOf(carte, lieux, mailles),
    contoursFailure: failureOf(contours),
  };
}
