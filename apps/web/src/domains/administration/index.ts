import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '#src/app/lazy-screen.tsx';
import type { NavigationEntry } from '#src/app/navigation.ts';
import { rootRoute, shellRoute } from '#src/app/routes.ts';

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
] as const;

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/profil',
    component: lazyScreen(() => import('./ProfileScreen.tsx'), 'ProfileScreen'),
  }),
] as const;

export const navigation: NavigationEntry[] = [];
