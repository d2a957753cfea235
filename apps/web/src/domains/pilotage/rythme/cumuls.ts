/** Texts and days of the collection pace. */
import { type DayRange, formatDay } from '@octroi/contract/platform/values/period';
import { lastDayOf } from '@octroi/contract/pilotage/charts/rythme';
import type { Rythme } from '@octroi/contract/pilotage/rythme';

const pad = (month: number): string => String(month).padStart(2, '0');

export const yearRange = (annee: number): DayRange => ({ from: `${annee}-01-01`, to: `${annee}-12-31` });

/** The days of a month, until the last day counted. */
export function moisRange({ annee, jour }: Pick<Rythme, 'annee' | 'jour'>, month: number) {
  const end = lastDayOf(annee, month);
  return { from: `${annee}-${pad(month)}-01`, to: jour && jour < end ? jour : end };
}

/** How the projection is computed, or why there is none. */
export function methodeText({ annee, jour, encaisse, projection, precedent }: Rythme): string {
  const before = annee - 1;
  if (!jour) return 'L’année n’a pas commencé.';
  if (jour.endsWith('-12-31')) return 'L’année est finie : rien à projeter.';
  if (projection?.methode === 'anneePrecedente')
    return `Si ${annee} continue comme ${before} : encaissé × total pour ${before} ÷ encaissé pour ${before} à la même date.`;
  if (projection) {
    const reason =
      precedent.total > 0
        ? `moins de 5 % de ${before} était encaissé à cette date`
        : `rien n’a été encaissé pour ${before}`;
    return `Au rythme des jours : encaissé × jours de l’année ÷ jours écoulés (${reason}).`;
  }
  return encaisse > 0
    ? `Pas encore de projection : moins de quatre semaines au ${formatDay(jour)}.`
    : 'Pas de projection : rien n’a été encaissé.';
}
