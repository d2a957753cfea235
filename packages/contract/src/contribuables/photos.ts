/** Photos of taxpayers and of their equipment. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../schemas.ts';

/** Kinds of picture that may be sent, as a file input names them. */
export const PHOTO_KINDS = 'image/jpeg,image/png,image/webp';
/** Bytes of a photo that is sent, at most. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** Photos of one equipment, at most. */
export const MAX_PHOTOS_EQUIPEMENT = 12;

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
