/** Pages of cards of the side menu, the page of a person without rights, and icons of the menu's entries. */
import { PAGES } from '@octroi/contract/pages';
import { ENTRIES } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconAdjustments, IconHourglassLow } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';

const load = () => import('./CardsScreen.tsx');

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: ENTRIES.impressions.url,
    component: lazyScreen(load, 'ImpressionsCards'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: ENTRIES.configurations.url,
    component: lazyScreen(load, 'ConfigurationsCards'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: ENTRIES.administration.url,
    component: lazyScreen(load, 'AdministrationCards'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.sansDroit,
    component: lazyScreen(() => import('../SansDroitScreen.tsx'), 'SansDroitScreen'),
  }),
] as const;

/** Icons of entries that no screen has. */
export const icons = { adjustments: IconAdjustments, 'hourglass-low': IconHourglassLow };
