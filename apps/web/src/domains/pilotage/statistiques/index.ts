/** Routes of the statistics. */
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readStatistiqueSearch } from './search.ts';

const recensement = () => import('./recensement.tsx');
const recouvrement = () => import('./recouvrement.tsx');

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recensement-sous-entite'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recensement, 'RecensementSousEntiteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recensement-agent'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recensement, 'RecensementAgentScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recensement-activite'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recensement, 'RecensementActiviteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recouvrement-moyen-paiement'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementMoyenScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recouvrement-sous-entite'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementSousEntiteScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recouvrement-agent'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementAgentScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['recouvrement-activite'].url,
    validateSearch: readStatistiqueSearch,
    component: lazyScreen(recouvrement, 'RecouvrementActiviteScreen'),
  }),
] as const;
