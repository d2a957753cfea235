/** What marks a receipt that proves nothing. */
import type { Paper } from './receipt-picture.ts';

export const SANS_VALEUR = 'Exercice : sans aucune valeur.';

/** The word across a receipt that proves nothing. */
export const stampOf = ({ annule, exercice }: Pick<Paper, 'annule' | 'exercice'>): string | undefined =>
  exercice ? 'EXERCICE' : annule ? 'ANNULÉ' : undefined;
