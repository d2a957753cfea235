/** Payments: methods, transactions, refunds. */
export { paiementFinder } from './lists/recherche.service.ts';
export { paiementsResources } from './resources.repository.ts';
export { eclaircissementRoutes } from './operators/eclaircissements.routes.ts';
export { notificationRoutes } from './operators/notifications.routes.ts';
export { notificationService, type NotificationService } from './operators/notifications.service.ts';
export { cancelPayments } from './undoing/annulation.service.ts';
export { recettesAClasser } from './booking/a-classer.service.ts';
export { type Booking, bookPayments, isMethodForbidden } from './booking/booking.service.ts';
export { type BookingRequest, lockPayers, numberRecus } from './booking/booking.repository.ts';
export { imputationExport, transactionExport } from './exports.ts';
export { imputationRoutes } from './lists/imputations.routes.ts';
export { findEncaissement } from './booking/encaissements.service.ts';
export { encaissementRoutes } from './booking/encaissements.routes.ts';
export { rejetRoutes } from './undoing/rejets.routes.ts';
export { transactionRoutes } from './lists/transactions.routes.ts';
export { readRecettes } from './lists/recettes.repository.ts';
export { releaseAbove, releaseAdvances, takeUpAdvances } from './booking/imputations.repository.ts';
export { type TillRequest, type TillPort } from './booking/till.ts';
