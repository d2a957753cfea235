/** Taxpayers: enrolment, records, lists. */
export { contribuableExport, enrollementExport, baseTaxableExport, equipementExport } from './exports.ts';
export { contribuableRoutes } from './contribuables.routes.ts';
export type { Enrolling } from './facturation.service.ts';
export { importRoutes } from './import.routes.ts';
export { enrolMany, type Inscription } from './inscription.service.ts';
export { demandLignes, type RankedLigne } from './lignes.service.ts';
export { reserveNumbers } from './saisie.repository.ts';
export { ficheIndividuelle } from './fiches.service.ts';
export { photoRoutes } from './photos.routes.ts';
