/** Steering: dashboard and statistics, from stored totals. */
export { segmentsOf } from './grains.ts';
export { pilotageRoutes } from './pilotage.routes.ts';
export { sumAmounts, sumEnrolled, sumImputed, sumLines, sumReceived } from './totals.repository.ts';
