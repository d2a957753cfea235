/** The kinds of search results. Pure, without schemas, because the search box loads it. */

/** In display order: a place, found by any part of its name, never stands before a screen found by its first letters. */
export const SORTES_TROUVAILLE = {
  contribuable: 'Contribuables',
  recu: 'Reçus',
  transaction: 'Transactions',
  ecran: 'Écrans',
  action: 'Actions',
  lieu: 'Lieux',
} as const;
export type SorteTrouvaille = keyof typeof SORTES_TROUVAILLE;

/** Most results of each kind. */
export const TROUVAILLES_PAR_SORTE = 5;
