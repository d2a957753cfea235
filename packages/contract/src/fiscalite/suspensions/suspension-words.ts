/** Words and messages of suspensions of collection. Pure, without schemas. */

/** What becomes of a period longer than a month that a suspension covers in part. */
export const PARTIELLES = {
  entière: 'N’est pas due du tout',
  aucune: 'Reste due entière',
  mois: 'Perd les mois qui y commencent',
} as const;
export type Partielles = keyof typeof PARTIELLES;
export const PARTIELLES_KEYS = Object.keys(PARTIELLES) as [Partielles, ...Partielles[]];

/** What becomes of the money paid for what is no longer due. */
export const PAYES = {
  gardés: 'Reste sur ces échéances',
  libérés: 'Paie ce qui reste dû, ou devient une avance',
} as const;
export type Payes = keyof typeof PAYES;
export const PAYES_KEYS = Object.keys(PAYES) as [Payes, ...Payes[]];

export const ETATS_SUSPENSION = ['À venir', 'En cours', 'Terminée', 'Retirée'] as const;
export type EtatSuspension = (typeof ETATS_SUSPENSION)[number];

export const SUSPENSION_MESSAGES = {
  ordre: 'Le dernier jour ne précède pas le premier.',
  motif: 'Entrez le motif',
  reference: 'Entrez la délibération ou l’arrêté, avec son numéro et sa date',
  taxe: 'Cette taxe n’est pas de cette collectivité.',
  lieu: 'Cette sous-entité n’est pas de cette collectivité.',
  finie: 'Cette suspension est déjà retirée.',
  hors: 'Choisissez un jour de la suspension.',
  close: (annee: number) => `L’exercice ${annee} est clos : ses échéances ne changent plus.`,
} as const;
