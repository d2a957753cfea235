/** Every call of the product. The browser imports the type alone: the values would bring every schema along. */
import type { Endpoint } from './endpoints.ts';
import { imputationEndpoints, rappelEndpoints, transactionEndpoints } from './paiements/endpoints.ts';

type Transactions = typeof transactionEndpoints;
type Imputations = typeof imputationEndpoints;
type Rappels = typeof rappelEndpoints;

/** By method and address; an interface that extends is joined once, where an intersection is joined at every use. */
export interface Api extends Transactions, Imputations, Rappels {}

export const API = {
  ...transactionEndpoints,
  ...imputationEndpoints,
  ...rappelEndpoints,
} satisfies Record<keyof Api, Endpoint>;
