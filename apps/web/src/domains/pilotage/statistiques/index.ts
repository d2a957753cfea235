/** Routes and menu entries of the statistics. */
import { createRoute } from '@tanstack/react-router';
import {
  IconChartBar,
  IconChartDonut,
  IconChartPie,
  IconCreditCard,
  IconMap2,
  IconUserDollar,
  IconUserSearch,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { readStatistiqueSearch } from './search.ts';

const recensement = () => import('./recensement.tsx');
const recouvrement = () => import('./recouvrement.tsx');

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recensement/sous_entite',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recensement, 'RecensementSousEntiteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recensement/par_agent',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recensement, 'RecensementAgentScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recensement/par_activite',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recensement, 'RecensementActiviteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recouvrement/par_moyen_paiement',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementMoyenScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recouvrement/par_sous_entite',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementSousEntiteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recouvrement/par_agent',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementAgentScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/statistiques/recouvrement/par_activite',
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementActiviteScreen'),
  }),
] as const;

const entry = (
  label: string,
  path: string,
  navigation: string,
  icon: NavigationEntry['icon'],
): NavigationEntry => ({
  label,
  to: `/statistiques/${path}`,
  navigation,
  permission: 'Voir',
  group: 'statistiques',
  ...(icon ? { icon } : {}),
});

export const navigation: NavigationEntry[] = [
  entry('Recensement par sous-entité', 'recensement/sous_entite', 'recensement-sous-entite', IconChartBar),
  entry('Recensement par agent', 'recensement/par_agent', 'recensement-agent', IconUserSearch),
  entry('Recensement par activité', 'recensement/par_activite', 'recensement-activite', IconChartPie),
  entry(
    'Recouvrement par moyen de paiement',
    'recouvrement/par_moyen_paiement',
    'recouvrement-moyen-paiement',
    IconCreditCard,
  ),
  entry('Recouvrement par sous-entité', 'recouvrement/par_sous_entite', 'recouvrement-sous-entite', IconMap2),
  entry('Recouvrement par agent', 'recouvrement/par_agent', 'recouvrement-agent', IconUserDollar),
  entry('Recouvrement par activité', 'recouvrement/par_activite', 'recouvrement-activite', IconChartDonut),
];
