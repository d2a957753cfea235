/** To whom a demand notice was handed over, in words. Pure, without schemas. */
import { readCode } from '../impressions/code-piece.ts';
import { formatDay } from '../platform/values/period.ts';

/**
 * Who took the notice: the taxpayer, a relative, an employee; « refusé »: somebody was there and refused it; « absent »:
 * nobody was there, and the notice is still to be handed over.
 */
export const REMIS_A = ['contribuable', 'proche', 'employé', 'refusé', 'absent'] as const;
export type RemisA = (typeof REMIS_A)[number];

export const REMIS_A_WORDS: Readonly<Record<RemisA, string>> = {
  contribuable: 'Le contribuable',
  proche: 'Un proche',
  employé: 'Un employé',
  refusé: 'Refusé',
  absent: 'Absent',
};

/** State of a delivery: nobody was there; or it was recorded by mistake and taken back. */
export const ETATS_REMISE = ['remis', 'refusé', 'absent', 'annulé'] as const;
export const ETAT_REMISE_WORDS: Readonly<Record<(typeof ETATS_REMISE)[number], string>> = {
  remis: 'Remis',
  refusé: 'Refusé',
  absent: 'Absent',
  annulé: 'Annulé',
};

const SENTENCES: Readonly<Record<RemisA, (jour: string) => string>> = {
  contribuable: (jour) => `Remis le ${jour} au contribuable`,
  proche: (jour) => `Remis le ${jour} à un proche`,
  employé: (jour) => `Remis le ${jour} à un employé`,
  refusé: (jour) => `Refusé le ${jour}`,
  absent: (jour) => `Absent le ${jour}`,
};

/** `Remis le 12/11/2026 à un proche` */
export const remisText = ({ remisLe, remisA }: { remisLe: string; remisA: RemisA }): string =>
  SENTENCES[remisA](formatDay(remisLe));

/** Longest text that names a notice: the address in its QR. */
export const MAX_AVIS_LU = 300;

/**
 * A notice as it is read from its QR, or typed: by its verification code, else by its number.
 * @param text the address in the QR, the printed code, or the number
 */
export function avisLu(text: string): { code: string; numero: null } | { code: null; numero: string } {
  const typed = text.trim();
  const code = readCode(typed.split('/').at(-1) ?? '');
  return code ? { code, numero: null } : { code: null, numero: typed.toUpperCase() };
}

export const REMIS_MESSAGES = {
  inconnu: 'Aucun avis ne porte ce numéro ou ce code, ou il n’est pas dans votre périmètre.',
  remplace: (numero: string, par: string, jour: string) =>
    `L’avis ${numero} est remplacé par ${par} depuis le ${formatDay(jour)} : remettez celui-ci.`,
  deja: (numero: string, remise: { remisLe: string; remisA: RemisA }, agent: string) =>
    `L’avis ${numero} est déjà noté : ${remisText(remise)}, par ${agent}. La première remise compte.`,
  avant: (jour: string) => `Cet avis est du ${formatDay(jour)} : il n’a pas pu être remis avant.`,
  aVenir: 'Un avis ne se remet pas un jour à venir.',
  agent: 'Cet agent n’existe pas, est désactivé, ou ne voit pas ce contribuable.',
  motif: 'Veuillez dire pourquoi.',
  dejaAnnulee: 'Cette remise est déjà annulée.',
} as const;
