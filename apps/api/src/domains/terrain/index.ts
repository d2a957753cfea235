/** The field: agents' devices, and what they send. */
export { terrainExports } from './exports.ts';
export { countCas } from './attente.service.ts';
export { hasAppareils } from './appareils.repository.ts';
export { keepCles } from './remises/cles.service.ts';
export { sendWaiting } from './sms/envoi.service.ts';
export { terrainRoutes } from './terrain.routes.ts';
