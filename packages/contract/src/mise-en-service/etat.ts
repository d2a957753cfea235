/**
 * What a collectivité lacks before it can tax, and what is inactive: one line per point, with a link to the screen that
 * corrects it.
 */
import { z } from 'zod';
import { idSchema, inDigits, nestedSchema, yearSchema } from '../platform/http/schemas.ts';
import { ETATS, ETAPES } from './etapes.ts';

export * from './etapes.ts';

export const etatQuery = z.object({
  entite: inDigits(idSchema),
  /** Fiscal year; the present one when absent. */
  annee: yearSchema.optional(),
});

const keysOf = <Key extends string>(words: Record<Key, unknown>) => Object.keys(words) as [Key, ...Key[]];

export const etatSchema = z.object({
  entite: nestedSchema,
  annee: z.int(),
  points: z.array(
    z.object({
      etape: z.enum(keysOf(ETAPES)),
      etat: z.enum(keysOf(ETATS)),
      /** A sentence for the person. */
      dit: z.string(),
      /** Address of the screen that corrects or shows it. */
      lien: z.string(),
    }),
  ),
});
export type EtatMiseEnService = z.infer<typeof etatSchema>;
export type Point = EtatMiseEnService['points'][number];
