/** The monthly collection as lines: received this year and the year before, due, and projected. */
import type { ChartData } from '../../platform/chart/chart.ts';
import { hueOfYear, MONTANT_HUES } from '../../platform/chart/hues.ts';
import { daysBetween } from '../../platform/values/period.ts';
import { MOIS } from '../classeurs/rythme.ts';
import type { Rythme } from '../rythme.ts';

const short = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' });
export const MOIS_COURTS = Array.from({ length: 12 }, (_, index) => short.format(Date.UTC(2026, index, 1)));

/** @param month counted from 1 */
export const lastDayOf = (annee: number, month: number): string =>
  new Date(Date.UTC(annee, month, 0)).toISOString().slice(0, 10);
const daysUntil = (annee: number, day: string): number => daysBetween(`${annee}-01-01`, day) + 1;

/** Projected cumulated payments at each month's end, from the current month on. */
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

export function rythmeChart(rythme: Rythme): ChartData {
  const { annee, mois, projection } = rythme;
  return {
    axis: 'time',
    categories: MOIS_COURTS,
    titles: MOIS,
    series: [
      { nom: `Encaissé pour ${annee}`, hue: hueOfYear(annee), values: mois.map(({ cumul }) => cumul) },
      { nom: 'Échu', hue: MONTANT_HUES.prevu, values: mois.map(({ cumulExigible }) => cumulExigible) },
      {
        nom: `Encaissé pour ${annee - 1}`,
        hue: hueOfYear(annee - 1),
        values: mois.map(({ cumulPrecedent }) => cumulPrecedent),
      },
      ...(projection
        ? [
            {
              nom: 'Projection',
              hue: hueOfYear(annee),
              values: projected(rythme),
              kind: 'estimate' as const,
            },
          ]
        : []),
    ],
    stacked: false,
  };
}
