import { createRoute, notFound } from '@tanstack/react-router';
import { IconChartLine, IconLayoutDashboard, IconMap } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { readCarteSearch } from './carte/search.ts';
import { readFigureSearch } from './figure-search.ts';
import { navigation as statistiqueEntries, routes as statistiqueRoutes } from './statistiques/index.ts';

export { type Betail, type FigureSearch, readFigureSearch } from './figure-search.ts';
export { type Figured, useFigured } from './use-figures.ts';

const component = lazyScreen(() => import('./DashboardScreen.tsx'), 'DashboardScreen');

export const routes = [
  createRoute({ getParentRoute: () => shellRoute, path: '/', validateSearch: readFigureSearch, component }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/$id',
    validateSearch: readFigureSearch,
    beforeLoad: ({ params }) => {
      // Any other unknown address comes here as well.
      if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound();
    },
    component,
  }),
  ...statistiqueRoutes,
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/carte',
    validateSearch: readCarteSearch,
    component: lazyScreen(() => import('./carte/CarteScreen.tsx'), 'CarteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/rythme',
    validateSearch: readFigureSearch,
    component: lazyScreen(() => import('./rythme/RythmeScreen.tsx'), 'RythmeScreen'),
  }),
] as const;

export const navigation: NavigationEntry[] = [
  {
    label: 'Tableau de bord',
    to: '/',
    navigation: 'tableau-de-bord',
    permission: 'Voir',
    group: 'accueil',
    icon: IconLayoutDashboard,
  },
  ...statistiqueEntries,
  {
    label: 'Carte de situation',
    to: '/statistiques/carte',
    navigation: 'carte',
    permission: 'Voir',
    group: 'statistiques',
    icon: IconMap,
  },
  {
    label: 'Rythme du recouvrement',
    to: '/statistiques/rythme',
    navigation: 'rythme',
    permission: 'Voir',
    group: 'statistiques',
    icon: IconChartLine,
  },
];
