/** Every declared resource, by domain; calls (`api.ts`), routes and tests are generated from this list. */
export * from './territoire/resources.ts';
export * from './fiscalite/resources.ts';
export { applications } from './fiscalite/tarifs/applications.ts';
export { precisions } from './fiscalite/tarifs/precisions.ts';
export { taxes } from './fiscalite/taxes/taxes.ts';
export * from './paiements/resources.ts';
export * from './caisse/resources.ts';
export * from './administration/resources.ts';
export * from './approbations/resources.ts';
export { groups } from './administration/accounts/groups.ts';
export { users } from './administration/accounts/users.ts';
