/** What is still to be collected: tours of visits to who owes. */
export { tourneeExport, visiteExport } from './exports.ts';
export { recouvrementRoutes } from './recouvrement.routes.ts';
