import { createRoute } from '@tanstack/react-router';
import {
  IconBuildingStore,
  IconClipboardCheck,
  IconListDetails,
  IconTableImport,
  IconUsersGroup,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { readFicheSearch } from './fiche-search.ts';
import { readImportSearch } from './import/queries.ts';
import {
  readBasesSearch,
  readContribuablesSearch,
  readEnrollementsSearch,
  readEquipementsSearch,
} from './search.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables',
    validateSearch: readContribuablesSearch,
    component: lazyScreen(() => import('./ContribuableListScreen.tsx'), 'ContribuableListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/profile/$id',
    validateSearch: readFicheSearch,
    component: lazyScreen(() => import('./ContribuableScreen.tsx'), 'ContribuableScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/import',
    validateSearch: readImportSearch,
    component: lazyScreen(() => import('./import/ImportScreen.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/individuel/$id',
    component: lazyScreen(() => import('./IndividuelScreen.tsx'), 'IndividuelScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/create',
    component: lazyScreen(() => import('./saisie/ContribuableScreens.tsx'), 'ContribuableCreateScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/edit/$id',
    component: lazyScreen(() => import('./saisie/ContribuableScreens.tsx'), 'ContribuableEditScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/change-secteur/$ids',
    validateSearch: (raw: Record<string, unknown>): { selection?: string; nombre?: number } => ({
      ...(typeof raw.selection === 'string' ? { selection: raw.selection } : {}),
      ...(Number.isSafeInteger(Number(raw.nombre)) ? { nombre: Number(raw.nombre) } : {}),
    }),
    component: lazyScreen(() => import('./saisie/ChangeSecteurScreen.tsx'), 'ChangeSecteurScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/enrollements',
    validateSearch: readEnrollementsSearch,
    component: lazyScreen(() => import('./enrollements/EnrollementListScreen.tsx'), 'EnrollementListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/enrollements/$id',
    component: lazyScreen(() => import('./saisie/ContribuableScreens.tsx'), 'EnrollementEditScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/bases-taxables',
    validateSearch: readBasesSearch,
    component: lazyScreen(() => import('./bases/BaseTaxableListScreen.tsx'), 'BaseTaxableListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/equipements',
    validateSearch: readEquipementsSearch,
    component: lazyScreen(() => import('./equipements/EquipementListScreen.tsx'), 'EquipementListScreen'),
  }),
] as const;

export const navigation: NavigationEntry[] = [
  {
    label: 'Contribuables',
    to: '/contribuables',
    navigation: 'contribuables',
    group: 'collectivite',
    icon: IconUsersGroup,
  },
  {
    label: 'Enrôlements',
    to: '/enrollements',
    navigation: 'enrollements',
    group: 'collectivite',
    icon: IconClipboardCheck,
  },
  {
    label: 'Équipements',
    to: '/equipements',
    navigation: 'equipements',
    group: 'collectivite',
    icon: IconBuildingStore,
  },
  {
    label: 'Bases taxables',
    to: '/bases-taxables',
    navigation: 'enrollements',
    group: 'collectivite',
    icon: IconListDetails,
  },
  {
    label: 'Import',
    to: '/contribuables/import',
    navigation: 'contribuables',
    permission: 'Créer',
    group: 'collectivite',
    icon: IconTableImport,
  },
];
