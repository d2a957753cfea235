import {
  IconBuildingStore,
  IconCalendarRepeat,
  IconCategory,
  IconDeviceDesktop,
  IconFolders,
  IconReceiptTax,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import * as echeances from './echeances/index.ts';
import { readStep } from './taxes/step.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';

const categorieTaxes = resourceScreens({
  route: '/categorie-taxes',
  label: 'Catégories de taxes',
  navigation: 'categorie-taxes',
  icon: IconFolders,
  load: () => import('./categorie-taxes.ts'),
});
const taxes = resourceScreens({
  route: '/taxes',
  label: 'Taxes',
  navigation: 'taxes',
  icon: IconReceiptTax,
  create: lazyScreen(() => import('./taxes/TaxeScreens.tsx'), 'TaxeCreateScreen'),
  edit: lazyScreen(() => import('./taxes/TaxeScreens.tsx'), 'TaxeEditScreen'),
  readForm: readStep,
  load: () => import('./taxes/taxes.tsx'),
});
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

export { ramificationActs } from './echeances/index.ts';

export const routes = [
  ...echeances.routes,
  ...categorieTaxes.routes,
  ...taxes.routes,
  ...typeEquipement.routes,
  ...categorieActivite.routes,
  ...natureActivite.routes,
  ...frequences.routes,
] as const;
export const navigation = [
  ...echeances.navigation,
  categorieTaxes.entry,
  taxes.entry,
  typeEquipement.entry,
  categorieActivite.entry,
  natureActivite.entry,
  frequences.entry,
];
