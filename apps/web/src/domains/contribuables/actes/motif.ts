/** The reason of a change of place, as typed and as sent. Pure. */
import {
  type Deplacement,
  DEPLACEMENT_MESSAGES,
  type MotifDeplacement as Motif,
  MOTIFS_DEPLACEMENT,
} from '@octroi/contract/contribuables/deplacement';
import { type Day, formatDay } from '@octroi/contract/platform/values/period';

/** A reason as typed. */
export interface MotifText {
  motif: Motif | null;
  du: Day | null;
}
export const NO_MOTIF: MotifText = { motif: null, du: null };

/** The reason to send, or the errors by field. */
type Reason = { deplacement: Deplacement } | { faults: Record<string, string> };

export function deplacementOf({ motif, du }: MotifText): Reason {
  if (motif === null) return { faults: { deplacement: DEPLACEMENT_MESSAGES.motif } };
  if (motif === 'erreur') return { deplacement: { motif } };
  return du ? { deplacement: { motif, du } } : { faults: { 'deplacement.du': DEPLACEMENT_MESSAGES.du } };
}

/** `Déménagement du 12/03/2026`. */
export const motifText = (deplacement: Deplacement): string =>
  deplacement.motif === 'erreur'
    ? MOTIFS_DEPLACEMENT.erreur
    : `${MOTIFS_DEPLACEMENT[deplacement.motif]} du ${formatDay(deplacement.du)}`;
