/**
 * Payments that wait for confirmation by their operator or bank (docs/regles-de-calcul.md, « Ce qui est payé »). They
 * pay nothing yet: they are shown next to the amount due, so that it is not collected twice. Pure.
 */
import { formatFrancs, sumBy } from '../platform/values/money.ts';
import { formatDay } from '../platform/values/period.ts';

export interface Attente {
  /** Francs. */
  montant: number;
  /** Name of the payment method. */
  moyenPaiement: string;
  /** Day of the payment. */
  jour: string;
}

/** Total of the waiting payments, in francs. */
export const sumAttentes = (attentes: readonly Pick<Attente, 'montant'>[]): number =>
  sumBy(attentes, ({ montant }) => montant);

/**
 * `En attente de confirmation : 22 050 F CFA, Orange Money, 26/11/2026`; several payments give their sum and their
 * first and last day.
 * @param attentes earliest first
 * @returns undefined without waiting payments
 */
export function attenteText(attentes: readonly Attente[]): string | undefined {
  const [first, last] = [attentes[0], attentes.at(-1)];
  if (!first || !last) return undefined;
  const montant = formatFrancs(sumAttentes(attentes));
  const parts =
    attentes.length === 1
      ? [montant, first.moyenPaiement, formatDay(first.jour)]
      : [
          `${montant} en ${attentes.length} paiements`,
          [...new Set([first.jour, last.jour])].map(formatDay).join(' au '),
        ];
  return `En attente de confirmation : ${parts.join(', ')}`;
}
