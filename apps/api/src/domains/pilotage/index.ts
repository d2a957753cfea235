/** Steering: dashboard and statistics, from stored totals. */
export { carteRoutes } from './carte.routes.ts';
export { classeurRoutes } from './classeur.routes.ts';
export { dashboardRoutes } from './dashboard.routes.ts';
export { segmentsOf } from './grains.ts';
export { rythmeRoutes } from './rythme.routes.ts';
export { sumAmounts, sumEnrolled, sumImputed, sumLines, sumReceived } from './totals.repository.ts';
export { statistiqueRoutes } from './statistiques.routes.ts';
