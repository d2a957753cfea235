import { createRoute } from '@tanstack/react-router';
import { IconFileDownload } from '@tabler/icons-react';
import { lazyScreen } from '#src/app/lazy-screen.tsx';
import type { NavigationEntry } from '#src/app/navigation.ts';
import { shellRoute } from '#src/app/routes.ts';

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
