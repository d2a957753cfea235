import { PAGES } from '@octroi/contract/pages';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { ListAct, MenuIcons, RecordAct } from './navigation.ts';
import { queryClient } from './query.ts';
import { heldAt, sessionQuery } from './session.ts';

/** What the router hands to the frame. */
export interface RouterContext {
  icons: MenuIcons;
  /** By resource path, what other domains do with the rows of its list. */
  listActs: Readonly<Record<string, readonly ListAct[]>>;
  /** By resource path, what other domains do with one of its records. */
  recordActs: Readonly<Record<string, readonly RecordAct[]>>;
}

/** What the two routes draw is handed in by `router.tsx`. */
export const rootRoute = createRootRouteWithContext<RouterContext>()();

/** Every screen but the sign-in stands under this route: it asks for a session and draws the frame. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session) {
      const held = heldAt(session);
      if (held) throw redirect({ to: held });
      return;
    }
    const suite = location.href === '/' ? undefined : location.href;
    throw redirect({ to: PAGES.login, search: { suite } });
  },
});
