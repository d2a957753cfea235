/** The kinds of command that may wait for a second person. Pure, without schemas, because screens load it. */
import type { ScreenWith } from '../register.ts';

interface Nature {
  /** The command as named inside a sentence. */
  nom: string;
  /** Navigation entry of the command: the people with « Approuver » on it decide. */
  screen: ScreenWith<'Approuver'>;
  /** It always waits for a second person, whatever the thresholds. */
  toujours?: true;
  /** It is approved only with a document. */
  piece?: true;
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
  suspension: { nom: 'Suspension ou moratoire', screen: 'suspensions' },
  exonération: { nom: 'Exonération', screen: 'exonerations', toujours: true, piece: true },
} as const satisfies Record<string, Nature>;
export type NatureApprobation = keyof typeof NATURES_APPROBATION;

export const NATURES = Object.keys(NATURES_APPROBATION) as [NatureApprobation, ...NatureApprobation[]];

const ruleOf = (nature: NatureApprobation): Nature => NATURES_APPROBATION[nature];
/** Whether it waits for a second person whatever the thresholds. */
export const attendToujours = (nature: NatureApprobation): boolean => ruleOf(nature).toujours === true;
/** Whether it is approved only with a document. */
export const demandePiece = (nature: NatureApprobation): boolean => ruleOf(nature).piece === true;
/** The kinds of command that a threshold may make wait. */
export const NATURES_A_SEUIL = NATURES.filter((nature) => !attendToujours(nature)) as [
  NatureApprobation,
  ...NatureApprobation[],
];
/** Days in which somebody decides a command that always waits. */
export const DELAI_TOUJOURS = 30;

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
  sansPiece: 'Cette demande n’a pas sa pièce : la personne qui l’a faite la joint, puis vous l’approuvez.',
  seule:
    'Une autre personne doit l’approuver, et personne d’autre ne le peut ici : donnez d’abord à quelqu’un le droit « Approuver ».',
  tropGrande: 'Une pièce jointe ne dépasse pas 5 Mo.',
} as const;
