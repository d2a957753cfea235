/** Taxation: what is taxed, by which tax, at which rate. */
export { fiscaliteResources } from './resources.ts';
export { sansTarifExport } from './tarifs/sans-tarif.service.ts';
export { echeanceRoutes } from './echeances/echeances.routes.ts';
export { billPlace, closeDues, type DuesPayments, echeanceService } from './echeances/echeances.service.ts';
export { readSuspendues } from './suspensions/suspensions.repository.ts';
export { suspensionExport } from './suspensions/exports.ts';
export { firstClosed } from './echeances/exercices.repository.ts';
export { exerciceRoutes } from './echeances/exercices.routes.ts';
export {
  type Arriere,
  correctArrieres,
  type DuAnterieur,
  insertArrieres,
  readArrieres,
} from './echeances/arrieres.repository.ts';
export { isExonerated } from './echeances/exonerees.repository.ts';
export { isClosed } from './echeances/exercices.repository.ts';
export { debutDe, parDates } from './echeances/tarifs-dates.repository.ts';
export { owesNothing } from './tarifs/rien-a-payer.repository.ts';
export { readTarifs } from './tarifs/tarifs.repository.ts';
export { taxeRoutes } from './taxes/taxes.routes.ts';
