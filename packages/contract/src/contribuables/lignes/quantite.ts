/**
 * Why the quantity of a line changes: the reason decides from which day échéances count the new quantity
 * (docs/regles-de-calcul.md).
 */
import { z } from 'zod';
import { daySchema } from '../../platform/http/schemas.ts';
import { QUANTITE_MAX, QUANTITE_MESSAGES } from '../../fiscalite/tarifs/bareme.ts';

export const MOTIFS_QUANTITE = {
  erreur: 'Erreur de saisie',
  changement: 'Changement',
} as const;
export type MotifQuantite = keyof typeof MOTIFS_QUANTITE;

export const CORRECTION_MESSAGES = {
  motif: 'Veuillez choisir pourquoi la quantité change',
  du: 'Veuillez choisir le jour du changement',
  futur: 'Un changement ne commence pas dans l’avenir : choisissez aujourd’hui ou un jour passé.',
} as const;

/**
 * An error is corrected as if the quantity had always been so; after a change, the old quantity counts for the periods
 * that begin before `du`. Without a reason, it is an error.
 */
export const correctionSchema = z.discriminatedUnion(
  'motif',
  [
    z.object({ motif: z.literal('erreur') }),
    z.object({
      motif: z.literal('changement'),
      du: z.string({ error: CORRECTION_MESSAGES.du }).pipe(daySchema),
    }),
  ],
  { error: CORRECTION_MESSAGES.motif },
);
export type Correction = z.infer<typeof correctionSchema>;

/** The quantity of a line, in the unit of its base. */
export const quantiteSchema = z
  .number({ error: QUANTITE_MESSAGES.nombre })
  .gt(0, QUANTITE_MESSAGES.nombre)
  .max(QUANTITE_MAX, QUANTITE_MESSAGES.max)
  .refine((value) => Number(value.toFixed(2)) === value, QUANTITE_MESSAGES.nombre);
