/** The pace of a year as a chart and in words. */
import { type DayRange, daysBetween, formatDay } from '@octroi/contract/period';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import type { ChartData } from '#src/ui/chart/chart-data.ts';

const short = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' });
const MOIS_COURTS = Array.from({ length: 12 }, (_, index) => short.format(Date.UTC(2026, index, 1)));

const pad = (month: number): string => String(month).padStart(2, '0');
const lastDayOf = (annee: number, month: number): string =>
  new Date(Date.UTC(annee, month, 0)).toISOString().slice(0, 10);
const daysUntil = (annee: number, day: string): number => daysBetween(`${annee}-01-01`, day) + 1;

export const yearRange = (annee: number): DayRange => ({ from: `${annee}-01-01`, to: `${annee}-12-31` });

/** The days of a month of the year, until the last day counted. */
export function moisRange({ annee, jour }: Pick<Rythme, 'annee' | 'jour'>, month: number) {
  const end = lastDayOf(annee, month);
  return { from: `${annee}-${pad(month)}-01`, to: jour && jour < end ? jour : end };
}

/** Cumulated payments that the projection says of each month's end, from the present month on. */
function projected({ annee, jour, projection, precedent, mois }: Rythme): (number | null)[] {
  return mois.map(({ cumul, cumulPrecedent }, index) => {
    const month = index + 1;
    const present = jour !== null && month === Number(jour.slice(5, 7));
    if (!projection || (cumul !== null && !present)) return null;
    if (present && month < 12) return cumul;
    if (projection.methode === 'anneePrecedente')
      return Math.round((projection.montant / precedent.total) * cumulPrecedent);
    const share = daysUntil(annee, lastDayOf(annee, month)) / daysUntil(annee, `${annee}-12-31`);
    return Math.round(projection.montant * share);
  });
}

export function chartOfRythme(rythme: Rythme): ChartData {
  const { annee, mois, projection } = rythme;
  return {
    categories: MOIS_COURTS,
    series: [
      { nom: `Encaissé pour ${annee}`, values: mois.map(({ cumul }) => cumul) },
      { nom: 'Échu', values: mois.map(({ cumulExigible }) => cumulExigible) },
      { nom: `Encaissé pour ${annee - 1}`, values: mois.map(({ cumulPrecedent }) => cumulPrecedent) },
      ...(projection ? [{ nom: 'Projection', values: projected(rythme), estimate: true }] : []),
    ],
  };
}

/** How the projected year end is worked out, or why there is none. */
export function methodeText({ annee, jour, encaisse, projection, precedent }: Rythme): string {
  const before = annee - 1;
  if (!jour) return 'L’année n’a pas commencé.';
  if (jour.endsWith('-12-31')) return 'L’année est finie : rien à projeter.';
  if (projection?.methode === 'anneePrecedente')
    return `Si ${annee} continue comme ${before} : encaissé × total pour ${before} ÷ encaissé pour ${before} à la même date.`;
  if (projection) {
    const why =
      precedent.total > 0
        ? `moins de 5 % de ${before} était encaissé à cette date`
        : `rien n’a été encaissé pour ${before}`;
    return `Au rythme des jours : encaissé × jours de l’année ÷ jours écoulés (${why}).`;
  }
  return encaisse > 0
    ? `Pas encore de projection : moins de quatre semaines au ${formatDay(jour)}.`
    : 'Pas de projection : rien n’a été encaissé.';
}
