/** Who may see a sub-entity, and why (specification 1 sections 2 and 6). */
import { z } from 'zod';
import { idSchema, inDigits, listQuerySchema, nestedSchema } from '../../platform/http/schemas.ts';

/** From the widest reason to the narrowest; a person is listed once, under the first reason that applies. */
export const RAISONS_ACCES = {
  plateforme: 'Toute la plateforme',
  collectivite: 'Par la collectivité',
  direct: 'Directement',
  ancetre: 'Par une sous-entité au-dessus',
} as const;
type RaisonAcces = keyof typeof RAISONS_ACCES;

export const accesRowSchema = z.object({
  id: idSchema,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  type: nestedSchema,
  groupe: nestedSchema.nullable(),
  raison: z.enum(Object.keys(RAISONS_ACCES) as [RaisonAcces, ...RaisonAcces[]]),
  /** The place through which the person has access; null for the whole platform. */
  via: nestedSchema.nullable(),
});
export type AccesRow = z.infer<typeof accesRowSchema>;

/** The list under its own path, used by exports and selections of it. */
export const accesQuery = listQuerySchema.extend({ ramification: inDigits(idSchema) });
export type AccesQuery = z.infer<typeof accesQuery>;
