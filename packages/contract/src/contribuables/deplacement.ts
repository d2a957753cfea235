/**
 * Why a taxpayer changes place: the reason decides from which day échéances belong to the new place
 * (docs/regles-de-calcul.md).
 */
import { z } from 'zod';
import { daySchema } from '../platform/http/schemas.ts';

export const MOTIFS_DEPLACEMENT = {
  erreur: 'Erreur d’affectation',
  déménagement: 'Déménagement',
} as const;
export type MotifDeplacement = keyof typeof MOTIFS_DEPLACEMENT;

export const DEPLACEMENT_MESSAGES = {
  motif: 'Veuillez choisir le motif',
  du: 'Veuillez choisir le jour du déménagement',
  futur: 'Un déménagement ne commence pas dans l’avenir : choisissez aujourd’hui ou un jour passé.',
} as const;

/**
 * An error is corrected as if the taxpayer had always been at the new place; after a move, the old place counts until
 * the day before `du`. Without a reason, it is an error.
 */
export const deplacementSchema = z.discriminatedUnion(
  'motif',
  [z.object({ motif: z.literal('erreur') }), z.object({ motif: z.literal('déménagement'), du: daySchema })],
  { error: DEPLACEMENT_MESSAGES.motif },
);
export type Deplacement = z.infer<typeof deplacementSchema>;

export const ERREUR: Deplacement = { motif: 'erreur' };
