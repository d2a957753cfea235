/** Photos of taxpayers and of their equipment. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../../platform/http/schemas.ts';

export * from './photo-limits.ts';

export const photoSchema = z.object({
  id: idSchema,
  /** Name of the file beneath `/uploads/`, and of its thumbnail. */
  nom: z.string(),
  miniature: z.string(),
  largeur: z.int(),
  hauteur: z.int(),
  /** The equipment that it shows, named by its type; null for the taxpayer's portrait. */
  equipement: nestedSchema.nullable(),
  createdAt: z.string(),
  createdBy: z.string(),
});
export type Photo = z.infer<typeof photoSchema>;

export const photoParams = z.object({ id: inDigits(idSchema), photo: inDigits(idSchema) });
