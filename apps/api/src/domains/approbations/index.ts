/** What waits for a second person: requests, their files, thresholds. */
export { approbationRoutes } from './approbation.routes.ts';
export { approbationResources } from './resources.ts';
export { approvals } from './seuils.service.ts';
