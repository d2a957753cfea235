/** Labels of rows by date: in full, and short for a chart axis. */
import { formatDay, rangeText } from '../platform/values/period.ts';
import type { Pas, Tranche } from './pas.ts';

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('fr-FR', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const monthText = (day: string, format: Intl.DateTimeFormat): string => {
  const text = format.format(new Date(`${day}T00:00:00Z`));
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** `21/11/2026`, `16/11/2026 au 22/11/2026`, `Novembre 2026`, `2026`. */
export function dateText({ from, to }: Tranche, pas: Pas): string {
  switch (pas) {
    case 'jour':
      return formatDay(from);
    case 'semaine':
      return from === to ? formatDay(from) : rangeText({ from, to });
    case 'mois':
      return monthText(from, month);
    case 'annee':
      return from.slice(0, 4);
  }
}

/** `21/11`, `21/11/26` if the days span several years, `Nov. 26`, `2026`. */
export function axisText({ from }: Tranche, pas: Pas, ofSeveralYears: boolean): string {
  if (pas === 'annee') return from.slice(0, 4);
  if (pas === 'mois') return monthText(from, shortMonth);
  const [day, month, year] = formatDay(from).split('/');
  return [day, month, ...(ofSeveralYears ? [year?.slice(2)] : [])].join('/');
}
