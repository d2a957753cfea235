import { PAGES } from '@octroi/contract/pages';
import { chosenStartOf, startUrl } from '@octroi/contract/menu';
import { SCREENS } from '@octroi/contract/register';
import type { ComponentType } from 'react';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { JourneePlace, JourneeTile } from './journee.ts';
import type { ListAct, MenuIcons, RecordAct } from './navigation.ts';
import { queryClient } from './query.ts';
import { mandatoryStepOf, sessionQuery } from './session.ts';

/** What the router provides to the application frame. */
interface RouterContext {
  icons: MenuIcons;
  /** Acts of other domains on list rows, by resource path. */
  listActs: Readonly<Record<string, readonly ListAct[]>>;
  /** Acts of other domains on single records, by resource path. */
  recordActs: Readonly<Record<string, readonly RecordAct[]>>;
  /** The tiles of « Ma journée ». */
  journeeTiles: readonly JourneeTile[];
  /** The state of the person's till, shown where cash is taken. */
  TillStatus: ComponentType;
  /** Notices above a taxpayer's record, from other domains. */
  ContribuableNotice: ComponentType<{ id: number }>;
  /** The person's due tasks on « Ma journée ». */
  JourneeTaches: ComponentType<{ place: JourneePlace }>;
}

/** `router.tsx` sets what these two routes render. */
export const rootRoute = createRootRouteWithContext<RouterContext>()();

/** Whether this page load is a reload, which stays on the current screen. */
const isReloaded = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
};
/** True until the first screen after loading: only then may the person's start screen replace the dashboard. */
let opening = !(window.location.pathname === SCREENS['tableau-de-bord'].url && isReloaded());

/** Parent of all screens except the sign-in: requires a session and renders the frame. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session) {
      const mandatoryStep = mandatoryStepOf(session);
      if (mandatoryStep) throw redirect({ to: mandatoryStep });
      const dashboard = SCREENS['tableau-de-bord'].url;
      const opens = opening && location.href === dashboard;
      opening = false;
      const chosen = opens ? session.affichage.accueil : 'tableau-de-bord';
      // a person without the right to the dashboard never meets its refusal there
      const url = startUrl(chosenStartOf(session, chosen));
      if (location.pathname === dashboard && url !== dashboard) throw redirect({ to: url, replace: true });
      return;
    }
    const suite = location.href === '/' ? undefined : location.href;
    throw redirect({ to: PAGES.login, search: { suite } });
  },
});
