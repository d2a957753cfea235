/** Taxation: what is taxed, by which tax, at which rate. */
export { fiscaliteResources } from './resources.ts';
export { sansTarifExport } from './sans-tarif.service.ts';
export { echeanceRoutes } from './echeances.routes.ts';
export { billPlace, closeDues, type DuesPayments, echeanceService } from './echeances.service.ts';
export { exerciceRoutes } from './exercices.routes.ts';
export { insertArrieres } from './arrieres.repository.ts';
export { isClosed } from './echeances.repository.ts';
export { readTarifs } from './tarifs.repository.ts';
export { taxeRoutes } from './taxes.routes.ts';
