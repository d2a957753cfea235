import { type StatutContribuable, STATUTS_CONTRIBUABLE } from '@octroi/contract/constants';
import { lireMaille, SANS_POSITION } from '@octroi/contract/maille';
import { createRoute } from '@tanstack/react-router';
import { IconUsersGroup } from '@tabler/icons-react';
import { lazyScreen } from '#src/app/lazy-screen.tsx';
import type { NavigationEntry } from '#src/app/navigation.ts';
import { shellRoute } from '#src/app/routes.ts';
import { readFicheSearch } from './fiche-search.ts';
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';

export interface ContribuablesSearch extends ListSearch, FigureSearch {
  statut?: StatutContribuable | undefined;
  /** A cell of the map, or `aucune` for those without a position. */
  maille?: string | undefined;
}

const readMaille = (raw: unknown): string | undefined =>
  typeof raw === 'string' && (raw === SANS_POSITION || lireMaille(raw)) ? raw : undefined;

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables',
    validateSearch: (raw: Record<string, unknown>): ContribuablesSearch => ({
      ...readListSearch(raw),
      ...readFigureSearch(raw),
      statut: STATUTS_CONTRIBUABLE.find((statut) => statut === raw.statut),
      maille: readMaille(raw.maille),
    }),
    component: lazyScreen(() => import('./ContribuableListScreen.tsx'), 'ContribuableListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/profile/$id',
    validateSearch: readFicheSearch,
    component: lazyScreen(() => import('./ContribuableScreen.tsx'), 'ContribuableScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/individuel/$id',
    component: lazyScreen(() => import('./IndividuelScreen.tsx'), 'IndividuelScreen'),
  }),
] as const;

export const navigation: NavigationEntry[] = [
  {
    label: 'Contribuables',
    to: '/contribuables',
    navigation: 'contribuables',
    group: 'collectivite',
    icon: IconUsersGroup,
  },
];
