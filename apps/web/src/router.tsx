import { PAGES } from '@octroi/contract/pages';
import { createRoute, createRouter } from '@tanstack/react-router';
import {
  setConfirmationHandler,
  setLostAnswerHandler,
  setMandatoryStepHandler,
  setUnauthorizedHandler,
} from './platform/api.ts';
import { lazyScreen, preloadScreen } from './platform/lazy-screen.tsx';
import { queryClient, readAnew } from './platform/query.ts';
import { rootRoute, shellRoute } from './platform/routes.ts';
import { endSession, forgetSession, mandatoryStepOf, sessionQuery, wasSignedIn } from './platform/session.ts';
import * as aide from './domains/aide/index.ts';
import * as administration from './domains/administration/index.ts';
import * as approbations from './domains/approbations/index.ts';
import * as caisse from './domains/caisse/index.ts';
import * as contribuables from './domains/contribuables/index.ts';
import * as fiscalite from './domains/fiscalite/index.ts';
import * as impressions from './domains/impressions/index.ts';
import * as miseEnService from './domains/mise-en-service/index.ts';
import * as paiements from './domains/paiements/index.ts';
import * as pilotage from './domains/pilotage/index.ts';
import * as recouvrement from './domains/recouvrement/index.ts';
import * as terrain from './domains/terrain/index.ts';
import * as territoire from './domains/territoire/index.ts';
import * as menu from './shell/menu/index.ts';
import { NotFound, PageNotFound, ScreenError, ScreenPending } from './shell/ScreenStates.tsx';

rootRoute.update({ notFoundComponent: PageNotFound, errorComponent: ScreenError });
shellRoute.update({
  component: lazyScreen(() => import('./shell/Shell.tsx'), 'Shell'),
  pendingComponent: ScreenPending,
  notFoundComponent: NotFound,
});

/** All unknown addresses, of any depth, shown within the frame so that the menu stays available. */
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

const routeTree = rootRoute.addChildren([
  ...administration.publicRoutes,
  ...impressions.publicRoutes,
  shellRoute.addChildren([
    ...administration.routes,
    ...aide.routes,
    ...approbations.routes,
    ...caisse.routes,
    ...contribuables.routes,
    ...fiscalite.routes,
    ...impressions.routes,
    ...miseEnService.routes,
    ...paiements.routes,
    ...pilotage.routes,
    ...recouvrement.routes,
    ...terrain.routes,
    ...territoire.routes,
    ...menu.routes,
    unknownRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: {
    icons: {
      ...administration.icons,
      ...approbations.icons,
      ...caisse.icons,
      ...contribuables.icons,
      ...fiscalite.icons,
      ...impressions.icons,
      ...miseEnService.icons,
      ...paiements.icons,
      ...pilotage.icons,
      ...recouvrement.icons,
      ...terrain.icons,
      ...territoire.icons,
      ...menu.icons,
    },
    listActs: {
      ramifications: fiscalite.ramificationActs,
      contribuables: [...impressions.contribuableActs, ...recouvrement.contribuableActs],
      impayes: recouvrement.contribuableActs,
    },
    recordActs: {
      ...impressions.recordActs,
      contribuables: [...paiements.contribuableActs, ...impressions.recordActs.contribuables],
    },
    TillStatus: caisse.TillStatus,
    ContribuableNotice: paiements.EclaircissementNotice,
    JourneeTaches: contribuables.JourneeTaches,
    journeeTiles: [
      ...paiements.journeeTiles,
      ...contribuables.journeeTiles,
      ...approbations.journeeTiles,
      ...caisse.journeeTiles,
      ...recouvrement.journeeTiles,
      ...terrain.journeeTiles,
    ],
  },
  // `/contribuables/change-secteur/[1,2]`, the specification's address
  pathParamsAllowedCharacters: [','],
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ScreenError,
  defaultPendingComponent: ScreenPending,
  scrollRestoration: true,
});

setLostAnswerHandler(() => void readAnew());
setUnauthorizedHandler(() => {
  const { href, pathname } = router.state.location;
  if (pathname === PAGES.login) return;
  endSession();
  void router
    .navigate({ to: PAGES.login, search: { suite: href === '/' ? undefined : href }, ignoreBlocker: true })
    .then(forgetSession);
});

setMandatoryStepHandler(() => {
  void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then((session) => {
    const mandatoryStep = session && mandatoryStepOf(session);
    if (mandatoryStep && router.state.location.pathname !== mandatoryStep)
      return router.navigate({ to: mandatoryStep, ignoreBlocker: true });
    return undefined;
  });
});

setConfirmationHandler(administration.askPassword);

// a previously signed-in person probably still is: load the frame while the server checks the session
if (wasSignedIn()) {
  const routes: Record<string, { options: { component?: unknown } } | undefined> = router.routesById;
  const matches: { routeId: string }[] = router.matchRoutes(router.latestLocation);
  for (const { routeId } of matches) preloadScreen(routes[routeId]?.options.component);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
