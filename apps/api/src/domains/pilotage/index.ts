/** Dashboard and statistics, from stored totals. */
export { segmentsOf } from './totals/grains.ts';
export { type AttenteCount, type AttenteCounts, attenteRoutes } from './attente/attente.routes.ts';
export { redrawContours } from './carte/carte.service.ts';
export { type PointFigures, readPoint } from './point/point.service.ts';
export { pilotageRoutes } from './pilotage.routes.ts';
export {
  type Receipts,
  type ReceiptTotal,
  sumAmounts,
  sumEnrolled,
  sumForYears,
  sumImputed,
  sumLines,
  sumReceived,
} from './totals/totals.repository.ts';
