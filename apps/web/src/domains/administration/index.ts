import { createRoute, redirect } from '@tanstack/react-router';
import { IconHistory, IconLockAccess, IconUsers, IconUserShield } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { queryClient } from '#src/platform/query.ts';
import { rootRoute, shellRoute } from '#src/platform/routes.ts';
import { sessionQuery } from '#src/platform/session.ts';

import { readListSearch } from '#src/ui/list/list-state.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';

/** Only a path of our own may follow a sign-in: an address elsewhere would make the page a springboard. */
const ownPath = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^\/(?![/\\])/.test(raw) ? raw : undefined;

/** Screens that ask for no session. */
export const publicRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    validateSearch: (raw: Record<string, unknown>): { suite?: string | undefined } => ({
      suite: ownPath(raw.suite),
    }),
    component: lazyScreen(() => import('./LoginScreen.tsx'), 'LoginScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/mot-de-passe-oublie',
    component: lazyScreen(() => import('./ForgottenPasswordScreen.tsx'), 'ForgottenPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/nouveau-mot-de-passe',
    component: lazyScreen(() => import('./ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/second-facteur',
    beforeLoad: async () => {
      const session = await queryClient.ensureQueryData(sessionQuery);
      if (!session) throw redirect({ to: '/login' });
      if (!session.secondFacteurRequis) throw redirect({ to: '/profil' });
    },
    component: lazyScreen(() => import('./SecondFactorScreen.tsx'), 'SecondFactorScreen'),
  }),
] as const;

const users = resourceScreens({
  route: '/users',
  label: 'Utilisateurs',
  navigation: 'users',
  group: 'administration',
  icon: IconUsers,
  load: () => import('./users.ts'),
});
const roles = resourceScreens({
  route: '/roles',
  label: 'Groupes',
  navigation: 'roles',
  group: 'administration',
  icon: IconLockAccess,
  load: () => import('./roles.ts'),
});
const agents = resourceScreens({
  route: '/collectivite/agent',
  label: 'Agents',
  navigation: 'agents',
  icon: IconUserShield,
  load: () => import('./agents.ts'),
});

const journal: NavigationEntry = {
  label: 'Journal',
  to: '/administration/journal',
  navigation: 'journal',
  group: 'administration',
  icon: IconHistory,
};

export const routes = [
  ...users.routes,
  ...roles.routes,
  ...agents.routes,
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/roles/$id/permissions',
    component: lazyScreen(() => import('./PermissionsScreen.tsx'), 'PermissionsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/administration/collectivite/$id/user-create',
    component: lazyScreen(() => import('./CollectiviteUserScreen.tsx'), 'CollectiviteUserScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/administration/journal',
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./journal/JournalListScreen.tsx'), 'JournalListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/administration/journal/$id',
    component: lazyScreen(() => import('./journal/JournalActScreen.tsx'), 'JournalActScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/profil',
    component: lazyScreen(() => import('./ProfileScreen.tsx'), 'ProfileScreen'),
  }),
] as const;

export const navigation: NavigationEntry[] = [agents.entry, users.entry, roles.entry, journal];
