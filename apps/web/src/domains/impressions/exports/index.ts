import { createRoute } from '@tanstack/react-router';
import { IconFileDownload } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/exports',
    component: lazyScreen(() => import('./ExportsScreen.tsx'), 'ExportsScreen'),
  }),
] as const;

export const navigation: NavigationEntry[] = [
  { label: 'Mes exports', to: '/exports', group: 'impressions', icon: IconFileDownload },
];
