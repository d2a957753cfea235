import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.exports.url,
    component: lazyScreen(() => import('./ExportsScreen.tsx'), 'ExportsScreen'),
  }),
] as const;
