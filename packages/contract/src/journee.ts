/** The parts of « Ma journée », with the rights that show each: all of them. Pure, without schemas: the menu loads it. */
import { ATTENTES } from './attentes.ts';
import type { Right } from './register.ts';
import { type Grants, mayAll } from './rights.ts';

/** Cards; each needs the right of the screen with its figures. */
export const JOURNEE_CARDS = {
  annee: [['rythme', 'Voir']],
  jours: [['recouvrement-moyen-paiement', 'Voir']],
  lieux: [['tableau-de-bord', 'Voir']],
  debiteurs: [['contribuables', 'Lister']],
  moyens: [['recouvrement-moyen-paiement', 'Voir']],
  agents: [['recouvrement-agent', 'Voir']],
} as const satisfies Record<string, readonly Right[]>;

/** Tiles of waiting work. */
export const JOURNEE_TILES = {
  'a-classer': [['transactions', 'Lister']],
  'a-eclaircir': ATTENTES['a-eclaircir'],
  'a-confirmer': ATTENTES.transactions,
  'a-valider': ATTENTES.enrollements,
  'sans-quantite': [['enrollements', 'Lister']],
  /** Shown to the people who may decide a waiting request: it needs no right. */
  'a-approuver': ATTENTES.approbations,
  'a-recevoir': ATTENTES.versements,
  ecarts: ATTENTES.ecarts,
  'gardees-trop-longtemps': [['sessions-caisse', 'Lister']],
  tournees: [['tournees', 'Lister']],
  'cas-terrain': ATTENTES['cas-terrain'],
  'appareils-en-retard': [['terrain', 'Lister']],
} as const satisfies Record<string, readonly Right[]>;

export type JourneeCardKey = keyof typeof JOURNEE_CARDS;
export type JourneeTileKey = keyof typeof JOURNEE_TILES;

/** Tiles that most people never see: they have no room while they load, and stand after the others. */
const RARE: readonly JourneeTileKey[] = ['sans-quantite', 'a-approuver'];
export const isRareTile = (key: JourneeTileKey): boolean => RARE.includes(key);

const PARTS: readonly (readonly Right[])[] = [
  ...Object.values(JOURNEE_CARDS),
  ...(Object.keys(JOURNEE_TILES) as JourneeTileKey[]).flatMap((key) =>
    isRareTile(key) ? [] : [JOURNEE_TILES[key]],
  ),
];

/** Whether « Ma journée » always shows the person something. */
export const hasJournee = (grants: Grants): boolean => PARTS.some((rights) => mayAll(grants, rights));
