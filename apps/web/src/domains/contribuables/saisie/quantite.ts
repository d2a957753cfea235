/** The quantity of a line, as typed and as sent. Pure. */
import {
  type Correction,
  CORRECTION_MESSAGES,
  type MotifQuantite,
} from '@octroi/contract/contribuables/lignes/quantite';
import type { Day } from '@octroi/contract/platform/values/period';
import type { Whole } from '#src/ui/form/WholeInput.tsx';

/** A reason as typed. */
export interface CorrectionText {
  motif: MotifQuantite | null;
  du: Day | null;
}

/** What a line counts. */
export interface Counted {
  /** Quantity in the unit of the base; absent while the base is counted by piece. */
  quantite?: Whole;
  /** The unit and the quantity of a stored line. */
  compte?: { unite: string; quantite: number | null };
  /** Why the stored quantity changes. */
  correction?: CorrectionText;
}

/** What a line has no longer once its base changes. */
export const UNCOUNTED = { quantite: undefined, compte: undefined, correction: undefined };

/** Whether a stored quantity is replaced by another. */
export const isRescaled = ({ compte, quantite }: Counted): boolean =>
  compte !== undefined &&
  compte.quantite !== null &&
  typeof quantite === 'number' &&
  quantite !== compte.quantite;

/** The missing parts of a reason. */
export function correctionFaults(correction: CorrectionText | undefined): Record<string, string> {
  if (!correction?.motif) return { correction: CORRECTION_MESSAGES.motif };
  return correction.motif === 'changement' && !correction.du
    ? { 'correction.du': CORRECTION_MESSAGES.du }
    : {};
}

/** The reason to send; nothing while it is incomplete. */
export function correctionOf(correction: CorrectionText | undefined): { correction?: Correction } {
  if (correction?.motif === 'erreur') return { correction: { motif: 'erreur' } };
  return correction?.motif === 'changement' && correction.du
    ? { correction: { motif: 'changement', du: correction.du } }
    : {};
}
