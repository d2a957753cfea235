/** Steering: dashboard and statistics, from stored totals. */
export { dashboardRoutes } from './dashboard.routes.ts';
export { segmentsOf } from './grains.ts';
export { sumAmounts, sumEnrolled, sumReceived } from './totals.repository.ts';
export { statistiqueRoutes } from './statistiques.routes.ts';
