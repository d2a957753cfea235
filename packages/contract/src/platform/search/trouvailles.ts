/** The kinds of what the search box finds. Pure, and without schemas: the box loads it. */

/** In the order in which they are told. */
export const SORTES_TROUVAILLE = {
  contribuable: 'Contribuables',
  recu: 'Reçus',
  transaction: 'Transactions',
  lieu: 'Lieux',
  ecran: 'Écrans',
} as const;
export type SorteTrouvaille = keyof typeof SORTES_TROUVAILLE;

/** Of each kind, the best. */
export const TROUVAILLES_PAR_SORTE = 5;
