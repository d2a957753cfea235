import { SCREENS } from '@octroi/contract/register';
import {
  IconBuildingStore,
  IconCalendarDollar,
  IconCalendarRepeat,
  IconCategory,
  IconDeviceDesktop,
  IconFolders,
  IconPlayerPause,
  IconReceiptTax,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import * as echeances from './echeances/index.ts';
import * as suspensions from './suspensions/index.ts';
import { readStep } from './taxes/step.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';

const categorieTaxes = resourceScreens(SCREENS['categorie-taxes'], {
  load: async () => (await import('./categorie-taxes.ts')).default,
});
const taxes = resourceScreens(SCREENS.taxes, {
  create: lazyScreen(() => import('./taxes/TaxeScreens.tsx'), 'TaxeCreateScreen'),
  edit: lazyScreen(() => import('./taxes/TaxeScreens.tsx'), 'TaxeEditScreen'),
  readForm: readStep,
  load: async () => (await import('./taxes/taxes.tsx')).default,
});
const EQUIPEMENT_FIELDS = ['nom', 'code', 'entite', 'description', 'unite', 'uniteDecimales', 'enabled'];
const typeEquipement = resourceScreens(SCREENS['type-equipement'], {
  // the specification's screens do not show the category
  load: async () => ({
    resource: (await import('@octroi/contract/fiscalite/resources')).typeEquipements,
    columns: ['nom', 'code', 'description', 'enabled'],
    form: { create: EQUIPEMENT_FIELDS, edit: EQUIPEMENT_FIELDS },
    question: (await import('./unite-question.ts')).askUnite('type_equipements'),
    Below: (await import('./LignesDeBase.tsx')).LignesDeType,
  }),
});
const categorieActivite = resourceScreens(SCREENS['categorie-activite'], {
  load: async () => ({
    resource: (await import('@octroi/contract/fiscalite/resources')).categorieActivites,
  }),
});
const natureActivite = resourceScreens(SCREENS['nature-activite'], {
  load: async () => (await import('./nature-activite.ts')).default,
});
const frequences = resourceScreens(SCREENS.frequences, {
  load: async () => ({ resource: (await import('@octroi/contract/fiscalite/resources')).frequences }),
});

export { useUniteOf } from './tarifs/use-unite.ts';
export { generateEcheances, ramificationActs } from './echeances/index.ts';

export const routes = [
  ...echeances.routes,
  ...suspensions.routes,
  ...categorieTaxes,
  ...taxes,
  ...typeEquipement,
  ...categorieActivite,
  ...natureActivite,
  ...frequences,
] as const;

/** Icons of its screens in the side menu. */
export const icons = {
  'calendar-dollar': IconCalendarDollar,
  folders: IconFolders,
  'player-pause': IconPlayerPause,
  'receipt-tax': IconReceiptTax,
  'device-desktop': IconDeviceDesktop,
  category: IconCategory,
  'building-store': IconBuildingStore,
  'calendar-repeat': IconCalendarRepeat,
};
