/** Payments: methods, transactions, refunds. */
export { paiementsResources } from './resources.ts';
export { transactionRoutes } from './transactions.routes.ts';
