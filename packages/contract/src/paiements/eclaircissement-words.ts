/** Words of payments to review, apart from their schemas: the first page of the browser needs no schema. */
export const NATURES_ECLAIRCISSEMENT = ['double', 'montant', 'annulé', 'inconnu'] as const;
/**
 * Why a review is needed: money for a failed or reversed payment; another amount; money taken back by the operator; no
 * payment with this reference.
 */
export type NatureEclaircissement = (typeof NATURES_ECLAIRCISSEMENT)[number];
export const NATURE_ECLAIRCISSEMENT_WORDS: Readonly<Record<NatureEclaircissement, string>> = {
  double: 'Arrivé après un échec',
  montant: 'Autre montant',
  annulé: 'Repris par l’opérateur',
  inconnu: 'Paiement inconnu',
};

export const ACTES_ECLAIRCISSEMENT = ['encaisser', 'rendre', 'écarter'] as const;
export type ActeEclaircissement = (typeof ACTES_ECLAIRCISSEMENT)[number];
export const ACTE_ECLAIRCISSEMENT_WORDS: Readonly<Record<ActeEclaircissement, string>> = {
  encaisser: 'Encaissé',
  rendre: 'Rendu par l’opérateur',
  écarter: 'Sans suite',
};

export const ETATS_ECLAIRCISSEMENT = ['ouverts', 'réglés', 'tous'] as const;

/** Whether money arrived that can be booked: an operator also tells of money that it took back. */
export const isBookable = (cas: { nature: NatureEclaircissement | null; montant: number }): boolean =>
  cas.montant > 0 && cas.nature !== 'annulé';
