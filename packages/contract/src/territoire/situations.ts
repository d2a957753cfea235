import { z } from 'zod';
import { amountSchema } from '../platform/http/schemas.ts';

/**
 * What a person or a place brought since the beginning, livestock apart, as far as who asks sees it (specification 1
 * section 3, 2 section 3): taxpayers enrolled, payments, and francs received less those given back.
 */
export const situationsSchema = z.object({
  nbreEnrollements: z.int(),
  nbreTransactions: z.int(),
  totalTransactions: amountSchema,
});
