/** What is still to be collected: tours of visits to who owes. */
export { avisRemisExport, tourneeExport, visiteExport } from './exports.ts';
export { attachStub } from './distribution/avis.repository.ts';
export { recordRemise } from './distribution/remises.service.ts';
export { recouvrementRoutes } from './recouvrement.routes.ts';
export { storeRaisons, tourneeOf, visiteDuJour } from './visites.repository.ts';
export { noteVisite } from './visites.service.ts';
