/** Opening a collectivité: what it still lacks before it can tax. */
export { miseEnServiceRoutes } from './etat.routes.ts';
