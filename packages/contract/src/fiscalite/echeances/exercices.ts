/** Fiscal years of a collectivité: open, or closed with final échéances (docs/regles-de-calcul.md). */
import { z } from 'zod';
import { idSchema, inDigits, yearSchema } from '../../platform/http/schemas.ts';

export const exercicesQuery = z.object({ entite: inDigits(idSchema) });

export const exerciceParams = z.object({
  entite: inDigits(idSchema),
  annee: yearSchema,
});
export type ExerciceKey = z.infer<typeof exerciceParams>;

export const exerciceSchema = z.object({
  annee: z.int(),
  /** Planned and paid francs of the year. */
  prevu: z.int(),
  paye: z.int(),
  /** When the year was closed; null for an open year. */
  closedAt: z.string().nullable(),
  closedBy: z.object({ id: idSchema, fullName: z.string() }).nullable(),
});
export type Exercice = z.infer<typeof exerciceSchema>;
