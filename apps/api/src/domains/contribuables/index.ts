/** Taxpayers: enrolment, records, lists. */
export { contribuableRoutes } from './contribuables.routes.ts';
