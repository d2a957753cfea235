/** What marks a receipt that proves nothing. */
export const SANS_VALEUR = 'Exercice : sans aucune valeur.';

/** The word across a receipt that proves nothing. */
export const stampOf = ({ annule, exercice }: { annule: boolean; exercice: boolean }): string | undefined =>
  exercice ? 'EXERCICE' : annule ? 'ANNULÉ' : undefined;
