/** Photos of taxpayers and of their equipment. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../../platform/http/schemas.ts';

export * from './photo-limits.ts';

export const photoSchema = z.object({
  id: idSchema,
  /** File name below `/uploads/`, and its thumbnail's. */
  nom: z.string(),
  miniature: z.string(),
  largeur: z.int(),
  hauteur: z.int(),
  /** The equipment shown, named by its type; null for the taxpayer's portrait. */
  equipement: nestedSchema.nullable(),
  createdAt: z.string(),
  createdBy: z.string(),
});
export type Photo = z.infer<typeof photoSchema>;

export const photoParams = z.object({ id: inDigits(idSchema), photo: inDigits(idSchema) });
