/** What a bulk act is done to: some ids, or all rows of a list but some, kept by the server under a token. */
import { z } from 'zod';
import { faultsSchema, referenceSchema } from '../http/schemas.ts';

export const targetsSchema = z.union([
  z.object({ ids: z.array(referenceSchema).min(1).max(5000) }),
  z.object({ selection: z.string().max(64) }),
]);
export type Targets = z.infer<typeof targetsSchema>;

/** All rows of a list but some: `query` is the list's own. */
export const selectionBody = z.object({
  resource: z.string().max(60),
  query: z.string().max(20_000),
  except: z.array(referenceSchema).max(5000).default([]),
});
export type SelectionBody = z.infer<typeof selectionBody>;

/** The token that a bulk act names them by, and how many they are. */
export const selectionSchema = z.object({ token: z.string(), count: z.int() });

/** What a removal of many did, and what it refused. */
export const suppressionSchema = z.object({
  total: z.int(),
  supprimes: z.int(),
  /** Those that stay: why, and in `errors` what hangs on each of them. */
  refuses: z.array(z.object({ id: z.int(), message: z.string(), errors: faultsSchema.optional() })),
});
export type Suppression = z.infer<typeof suppressionSchema>;
