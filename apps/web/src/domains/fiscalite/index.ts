import { SCREENS } from '@octroi/contract/register';
import {
  IconBuildingStore,
  IconCalendarDollar,
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

const categorieTaxes = resourceScreens(SCREENS['categorie-taxes'], {
  load: () => import('./categorie-taxes.ts'),
});
const taxes = resourceScreens(SCREENS.taxes, {
  create: lazyScreen(() => import('./taxes/TaxeScreens.tsx'), 'TaxeCreateScreen'),
  edit: lazyScreen(() => import('./taxes/TaxeScreens.tsx'), 'TaxeEditScreen'),
  readForm: readStep,
  load: () => import('./taxes/taxes.tsx'),
});
const typeEquipement = resourceScreens(SCREENS['type-equipement'], {
  load: () => import('./type-equipement.ts'),
});
const categorieActivite = resourceScreens(SCREENS['categorie-activite'], {
  load: () => import('./categorie-activite.ts'),
});
const natureActivite = resourceScreens(SCREENS['nature-activite'], {
  load: () => import('./nature-activite.ts'),
});
const frequences = resourceScreens(SCREENS.frequences, {
  load: () => import('./frequences.ts'),
});

export { ramificationActs } from './echeances/index.ts';

export const routes = [
  ...echeances.routes,
  ...categorieTaxes,
  ...taxes,
  ...typeEquipement,
  ...categorieActivite,
  ...natureActivite,
  ...frequences,
] as const;

/** Of its screens in the side menu. */
export const icons = {
  'calendar-dollar': IconCalendarDollar,
  folders: IconFolders,
  'receipt-tax': IconReceiptTax,
  'device-desktop': IconDeviceDesktop,
  category: IconCategory,
  'building-store': IconBuildingStore,
  'calendar-repeat': IconCalendarRepeat,
};
