/** Payments: methods, transactions, refunds. */
export { paiementFinder } from './recherche.service.ts';
export { paiementsResources } from './resources.repository.ts';
export { eclaircissementRoutes } from './eclaircissements.routes.ts';
export { notificationRoutes } from './notifications.routes.ts';
export { notificationService, type NotificationService } from './notifications.service.ts';
export { takeBackOne } from './annulation.service.ts';
export { recettesAClasser } from './a-classer.service.ts';
export { bookAll, isKeptFrom, type Settled } from './paiements.service.ts';
export { type Demande, lockPayers } from './paiements.repository.ts';
export { numberRecus } from './recus.repository.ts';
export { imputationExport, transactionExport } from './exports.ts';
export { imputationRoutes } from './imputations.routes.ts';
export { findEncaissement } from './encaissements.service.ts';
export { encaissementRoutes } from './encaissements.routes.ts';
export { transactionRoutes } from './transactions.routes.ts';
export { readRecettes } from './recettes.repository.ts';
export { releaseAbove, releaseAdvances, takeUpAdvances } from './imputations.repository.ts';
export { type TillAsked, type TillPort } from './till.ts';
