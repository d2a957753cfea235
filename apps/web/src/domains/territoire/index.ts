import { IconBuildingCommunity, IconHierarchy2 } from '@tabler/icons-react';
import { resourceScreens } from '#src/ui/resource/index.ts';

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

export const routes = [...villes.routes, ...typesRamification.routes] as const;
export const navigation = [villes.entry, typesRamification.entry];
