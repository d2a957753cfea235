import { PAGES } from '@octroi/contract/pages';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';

export { mayRead } from './besoins.ts';
export { helpAt } from './guide.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.aide,
    component: lazyScreen(() => import('./AideScreen.tsx'), 'AideScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.aideEntiere,
    component: lazyScreen(() => import('./AidePageScreen.tsx'), 'AideEntiereScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.aidePage,
    component: lazyScreen(() => import('./AidePageScreen.tsx'), 'AidePageScreen'),
  }),
] as const;
