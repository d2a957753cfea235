/** Tills: régies, sessions, versements, écarts. */
export { caisseResources } from './resources.repository.ts';
export { caisseExports } from './exports.ts';
export { caisseRoutes } from './caisse.routes.ts';
export { till } from './till.service.ts';
