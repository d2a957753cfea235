/** The set-up assistant of a collectivité, and its missing points. */
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconListCheck } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readMiseEnService } from './search.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['mise-en-service'].url,
    validateSearch: readMiseEnService,
    component: lazyScreen(() => import('./MiseEnServiceScreen.tsx'), 'MiseEnServiceScreen'),
  }),
] as const;

/** Icons of its screens in the side menu. */
export const icons = { 'list-check': IconListCheck };
