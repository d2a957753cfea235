import { IconBuildingStore, IconCalendarRepeat, IconCategory, IconDeviceDesktop } from '@tabler/icons-react';
import { resourceScreens } from '#src/ui/resource/index.ts';

const typeEquipement = resourceScreens({
  route: '/type-equipement',
  label: "Types d'équipement",
  navigation: 'type-equipement',
  icon: IconDeviceDesktop,
  load: () => import('./type-equipement.ts'),
});
const categorieActivite = resourceScreens({
  route: '/categorie-activite',
  label: "Catégories d'activité",
  navigation: 'categorie-activite',
  icon: IconCategory,
  load: () => import('./categorie-activite.ts'),
});
const natureActivite = resourceScreens({
  route: '/nature-activite',
  label: "Natures d'activité",
  navigation: 'nature-activite',
  icon: IconBuildingStore,
  load: () => import('./nature-activite.ts'),
});
const frequences = resourceScreens({
  route: '/frequences',
  label: 'Fréquences',
  navigation: 'frequences',
  icon: IconCalendarRepeat,
  load: () => import('./frequences.ts'),
});

export const routes = [
  ...typeEquipement.routes,
  ...categorieActivite.routes,
  ...natureActivite.routes,
  ...frequences.routes,
] as const;
export const navigation = [
  typeEquipement.entry,
  categorieActivite.entry,
  natureActivite.entry,
  frequences.entry,
];
