import { lazy } from 'react';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import {
  IconBuildingStore,
  IconClipboardCheck,
  IconEyeCheck,
  IconGift,
  IconListDetails,
  IconTableImport,
  IconUsersGroup,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readFicheSearch } from './fiche/fiche-search.ts';
import { readImportSearch } from './import/queries.ts';
import {
  readBasesSearch,
  readContribuablesSearch,
  readEnrollementsSearch,
  readEquipementsSearch,
  readRetourSearch,
  readRevueSearch,
} from './search.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.contribuables.url,
    validateSearch: readContribuablesSearch,
    component: lazyScreen(() => import('./ContribuableListScreen.tsx'), 'ContribuableListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.fiche,
    validateSearch: readFicheSearch,
    component: lazyScreen(() => import('./fiche/ContribuableScreen.tsx'), 'ContribuableScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.import.url,
    validateSearch: readImportSearch,
    component: lazyScreen(() => import('./import/ImportScreen.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.ficheIndividuelle,
    component: lazyScreen(() => import('./fiche/IndividuelScreen.tsx'), 'IndividuelScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.contribuableCreate,
    component: lazyScreen(() => import('./saisie/ContribuableScreens.tsx'), 'ContribuableCreateScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.contribuableEdit,
    validateSearch: readRetourSearch,
    component: lazyScreen(() => import('./saisie/ContribuableScreens.tsx'), 'ContribuableEditScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.changeSecteur,
    validateSearch: (raw: Record<string, unknown>): { selection?: string; nombre?: number } => ({
      ...(typeof raw.selection === 'string' ? { selection: raw.selection } : {}),
      ...(Number.isSafeInteger(Number(raw.nombre)) ? { nombre: Number(raw.nombre) } : {}),
    }),
    component: lazyScreen(() => import('./actes/ChangeSecteurScreen.tsx'), 'ChangeSecteurScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.enrollements.url,
    validateSearch: readEnrollementsSearch,
    component: lazyScreen(() => import('./actes/EnrollementListScreen.tsx'), 'EnrollementListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.revue.url,
    validateSearch: readRevueSearch,
    component: lazyScreen(() => import('./revue/RevueScreen.tsx'), 'RevueScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.enrollement,
    component: lazyScreen(() => import('./saisie/ContribuableScreens.tsx'), 'EnrollementEditScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['bases-taxables'].url,
    validateSearch: readBasesSearch,
    component: lazyScreen(() => import('./lignes/BaseTaxableListScreen.tsx'), 'BaseTaxableListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.exonerations.url,
    validateSearch: readEnrollementsSearch,
    component: lazyScreen(() => import('./exonerations/ExonerationListScreen.tsx'), 'ExonerationListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.equipements.url,
    validateSearch: readEquipementsSearch,
    component: lazyScreen(() => import('./lignes/EquipementListScreen.tsx'), 'EquipementListScreen'),
  }),
] as const;

/** Icons of its screens in the side menu. */
export const icons = {
  'users-group': IconUsersGroup,
  'clipboard-check': IconClipboardCheck,
  'eye-check': IconEyeCheck,
  'building-store': IconBuildingStore,
  gift: IconGift,
  'list-details': IconListDetails,
  'table-import': IconTableImport,
};

export { journeeTiles } from './journee.ts';

/** Loaded with the page that shows it. */
export const JourneeTaches = lazy(async () => ({
  default: (await import('./notes/TachesCard.tsx')).TachesCard,
}));
