/** How things are written on a phone. */
import { periodeCourte } from '@octroi/contract/fiscalite/echeances/periodes';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { addDays, type Day, formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { timeZone } from '#src/platform/device/clock.ts';
import type { Du, Referentiel } from '#src/platform/exchange/wire.ts';
import { A_REPARTIR } from '#src/model/personnes.ts';

/** `10:41`, of an instant or of the milliseconds of one. */
export const hourText = (instant: string | number): string =>
  formatInstant(new Date(instant).toISOString(), timeZone()).heure.slice(0, 5);

export const instantText = (instant: string): string => {
  const { jour, heure } = formatInstant(instant, timeZone());
  return `${jour} à ${heure.slice(0, 5)}`;
};

const longDay = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
/** `lundi 23 novembre` */
export const longDayText = (day: Day): string => (day ? longDay.format(new Date(`${day}T00:00:00Z`)) : '');

/** `le 01/12`; of another year whole. */
export const shortDayText = (day: Day, today: Day): string =>
  day === addDays(today, 1)
    ? 'demain'
    : `le ${day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, 5) : formatDay(day)}`;

export const count = (number: number, one: string, many: string): string =>
  `${formatNumber(number)} ${number < 2 ? one : many}`;

/** `Droit de place, T4`: what is due, and for which part of the year. */
export function dueText(referentiel: Referentiel | null, [taxe, , , periode]: Du): string {
  if (taxe === A_REPARTIR) return 'Paiement annulé, à répartir';
  const known = referentiel?.taxes.find(([id]) => id === taxe);
  if (!known) return 'Taxe';
  const [, nom, , , periodes] = known;
  return periode === 0 || periodes === 1 ? nom : `${nom}, ${periodeCourte({ periode, periodes })}`;
}
