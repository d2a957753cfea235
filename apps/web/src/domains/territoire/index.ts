import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconBuildingCommunity, IconBuildingEstate, IconHierarchy2, IconSitemap } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { readTerritorySearch } from '#src/ui/territory/territory-search.ts';

const villes = resourceScreens(SCREENS.villes, {
  load: async () => ({ resource: (await import('@octroi/contract/territoire/resources')).villes }),
});
const typesRamification = resourceScreens(SCREENS['types-ramification'], {
  load: async () => ({
    resource: (await import('@octroi/contract/territoire/resources')).typeRamifications,
  }),
});
const collectivites = resourceScreens(SCREENS.collectivites, {
  load: async () => (await import('./collectivites.ts')).default,
});
const createRamification = lazyScreen(
  () => import('./RamificationCreateScreen.tsx'),
  'RamificationCreateScreen',
);
const ramifications = resourceScreens(SCREENS.ramifications, {
  create: createRamification,
  load: async () => (await import('./ramifications.tsx')).default,
});

export { treeLines } from './tree.ts';

export const routes = [
  ...ramifications,
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.ramificationCreate,
    component: createRamification,
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.arbre,
    validateSearch: readTerritorySearch,
    component: lazyScreen(() => import('./TreeScreen.tsx'), 'TreeScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.acces,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./AccesScreen.tsx'), 'AccesScreen'),
  }),
  ...collectivites,
  ...villes,
  ...typesRamification,
] as const;

/** Icons of its screens in the side menu. */
export const icons = {
  sitemap: IconSitemap,
  'building-community': IconBuildingCommunity,
  'hierarchy-2': IconHierarchy2,
  'building-estate': IconBuildingEstate,
};
