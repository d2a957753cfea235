import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { readTerritorySearch } from '#src/ui/territory/territory-search.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.suspensions.url,
    validateSearch: (raw: Record<string, unknown>) => ({
      ...readListSearch(raw),
      ...readTerritorySearch(raw),
    }),
    component: lazyScreen(() => import('./SuspensionListScreen.tsx'), 'SuspensionListScreen'),
  }),
] as const;
