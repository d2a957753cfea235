/** Tills: régies, sessions, versements, écarts. */
export { caisseResources } from './resources.repository.ts';
export { caisseExports } from './exports.ts';
export { caisseRoutes } from './caisse.routes.ts';
export { rappelerVersements } from './rappels.service.ts';
export { sessionService } from './sessions.service.ts';
export { versementService } from './versements.service.ts';
export { valeurRoutes } from './valeurs.routes.ts';
export { till } from './till.service.ts';
