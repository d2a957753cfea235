/** Records named in list rows by an id: accounts and places. */
import { z } from 'zod';
import { idSchema, nestedSchema } from '../http/schemas.ts';

/** An account in a row. */
export const agentSchema = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

export const placeSchema = nestedSchema.extend({
  parent: nestedSchema.nullable(),
  entite: nestedSchema,
  /** Names from the highest sub-entity down to its own, or from below the place that the list is filtered to. */
  chemin: z.array(z.string()),
});
