/** How screens, papers and phones tell an exonération. Pure, without schemas. */

/** States of an exonération on a day. */
export const ETATS_EXONERATION = ['À venir', 'En cours', 'Terminée', 'Retirée'] as const;
export type EtatExoneration = (typeof ETATS_EXONERATION)[number];

/** An exonération of a taxpayer, as its record, its individual sheet and phones show it. */
export interface Exonere {
  /** First and last year in which it is in force. */
  du: number;
  fin: number;
  /** The only base and tax concerned; null: all. */
  base: string | null;
  taxe: string | null;
  citation: string;
}

/** `Boutique, Droit de place`; empty if everything is concerned. */
const porteeText = ({ base, taxe }: Pick<Exonere, 'base' | 'taxe'>): string =>
  [base, taxe].filter((part) => part !== null).join(', ');

/** `toutes les bases, Droit de place`: what is concerned, always said. */
export const porteeEntiere = ({ base, taxe }: Pick<Exonere, 'base' | 'taxe'>): string =>
  `${base ?? 'toutes les bases'}, ${taxe ?? 'toutes les taxes'}`;

/** `Exonéré jusqu’en 2027 (Boutique) : délibération nº 12.` */
export function exonereText({ du, fin, citation, ...portee }: Exonere, annee: number): string {
  const quand = du > annee ? `de ${du} à ${fin}` : `jusqu’en ${fin}`;
  const quoi = porteeText(portee);
  return `Exonéré ${quand}${quoi ? ` (${quoi})` : ''} : ${citation.replace(/[.\s]+$/, '')}.`;
}

/** The longest exonération, in years. */
export const MAX_ANNEES_EXONEREES = 30;

export const EXONERATION_MESSAGES = {
  du: 'Entrez la première année',
  au: 'Entrez la dernière année',
  ordre: 'La dernière année ne précède pas la première.',
  longue: `Une exonération dure ${MAX_ANNEES_EXONEREES} ans au plus.`,
  citation: 'Entrez le texte qui la fonde : loi, délibération, arrêté, avec son numéro et sa date',
  depuis: 'Entrez la première année de nouveau due',
  ligne: 'Cette base n’est pas une base ouverte de ce contribuable.',
  taxe: 'Aucune base de ce contribuable ne doit cette taxe.',
  deja: 'Ces années sont déjà exonérées pour cela.',
  finie: 'Cette exonération est déjà terminée : elle ne se retire plus.',
  hors: (du: number, fin: number) =>
    du === fin ? `Choisissez l’année ${du}.` : `Choisissez une année de ${du} à ${fin}.`,
  close: (annee: number) => `L’exercice ${annee} est clos : ses échéances ne changent plus.`,
} as const;
