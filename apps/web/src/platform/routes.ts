import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import type { ComponentType } from 'react';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { JourneeTile } from './journee.ts';
import type { ListAct, MenuIcons, RecordAct } from './navigation.ts';
import { queryClient } from './query.ts';
import { mandatoryStepOf, sessionQuery } from './session.ts';

/** What the router hands to the frame. */
interface RouterContext {
  icons: MenuIcons;
  /** By resource path, what other domains do with the rows of its list. */
  listActs: Readonly<Record<string, readonly ListAct[]>>;
  /** By resource path, what other domains do with one of its records. */
  recordActs: Readonly<Record<string, readonly RecordAct[]>>;
  /** What waits for somebody, on the day's page. */
  journeeTiles: readonly JourneeTile[];
  /** The state of one's own till, where cash is taken. */
  TillStatus: ComponentType;
  /** What is told above the record of a taxpayer, by domains above it. */
  ContribuableNotice: ComponentType<{ id: number }>;
}

/** What the two routes draw is handed in by `router.tsx`. */
export const rootRoute = createRootRouteWithContext<RouterContext>()();

/** Whether the present page was asked for again where it stood: whoever reloads a screen stays there. */
const isReloaded = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
};
/** Whether the product is being opened: the first screen behind the sign-in may be the one that the person chose. */
let opening = !(window.location.pathname === SCREENS['tableau-de-bord'].url && isReloaded());

/** Every screen but the sign-in stands under this route: it asks for a session and draws the frame. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session) {
      const held = mandatoryStepOf(session);
      if (held) throw redirect({ to: held });
      const opens = opening && location.href === SCREENS['tableau-de-bord'].url;
      opening = false;
      const { url } = SCREENS[session.affichage.accueil];
      if (opens && url !== SCREENS['tableau-de-bord'].url) throw redirect({ to: url, replace: true });
      return;
    }
    const suite = location.href === '/' ? undefined : location.href;
    throw redirect({ to: PAGES.login, search: { suite } });
  },
});
