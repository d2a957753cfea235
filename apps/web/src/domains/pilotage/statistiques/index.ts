/** Routes and menu entries of the statistics. */
import { createRoute } from '@tanstack/react-router';
import { IconChartBar, IconChartPie, IconUserSearch } from '@tabler/icons-react';
import { lazyScreen } from '#src/app/lazy-screen.tsx';
import type { NavigationEntry } from '#src/app/navigation.ts';
import { shellRoute } from '#src/app/routes.ts';
import { readStatistiqueSearch } from './search.ts';

const recensement = () => import('./recensement.tsx');

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
];
