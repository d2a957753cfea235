/** Papers of tills that people sign: procès-verbaux and bordereaux (ADR 0036). Pure, without schemas. */
import type { Day } from '../platform/values/period.ts';

export const TITRES_CAISSE = {
  clôture: 'Procès-verbal de clôture de caisse',
  contrôle: 'Procès-verbal de contrôle inopiné',
  passation: 'Procès-verbal de passation de caisse',
  versement: 'Bordereau de versement',
  situation: 'Procès-verbal de situation de caisse',
} as const;

/** The end of the last complete year, or of the current one on its last day: the default day of a statement. */
export const derniereCloture = (today: Day): Day =>
  today.endsWith('-12-31') ? today : `${Number(today.slice(0, 4)) - 1}-12-31`;

export const PIECE_CAISSE_MESSAGES = {
  ouverte: 'Cette caisse n’est pas comptée : son procès-verbal s’imprime une fois qu’elle est fermée.',
  controle: 'Ce procès-verbal dit ce qui est attendu en caisse : il s’imprime une fois qu’elle est fermée.',
  passation: 'Cette passation n’est pas reçue : son procès-verbal s’imprime une fois qu’elle l’est.',
  versementACompter:
    'Ce papier dit de quoi la somme est faite : il s’imprime une fois comptée la caisse de qui l’a déclarée.',
  aVenir: 'Ce jour n’est pas encore venu.',
  aCompter: (titulaires: readonly string[]): string =>
    `Une caisse de ce jour ou d’avant n’est pas comptée (${titulaires.join(', ')}) : comptez-la d’abord.`,
} as const;
