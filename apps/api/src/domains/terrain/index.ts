/** The field: agents' devices, and what they send. */
export { terrainExports } from './exports.ts';
export { terrainRoutes } from './terrain.routes.ts';
