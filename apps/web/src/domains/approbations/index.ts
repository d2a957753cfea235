import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconChecks, IconShieldCheck } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';

const seuils = resourceScreens(SCREENS['seuils-approbation'], {
  load: async () => (await import('./seuils.ts')).default,
});

export const routes = [
  ...seuils,
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.approbations.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./ApprobationListScreen.tsx'), 'ApprobationListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.approbation,
    component: lazyScreen(() => import('./ApprobationScreen.tsx'), 'ApprobationScreen'),
  }),
] as const;

/** Icons of its screens in the side menu. */
export const icons = { checks: IconChecks, 'shield-check': IconShieldCheck };

export { journeeTiles } from './journee.ts';
