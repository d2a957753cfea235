/** People, rights, sign-in, the journal. */
export { giveBack, takeAttempts } from './sign-in-attempts.service.ts';
export { accesRoutes } from './acces.routes.ts';
export { groupPermissionRoutes } from './group-permissions.routes.ts';
export { accesExport, journalExport, securiteExports } from './exports.ts';
export { deleteOldEchecs } from './echecs.repository.ts';
export { journalActs } from './journal.repository.ts';
export { journalRoutes } from './journal.routes.ts';
export { isNotice, notifier, type Notify } from './notices.ts';
export { profileRoutes } from './profile.routes.ts';
export { firstAccountRoutes } from './first-account.routes.ts';
export { resetRoutes } from './reset.routes.ts';
export { administrationResources } from './resources.ts';
export { secondFactorRoutes } from './second-factor.routes.ts';
export { securiteRoutes } from './securite.routes.ts';
export { type SignInOptions, signInRoutes } from './sign-in.routes.ts';
export { userRoutes } from './users.routes.ts';
export { affichageRoutes } from './affichage.routes.ts';
export { viewRoutes } from './views.routes.ts';
