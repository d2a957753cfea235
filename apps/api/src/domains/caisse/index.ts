/** Tills: régies, sessions, versements, écarts. */
export { caisseResources } from './resources.repository.ts';
export { countOpenEcarts, countToReceive } from './attente.service.ts';
export { hasRegies, hasValeurs } from './facts.repository.ts';
export { caisseExports } from './exports.ts';
export { caisseRoutes } from './caisse.routes.ts';
export { rappelerVersements } from './rappels.service.ts';
export { sessionActs } from './sessions/session-acts.service.ts';
export { openRegies, openSession } from './sessions/sessions.repository.ts';
export { sellValeurs } from './valeurs/ventes.service.ts';
export { sessionService } from './sessions/sessions.service.ts';
export { receiverObstacle } from './versements/receivers.repository.ts';
export { laySlip as attachSlip, listSuccessors } from './versements/versements.repository.ts';
export { declareVersement, versementService } from './versements/versements.service.ts';
export { valeurRoutes } from './valeurs/valeurs.routes.ts';
export { till, tillAt } from './sessions/till.service.ts';
