import { type StatutContribuable, STATUTS_CONTRIBUABLE } from '@octroi/contract/constants';
import { lireMaille, SANS_POSITION } from '@octroi/contract/maille';
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
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readId, readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

export interface ContribuablesSearch extends ListSearch, FigureSearch {
  statut?: StatutContribuable | undefined;
  /** A cell of the map, or `aucune` for those without a position. */
  maille?: string | undefined;
}

const readMaille = (raw: unknown): string | undefined =>
  typeof raw === 'string' && (raw === SANS_POSITION || lireMaille(raw)) ? raw : undefined;

const readStatut = (raw: unknown): StatutContribuable | undefined =>
  STATUTS_CONTRIBUABLE.find((statut) => statut === raw);

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables',
    validateSearch: (raw: Record<string, unknown>): ContribuablesSearch => ({
      ...readListSearch(raw),
      ...readFigureSearch(raw),
      statut: readStatut(raw.statut),
      maille: readMaille(raw.maille),
    }),
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
    validateSearch: (raw: Record<string, unknown>): ListSearch & TerritorySearch => ({
      ...readListSearch(raw),
      ...readTerritorySearch(raw),
    }),
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
    validateSearch: (raw: Record<string, unknown>): ContribuablesSearch => ({
      ...readListSearch(raw),
      ...readTerritorySearch(raw),
      ...readPeriodSearch(raw),
      betail: readFigureSearch(raw).betail,
      statut: readStatut(raw.statut),
    }),
    component: lazyScreen(() => import('./bases/BaseTaxableListScreen.tsx'), 'BaseTaxableListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/equipements',
    validateSearch: (raw: Record<string, unknown>): ListSearch & TerritorySearch => ({
      ...readListSearch(raw),
      ...readPlaceSearch(raw),
    }),
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

/** Levels of a place as addresses of the equipment list name them (specification 2 section 2.12); the lowest counts. */
const LEVELS = ['branch', 'secteur', 'zone', 'quartier', 'departement', 'department', 'ramification'];

function readPlaceSearch(raw: Record<string, unknown>): TerritorySearch {
  const place = readTerritorySearch({ entite: raw.entite ?? raw.entity, ms: raw.ms });
  const level = LEVELS.map((name) => readId(raw[name])).find((id) => id !== undefined);
  return level === undefined ? place : { ...place, ms: place.ms ?? [level] };
}
