import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import {
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconChartPie,
  IconCreditCard,
  IconLayoutDashboard,
  IconMap,
  IconMap2,
  IconSunrise,
  IconUserDollar,
  IconUserSearch,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readCarteSearch } from './carte/search.ts';
import { readDashboardSearch } from './dashboard/dashboard-search.ts';
import { readFigureSearch } from './figure-search.ts';
import { routes as statistiqueRoutes } from './statistiques/index.ts';

export { type Betail, type FigureSearch, readFigureSearch } from './figure-search.ts';
export { type FigureScope, useFigureScope } from './use-figures.ts';

const component = lazyScreen(() => import('./dashboard/DashboardScreen.tsx'), 'DashboardScreen');

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.journee.url,
    component: lazyScreen(() => import('./journee/JourneeScreen.tsx'), 'JourneeScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['tableau-de-bord'].url,
    validateSearch: readDashboardSearch,
    component,
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.place,
    validateSearch: readDashboardSearch,
    // any other path is unknown (`unknownRoute` in router.tsx)
    params: { parse: ({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? { id } : false) },
    component,
  }),
  ...statistiqueRoutes,
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.carte.url,
    validateSearch: readCarteSearch,
    component: lazyScreen(() => import('./carte/CarteScreen.tsx'), 'CarteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.rythme.url,
    validateSearch: readFigureSearch,
    component: lazyScreen(() => import('./rythme/RythmeScreen.tsx'), 'RythmeScreen'),
  }),
] as const;

/** Icons of its screens in the side menu. */
export const icons = {
  sunrise: IconSunrise,
  'layout-dashboard': IconLayoutDashboard,
  'chart-bar': IconChartBar,
  'user-search': IconUserSearch,
  'chart-pie': IconChartPie,
  'credit-card': IconCreditCard,
  'map-2': IconMap2,
  'user-dollar': IconUserDollar,
  'chart-donut': IconChartDonut,
  map: IconMap,
  'chart-line': IconChartLine,
};
