/** Collection: tours of visits to debtors. */
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconMailCheck, IconRoute } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { ListAct } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { readAvisRemisSearch, readTourneesSearch } from './search.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.tournees.url,
    validateSearch: readTourneesSearch,
    component: lazyScreen(() => import('./TourneeListScreen.tsx'), 'TourneeListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.tournee,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./TourneeScreen.tsx'), 'TourneeScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['avis-distribues'].url,
    validateSearch: readAvisRemisSearch,
    component: lazyScreen(() => import('./distribution/AvisRemisListScreen.tsx'), 'AvisRemisListScreen'),
  }),
] as const;

/** Acts on ticked taxpayers, or on those of a report. */
export const contribuableActs: readonly ListAct[] = [
  {
    label: 'Préparer une tournée',
    icon: IconRoute,
    right: ['tournees', 'Créer'],
    run: async ({ body }) => (await import('./prepare.tsx')).prepareTournee(body),
  },
];

/** Icons of its screens in the side menu. */
export const icons = { route: IconRoute, 'mail-check': IconMailCheck };

export { journeeTiles } from './journee.ts';
