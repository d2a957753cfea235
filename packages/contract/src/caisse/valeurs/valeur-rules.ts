/** The rules of tickets and counterfoil books, shared by server and clients (ADR 0038). Pure, without schemas. */
import { formatNumber } from '../../platform/values/money.ts';

export const SORTES_VALEUR = ['ticket', 'carnet à souche'] as const;

/** The highest number. */
export const MAX_NUMERO = 999_999_999;
/** Most numbers moved or sold at once: more is a typing error. */
const MAX_NOMBRE_VALEURS = 100_000;

/**
 * How numbers change hands: received from the accountant, given to an agent, returned by an agent, returned to the
 * accountant, lost.
 */
export const ACTES_VALEUR = ['reçu', 'remis', 'rendu', 'renvoyé', 'perdu'] as const;
export type ActeValeur = (typeof ACTES_VALEUR)[number];

export const STATUTS_VENTE = ['Vendu', 'Annulé'] as const;

/** Most ranges listed by name, so that the text fits on paper and in a reply. */
const MAX_PARTS = 20;

/** First and last number of a range. */
type Numeros = readonly [de: number, a: number];

const partText = ([de, a]: Numeros): string =>
  de === a ? formatNumber(de) : `${formatNumber(de)} à ${formatNumber(a)}`;

/** `1 à 20, 31`. */
export function numerosText(parts: readonly Numeros[]): string {
  const hidden = parts.length - MAX_PARTS;
  const shown = parts.slice(0, MAX_PARTS).map(partText).join(', ');
  return hidden > 0
    ? `${shown} et ${hidden} autre${hidden > 1 ? 's' : ''} partie${hidden > 1 ? 's' : ''}`
    : shown;
}

/** The error of a typed range; undefined if it is valid. */
export function numerosFault(de: number, a: number): string | undefined {
  if (a < de) return 'Le dernier numéro ne vient pas avant le premier.';
  if (a - de >= MAX_NOMBRE_VALEURS) return `Au plus ${formatNumber(MAX_NOMBRE_VALEURS)} numéros à la fois.`;
  return undefined;
}

export const VALEUR_MESSAGES = {
  categorie: 'Cette catégorie de valeurs n’existe pas, est désactivée, ou n’est pas dans votre périmètre.',
  agent: 'Veuillez choisir l’agent.',
  sansAgent: 'Le comptable remet et reprend à la régie : aucun agent n’est à choisir.',
  marche: 'Veuillez choisir le marché : une sous-entité de votre périmètre.',
  motif: 'Veuillez dire pourquoi.',
  procesVerbal: 'Veuillez entrer le numéro du procès-verbal.',
  jour: 'Une vente s’enregistre le jour même : ce qui manque d’un autre jour explique l’écart de sa caisse.',
  rienDetenu: 'Vous ne détenez rien de cette catégorie.',
  plusieursRegies: 'Ces numéros ne sont pas tous de la même régie : vendez-les en deux fois.',
  dUnAutre: 'Seul qui a vendu annule sa vente.',
  dUneAutreCaisse: 'La caisse de cette vente est comptée : ce qui est faux explique son écart.',
  dejaAnnulee: 'Cette vente est déjà annulée.',
} as const;
