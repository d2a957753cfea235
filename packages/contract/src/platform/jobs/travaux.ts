/** A job that outlives its request, as screens follow it. */
import { z } from 'zod';
import { idSchema, nestedSchema } from '../http/schemas.ts';
import { STATUTS_TRAVAIL } from './statuts.ts';

export const travailParam = z.object({ travail: z.uuid() });

export const travailSchema = z.object({
  id: z.uuid(),
  /** Kind of job. */
  nature: z.string(),
  /** Its parameters, by kind of job. */
  parametres: z.record(z.string(), z.unknown()),
  entite: nestedSchema.nullable(),
  /** The person who started it; null for an automatic job. */
  utilisateur: z.object({ id: idSchema, fullName: z.string() }).nullable(),
  statut: z.enum(STATUTS_TRAVAIL),
  /** Total steps, and completed steps. */
  total: z.int(),
  fait: z.int(),
  /** Its result, by kind of job; partial while it runs. */
  rapport: z.record(z.string(), z.unknown()).nullable(),
  /** Why it failed, as a sentence for the person. */
  message: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type Travail = z.infer<typeof travailSchema>;
