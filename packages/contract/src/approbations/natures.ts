/** The kinds of command that may wait for a second person. Pure, without schemas, because screens load it. */
import type { ScreenWith } from '../register.ts';

interface Nature {
  /** The command as named inside a sentence. */
  nom: string;
  /** Navigation entry of the command: the people with « Approuver » on it decide. */
  screen: ScreenWith<'Approuver'>;
}

/** By the key stored in thresholds and approvals. A domain that adds a kind of command adds its line here. */
export const NATURES_APPROBATION = {
  remboursement: { nom: 'Remboursement', screen: 'transactions' },
  extourne: { nom: 'Extourne', screen: 'transactions' },
  réimputation: { nom: 'Réimputation', screen: 'transactions' },
  écart: { nom: 'Écart passé en perte', screen: 'ecarts' },
  clôture: { nom: 'Clôture d’un exercice', screen: 'ramifications' },
  réouverture: { nom: 'Réouverture d’un exercice', screen: 'ramifications' },
  tarif: { nom: 'Tarif de l’exercice en cours', screen: 'taxes' },
} as const satisfies Record<string, Nature>;
export type NatureApprobation = keyof typeof NATURES_APPROBATION;

export const NATURES = Object.keys(NATURES_APPROBATION) as [NatureApprobation, ...NatureApprobation[]];

export const STATUTS_APPROBATION = ['attente', 'approuvée', 'refusée', 'expirée', 'échouée'] as const;
type StatutApprobation = (typeof STATUTS_APPROBATION)[number];
export const STATUTS_APPROBATION_WORDS = {
  attente: 'En attente',
  approuvée: 'Approuvée',
  refusée: 'Refusée',
  expirée: 'Expirée',
  échouée: 'Échouée',
} as const satisfies Record<StatutApprobation, string>;

/** A command's francs for one taxpayer: thresholds also add up per taxpayer. */
export interface PartApprobation {
  contribuable: number;
  montant: number;
}

/** Days over which commands that ran without approval are added up. */
export const JOURS_DE_CUMUL = 30;

/** The most bytes of a file attached to a request. */
export const MAX_PIECE_BYTES = 5 * 1024 * 1024;

export const APPROBATION_MESSAGES = {
  decidee: 'Cette demande est déjà décidée : sa pièce ne change plus.',
  piece: 'Cette demande a déjà sa pièce.',
  tropGrande: 'Une pièce jointe ne dépasse pas 5 Mo.',
} as const;
