/** Tills: régies, sessions, versements, écarts. */
export { caisseResources } from './resources.repository.ts';
export { caisseExports } from './exports.ts';
export { caisseRoutes } from './caisse.routes.ts';
export { rappelerVersements } from './rappels.service.ts';
export { sessionActs } from './session-acts.service.ts';
export { openRegies, openSession } from './sessions.repository.ts';
export { sellValeurs } from './valeurs/ventes.service.ts';
export { sessionService } from './sessions.service.ts';
export { laySlip as attachSlip, listSuccessors } from './versements.repository.ts';
export { declareVersement, versementService } from './versements.service.ts';
export { valeurRoutes } from './valeurs/valeurs.routes.ts';
export { till, tillAt } from './till.service.ts';
