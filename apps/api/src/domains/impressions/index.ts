/** Printing and exports: what leaves the office. */
export { exportRoutes } from './exports/exports.routes.ts';
