/** The import of a whole territory, typed, pasted or from a file: previewed as a tree before it is written. */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema } from '../platform/http/schemas.ts';

export * from './plan-limits.ts';

/** The fields of the multipart body beside the file. */
export const planFieldsSchema = z.object({
  entite: inDigits(idSchema),
  /** Ids of the sub-entity types to use; all active ones when absent. */
  niveaux: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,20}$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
  /** `1` previews, `0` writes. */
  essai: z.enum(['0', '1']).transform((text) => text === '1'),
});
export type PlanFields = z.infer<typeof planFieldsSchema>;

/** A message about a line of the file, or a feature of the map. */
const dit = z.object({ rang: z.int(), message: z.string() });

export const planSchema = z.object({
  /** The tree, parents first. */
  lieux: z.array(
    z.object({
      rang: z.int(),
      nom: z.string(),
      /** Assigned on creation, unless the file has one. */
      code: z.string().nullable(),
      type: nestedSchema,
      /** 0 at the top. */
      profondeur: z.int(),
      /** Already exists: it is not created. */
      existe: z.boolean(),
      /** An outline is stored with it. */
      contour: z.boolean(),
    }),
  ),
  /** Errors: nothing is written if there are any. */
  fautes: z.array(dit),
  /** Warnings about parts that are not written. */
  remarques: z.array(dit),
  nouveaux: z.int(),
  /** Whether the new places were written. */
  ecrit: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;
