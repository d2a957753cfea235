/** The target of a bulk act: some ids, or all rows of a list with exceptions, stored by the server under a token. */
import { z } from 'zod';
import { faultsSchema, referenceSchema } from '../http/schemas.ts';

export const targetsSchema = z.union([
  z.object({ ids: z.array(referenceSchema).min(1).max(5000) }),
  z.object({ selection: z.string().max(64) }),
]);
export type Targets = z.infer<typeof targetsSchema>;

/** All rows of a list with exceptions: `query` is the list's own. */
export const selectionBody = z.object({
  resource: z.string().max(60),
  query: z.string().max(20_000),
  except: z.array(referenceSchema).max(5000).default([]),
});
export type SelectionBody = z.infer<typeof selectionBody>;

/** The token of the selection, and its number of rows. */
export const selectionSchema = z.object({ token: z.string(), count: z.int() });

/** The result of a bulk removal, with its refusals. */
export const suppressionSchema = z.object({
  total: z.int(),
  supprimes: z.int(),
  /** The rows not removed: the reason, and in `errors` the records that depend on each. */
  refuses: z.array(z.object({ id: z.int(), message: z.string(), errors: faultsSchema.optional() })),
});
export type Suppression = z.infer<typeof suppressionSchema>;
