/** The steps that open a collectivité, in their order: screens know them without the schemas. */
export const ETAPES = {
  commune: 'Commune',
  territoire: 'Territoire',
  personnes: 'Utilisateurs',
  taxes: 'Taxes',
  tarifs: 'Tarifs',
  import: 'Contribuables',
  echeances: 'Échéances',
} as const;
export type Etape = keyof typeof ETAPES;

/** Done; missing, without which nobody is taxed; to be looked at, without which something is poorer. */
export const ETATS = { fait: 'Fait', manque: 'À faire', voir: 'À voir' } as const;
export type Etat = keyof typeof ETATS;
