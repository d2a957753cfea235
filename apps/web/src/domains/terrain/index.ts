/** The field: agents' devices, and what came from them that somebody must look at. */
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconDeviceMobile } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.terrain.url,
    component: lazyScreen(() => import('./TerrainScreen.tsx'), 'TerrainScreen'),
  }),
] as const;

export const icons = { 'device-mobile': IconDeviceMobile };
