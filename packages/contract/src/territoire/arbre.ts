/** The territory of a collectivité as a tree (specification 1 sections 2 and 3). */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../platform/http/schemas.ts';

export const arbreQuerySchema = z.object({ entite: inDigits(idSchema) });

const noeudSchema = z.object({
  id: idSchema,
  nom: z.string(),
  code: z.string(),
  /** Sub-entity above it; null at the top, or where what lies above is out of scope. */
  parent: idSchema.nullable(),
  type: nestedSchema,
  enabled: z.boolean(),
  /** Of what is inactive above one that is active, the nearest; null where nothing is. */
  masquePar: z.string().nullable(),
  /** Sub-entities directly beneath it. */
  cptr: z.int(),
  /** Taxpayers in its subtree. */
  cptrContrib: z.int(),
  /** Those of them whose position is known, and who so stand on the map. */
  cptrCarte: z.int(),
});
export type Noeud = z.infer<typeof noeudSchema>;

/** Parents before their children, by name. */
export const arbreSchema = z.object({ data: z.array(noeudSchema) });
