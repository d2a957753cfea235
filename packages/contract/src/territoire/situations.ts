import { z } from 'zod';
import { amountSchema } from '../platform/http/schemas.ts';

/**
 * All-time totals of a person or a place, without livestock, within the reader's scope (specification 1 section 3, 2
 * section 3): enrolled taxpayers, payments, and francs received less refunds.
 */
export const situationsSchema = z.object({
  nbreEnrollements: z.int(),
  nbreTransactions: z.int(),
  totalTransactions: amountSchema,
});
