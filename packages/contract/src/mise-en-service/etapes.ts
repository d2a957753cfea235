/** The steps that set up a collectivité, in order; apart from the schemas, so that screens do not load zod. */
export const ETAPES = {
  commune: 'Commune',
  territoire: 'Territoire',
  personnes: 'Utilisateurs',
  taxes: 'Taxes',
  tarifs: 'Tarifs',
  import: 'Contribuables',
  echeances: 'Échéances',
  encaisser: 'Encaisser',
} as const;
export type Etape = keyof typeof ETAPES;

/** `manque` blocks taxation; `voir` is recommended. */
export const ETATS = { fait: 'Fait', manque: 'À faire', voir: 'À voir' } as const;
export type Etat = keyof typeof ETATS;
