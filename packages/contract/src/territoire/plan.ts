/** A territory that is brought as a whole, typed, pasted or from a file: seen as a tree before anything is written. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../platform/http/schemas.ts';

export * from './plan-limits.ts';

/** The parts of the multipart body beside the file. */
export const planFieldsSchema = z.object({
  entite: inDigits(idSchema),
  /** Types of sub-entities in use, by their ids; all that are active when absent. */
  niveaux: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,20}$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
  /** `1` shows what would be made, `0` makes it. */
  essai: z.enum(['0', '1']).transform((text) => text === '1'),
});
export type PlanFields = z.infer<typeof planFieldsSchema>;

/** What is to be said of a line of the file, or of a feature of the map. */
const dit = z.object({ rang: z.int(), message: z.string() });

export const planSchema = z.object({
  /** The tree, those above before those beneath. */
  lieux: z.array(
    z.object({
      rang: z.int(),
      nom: z.string(),
      /** Given when it is made, where the file gives none. */
      code: z.string().nullable(),
      type: nestedSchema,
      /** 0 at the top. */
      profondeur: z.int(),
      /** Stands already: nothing is made. */
      existe: z.boolean(),
      /** An outline is kept with it. */
      contour: z.boolean(),
    }),
  ),
  /** Nothing is written while there is one. */
  fautes: z.array(dit),
  /** What is left out of what is written. */
  remarques: z.array(dit),
  nouveaux: z.int(),
  /** Whether the new ones stand now. */
  ecrit: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;
