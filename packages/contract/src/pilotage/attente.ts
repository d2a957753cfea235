/** What waits for a person, in one call. */
import { z } from 'zod';
import { ATTENTE_KEYS } from '../attentes.ts';
import { inDigits, idSchema } from '../platform/http/schemas.ts';

/** A collectivité, or one sub-entity with its subtree; neither: the whole scope. */
export const attenteQuerySchema = z.object({
  entite: inDigits(idSchema).optional(),
  ramification: inDigits(idSchema).optional(),
});
export type AttenteQuery = z.infer<typeof attenteQuerySchema>;

export const attenteSchema = z.object({
  /** By screen; absent where the person has no right to what waits. */
  attentes: z.partialRecord(z.enum(ATTENTE_KEYS), z.int()),
});
