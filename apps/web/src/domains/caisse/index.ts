import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import {
  IconBuildingBank,
  IconCalendarDollar,
  IconCards,
  IconReportMoney,
  IconScale,
  IconTicket,
  IconTruckDelivery,
  IconUserCheck,
  IconWallet,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { readReleveSearch, readValeursSearch } from './valeurs/search.ts';

const regies = resourceScreens(SCREENS.regies, {
  load: async () => (await import('./regies/screens.ts')).regies,
});
const categories = resourceScreens(SCREENS['categories-valeurs'], {
  load: async () => ({
    resource: (await import('@octroi/contract/caisse/resources')).categorieValeurs,
    columns: ['nom', 'sorte', 'valeur', 'taxe', 'enabled'],
    narrow: { taxe: { column: 'ent.id', by: 'entite' } },
  }),
});
const mandats = resourceScreens(SCREENS.mandats, {
  load: async () => (await import('./regies/screens.ts')).mandats,
});

const screens = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['ma-caisse'].url,
    component: lazyScreen(() => import('./MaCaisseScreen.tsx'), 'MaCaisseScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.detentions.url,
    component: lazyScreen(() => import('./RegieScreen.tsx'), 'RegieScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['sessions-caisse'].url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./sessions/SessionListScreen.tsx'), 'SessionListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.sessionCaisse,
    component: lazyScreen(() => import('./sessions/SessionScreen.tsx'), 'SessionScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.versements.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./versements/VersementListScreen.tsx'), 'VersementListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.ecarts.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./EcartListScreen.tsx'), 'EcartListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['ventes-valeurs'].url,
    validateSearch: readValeursSearch,
    component: lazyScreen(() => import('./valeurs/VenteListScreen.tsx'), 'VenteListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['valeurs-inactives'].url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./valeurs/ValeurListScreen.tsx'), 'ValeurListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['releve-valeurs'].url,
    validateSearch: readReleveSearch,
    component: lazyScreen(() => import('./valeurs/ReleveScreen.tsx'), 'ReleveScreen'),
  }),
] as const;

export const routes = [...screens, ...regies, ...mandats, ...categories] as const;

/** Icons of its screens in the side menu. */
export const icons = {
  'building-bank': IconBuildingBank,
  'calendar-dollar': IconCalendarDollar,
  cards: IconCards,
  'report-money': IconReportMoney,
  scale: IconScale,
  ticket: IconTicket,
  'truck-delivery': IconTruckDelivery,
  'user-check': IconUserCheck,
  wallet: IconWallet,
};

/** The form of a régie or of a mandate in one collectivité, loaded on demand by other screens. */
export const loadRegieForm = () => import('./regies/RegieForm.tsx');

/** Passed by the router to the screens that take cash. */
export const TillStatus = lazyScreen(() => import('./sessions/TillStatus.tsx'), 'TillStatus');

export { journeeTiles } from './journee.ts';
