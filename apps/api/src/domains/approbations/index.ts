/** What waits for a second person: requests, their files, thresholds. */
export { countToDecide, hasApprobations } from './approbation-list.repository.ts';
export { approbationRoutes } from './approbation.routes.ts';
export { approbationResources } from './resources.ts';
export { approvals } from './seuils.service.ts';
