import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute, redirect } from '@tanstack/react-router';
import {
  IconDatabaseExport,
  IconHistory,
  IconLockAccess,
  IconShieldLock,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { queryClient } from '#src/platform/query.ts';
import { rootRoute, shellRoute } from '#src/platform/routes.ts';
import { mandatoryStepOf, sessionQuery } from '#src/platform/session.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { LoginScreen } from './sign-in/LoginScreen.tsx';

/** Only paths of this application may follow a sign-in, so that a link cannot redirect elsewhere. */
const ownPath = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^\/(?![/\\])/.test(raw) ? raw : undefined;

/** Opens a mandatory step only for a person who still has to do it. */
async function guardMandatoryStep({ location }: { location: { pathname: string } }): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (!session) throw redirect({ to: PAGES.login });
  const mandatoryStep = mandatoryStepOf(session) ?? PAGES.profil;
  if (mandatoryStep !== location.pathname) throw redirect({ to: mandatoryStep });
}

/** Screens without the frame of the application. */
export const publicRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: PAGES.login,
    validateSearch: (raw: Record<string, unknown>): { suite?: string | undefined } => ({
      suite: ownPath(raw.suite),
    }),
    component: LoginScreen,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: PAGES.motDePasseOublie,
    component: lazyScreen(() => import('./sign-in/ForgottenPasswordScreen.tsx'), 'ForgottenPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: PAGES.nouveauMotDePasse,
    component: lazyScreen(() => import('./sign-in/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: PAGES.premierDemarrage,
    component: lazyScreen(() => import('./sign-in/PremierDemarrageScreen.tsx'), 'PremierDemarrageScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: PAGES.motDePasseDonne,
    beforeLoad: guardMandatoryStep,
    component: lazyScreen(() => import('./sign-in/OwnPasswordScreen.tsx'), 'OwnPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: PAGES.secondFacteur,
    beforeLoad: guardMandatoryStep,
    component: lazyScreen(() => import('./second-factor/SecondFactorScreen.tsx'), 'SecondFactorScreen'),
  }),
] as const;

const users = resourceScreens(SCREENS.users, {
  load: async () => (await import('./accounts/users.ts')).default,
});
const roles = resourceScreens(SCREENS.roles, {
  load: async () => (await import('./accounts/roles.ts')).default,
});
const agents = resourceScreens(SCREENS.agents, {
  load: async () => (await import('./accounts/agents.ts')).default,
});

export const routes = [
  ...users,
  ...roles,
  ...agents,
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.permissions,
    component: lazyScreen(() => import('./accounts/PermissionsScreen.tsx'), 'PermissionsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.collectiviteUser,
    component: lazyScreen(() => import('./accounts/CollectiviteUserScreen.tsx'), 'CollectiviteUserScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.journal.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./journal/JournalListScreen.tsx'), 'JournalListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.sauvegardes.url,
    component: lazyScreen(() => import('./sauvegardes/SauvegardesScreen.tsx'), 'SauvegardesScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.acte,
    component: lazyScreen(() => import('./journal/JournalActScreen.tsx'), 'JournalActScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.securite.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./security/ComptesScreen.tsx'), 'ComptesScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.securiteEchecs,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./security/EchecsScreen.tsx'), 'EchecsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.securiteSessions,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./security/SessionsScreen.tsx'), 'SessionsScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.profil,
    component: lazyScreen(() => import('./profile/ProfileScreen.tsx'), 'ProfileScreen'),
  }),
] as const;

/** Asks for the password again before a sensitive act; false if the person cancels. */
export const askPassword = async (): Promise<boolean> =>
  (await import('./second-factor/ask-password.tsx')).askPassword();
/** The form of an account of one collectivité, loaded on demand by other screens. */
export const loadAccountForm = () => import('./accounts/CollectiviteAccountForm.tsx');
export type { AccountKind } from './accounts/CollectiviteAccountForm.tsx';

/** Icons of its screens in the side menu. */
export const icons = {
  'user-shield': IconUserShield,
  users: IconUsers,
  'lock-access': IconLockAccess,
  history: IconHistory,
  'shield-lock': IconShieldLock,
  'database-export': IconDatabaseExport,
};
