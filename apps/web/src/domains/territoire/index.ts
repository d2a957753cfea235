import { createRoute } from '@tanstack/react-router';
import { IconBuildingCommunity, IconBuildingEstate, IconHierarchy2, IconSitemap } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { readTerritorySearch } from '#src/ui/territory/territory-search.ts';

const villes = resourceScreens({
  route: '/villes',
  label: 'Villes',
  navigation: 'villes',
  icon: IconBuildingCommunity,
  load: () => import('./villes.ts'),
});
const typesRamification = resourceScreens({
  route: '/types-ramification',
  label: 'Types de sous-entité',
  navigation: 'types-ramification',
  icon: IconHierarchy2,
  load: () => import('./types-ramification.ts'),
});
const collectivites = resourceScreens({
  route: '/administration/collectivite',
  label: 'Collectivités',
  navigation: 'collectivites',
  group: 'administration',
  icon: IconBuildingEstate,
  load: () => import('./collectivites.ts'),
});
const createRamification = lazyScreen(
  () => import('./RamificationCreateScreen.tsx'),
  'RamificationCreateScreen',
);
const ramifications = resourceScreens({
  route: '/ramifications',
  label: 'Sous-entités',
  navigation: 'ramifications',
  icon: IconSitemap,
  create: createRamification,
  load: () => import('./ramifications.ts'),
});

export { treeLines } from './tree.ts';

export const routes = [
  ...ramifications.routes,
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/ramifications/create/$id',
    component: createRamification,
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/ramifications/arbre',
    validateSearch: readTerritorySearch,
    component: lazyScreen(() => import('./TreeScreen.tsx'), 'TreeScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/ramifications/$id/permissions',
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./AccesScreen.tsx'), 'AccesScreen'),
  }),
  ...collectivites.routes,
  ...villes.routes,
  ...typesRamification.routes,
] as const;
export const navigation = [ramifications.entry, villes.entry, typesRamification.entry, collectivites.entry];
