import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconCalendarDollar } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { ListAct } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { readTerritorySearch } from '#src/ui/territory/territory-search.ts';
import { generationPrompt } from './generation-prompt.tsx';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.echeances.url,
    component: lazyScreen(() => import('./EcheancesScreen.tsx'), 'EcheancesScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.sansTarif,
    validateSearch: (raw: Record<string, unknown>) => ({
      ...readListSearch(raw),
      ...readTerritorySearch(raw),
      annee: /^\d{4}$/.test(String(raw.annee)) ? Number(raw.annee) : undefined,
    }),
    component: lazyScreen(() => import('./SansTarifScreen.tsx'), 'SansTarifScreen'),
  }),
] as const;

type Generation = Parameters<(typeof import('./start.tsx'))['startAndShow']>[0];

/** Starts a generation from another screen and shows its progress in a dialog. */
export const generateEcheances = async (body: Generation): Promise<void> =>
  (await import('./start.tsx')).startAndShow(body);

/** Acts on the ticked sub-entities of their list (specification 1 section 2). */
export const ramificationActs: ListAct[] = [
  {
    label: 'Générer les écheances',
    icon: IconCalendarDollar,
    prompt: generationPrompt,
    right: ['ramifications', 'Valider'],
    run: async ({ body }, annee) => {
      await generateEcheances({ ...('ids' in body ? { ramifications: body.ids } : body), annee });
    },
  },
];
