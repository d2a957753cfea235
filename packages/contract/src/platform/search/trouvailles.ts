/** The kinds of search results. Pure, without schemas, because the search box loads it. */

/** In display order. */
export const SORTES_TROUVAILLE = {
  contribuable: 'Contribuables',
  recu: 'Reçus',
  transaction: 'Transactions',
  lieu: 'Lieux',
  ecran: 'Écrans',
  action: 'Actions',
} as const;
export type SorteTrouvaille = keyof typeof SORTES_TROUVAILLE;

/** Most results of each kind. */
export const TROUVAILLES_PAR_SORTE = 5;
