/** The field: agents' devices, and what they send. */
export { terrainRoutes } from './terrain.routes.ts';
