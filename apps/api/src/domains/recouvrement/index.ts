/** What is still to be collected: tours of visits to who owes. */
export { tourneeExport, visiteExport } from './exports.ts';
export { recouvrementRoutes } from './recouvrement.routes.ts';
export { visiteDuJour } from './visites.repository.ts';
export { noteVisite } from './visites.service.ts';
