/** What the rows of lists name by an id: an account, a place. */
import { z } from 'zod';
import { idSchema, nestedSchema } from '../http/schemas.ts';

/** An account as rows name it. */
export const agentSchema = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

export const placeSchema = nestedSchema.extend({
  parent: nestedSchema.nullable(),
  entite: nestedSchema,
  /** Names down to its own: from the highest sub-entity, or from below the one place that a list was asked for. */
  chemin: z.array(z.string()),
});
