/** Expected replies of every route, by kind of person. */
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { RESOURCE_ROUTES } from './resources.ts';
import { MONEY_ROUTES } from './money-routes.ts';
import { ENROLMENT_ROUTES } from './enrolment-routes.ts';
import { PRINT_ROUTES } from './print-routes.ts';
import { TERRAIN_ROUTES } from './terrain-routes.ts';
import { RECOUVREMENT_ROUTES } from './recouvrement-routes.ts';
import { TILL_ROUTES } from './till-routes.ts';
import type { Table } from './expectation.ts';

export const TABLE: Table = {
  ...ACCOUNT_ROUTES,
  ...RESOURCE_ROUTES,
  ...MONEY_ROUTES,
  ...ENROLMENT_ROUTES,
  ...PRINT_ROUTES,
  ...RECOUVREMENT_ROUTES,
  ...TERRAIN_ROUTES,
  ...TILL_ROUTES,
};
