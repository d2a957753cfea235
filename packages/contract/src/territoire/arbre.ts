/** The territory of a collectivité as a tree (specification 1 sections 2 and 3). */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../platform/http/schemas.ts';

export const arbreQuerySchema = z.object({ entite: inDigits(idSchema) });

const noeudSchema = z.object({
  id: idSchema,
  nom: z.string(),
  code: z.string(),
  /** The parent; null at the top, or if the parent is out of scope. */
  parent: idSchema.nullable(),
  type: nestedSchema,
  enabled: z.boolean(),
  /** Name of the nearest inactive ancestor of an active place; null without one. */
  masquePar: z.string().nullable(),
  /** Direct children. */
  cptr: z.int(),
  /** Taxpayers in its subtree. */
  cptrContrib: z.int(),
  /** Those with a known position, shown on the map. */
  cptrCarte: z.int(),
});
export type Noeud = z.infer<typeof noeudSchema>;

/** Parents before their children, by name. */
export const arbreSchema = z.object({ data: z.array(noeudSchema) });
