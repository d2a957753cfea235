/**
 * Payments that wait for their operator or bank to confirm them (docs/regles-de-calcul.md, « Ce qui est payé »). They pay
 * nothing yet: they stand beside what is due, so that it is not taken twice. Pure.
 */
import { formatFrancs, sumBy } from '../platform/values/money.ts';
import { formatDay } from '../platform/values/period.ts';

export interface Attente {
  /** Francs. */
  montant: number;
  /** Name of the payment method. */
  moyenPaiement: string;
  /** The day on which it was taken. */
  jour: string;
}

/** Francs that wait. */
export const sumAttentes = (attentes: readonly Pick<Attente, 'montant'>[]): number =>
  sumBy(attentes, ({ montant }) => montant);

/**
 * `En attente de confirmation : 22 050 F CFA, Orange Money, 26/11/2026`; several are one sum with the first and the last day.
 * @param attentes the earliest first
 * @returns undefined where nothing waits
 */
export function attenteText(attentes: readonly Attente[]): string | undefined {
  const [first, last] = [attentes[0], attentes.at(-1)];
  if (!first || !last) return undefined;
  const montant = formatFrancs(sumAttentes(attentes));
  const said =
    attentes.length === 1
      ? [montant, first.moyenPaiement, formatDay(first.jour)]
      : [
          `${montant} en ${attentes.length} paiements`,
          [...new Set([first.jour, last.jour])].map(formatDay).join(' au '),
        ];
  return `En attente de confirmation : ${said.join(', ')}`;
}
