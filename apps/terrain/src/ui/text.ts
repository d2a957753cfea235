/** Text formats of the app. */
import { periodeCourte } from '@octroi/contract/fiscalite/echeances/periodes';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { addDays, type Day, formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { timeZone } from '#src/platform/device/clock.ts';
import type { Du, Referentiel } from '#src/platform/exchange/wire.ts';
import { A_REPARTIR } from '#src/model/personnes.ts';

/** `10:41`, from an instant or milliseconds. */
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

/** `le 01/12`; with the year if it is another one. */
export const shortDayText = (day: Day, today: Day): string =>
  day === addDays(today, 1)
    ? 'demain'
    : `le ${day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, 5) : formatDay(day)}`;

export const count = (number: number, singular: string, plural: string): string =>
  `${formatNumber(number)} ${number < 2 ? singular : plural}`;

/** `Droit de place, T4`: a tax and the period due. */
export function dueText(referentiel: Referentiel | null, [taxe, , , periode]: Du): string {
  if (taxe === A_REPARTIR) return 'Paiement annulé, à répartir';
  const taxeEntry = referentiel?.taxes.find(([id]) => id === taxe);
  if (!taxeEntry) return 'Taxe';
  const [, nom, , , periodes] = taxeEntry;
  return periode === 0 || periodes === 1 ? nom : `${nom}, ${periodeCourte({ periode, periodes })}`;
}
