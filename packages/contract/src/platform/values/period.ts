/** Calendar days and the periods that screens offer (specification 1 section 2, 2 sections 2.4 and 9). Weeks start on Monday. */

/** A calendar day, `YYYY-MM-DD`, without hour or zone. */
export type Day = string;

export const PERIODS = {
  aujourdhui: "Aujourd'hui",
  cetteSemaine: 'Cette semaine',
  ceMois: 'Ce mois',
  cetteAnnee: 'Cette année',
  hier: 'Hier',
  semaineDerniere: 'Semaine dernière',
  moisDernier: 'Mois dernier',
  anDernier: "L'an dernier",
} as const;
export type Period = keyof typeof PERIODS;

/** Both ends included. */
export interface DayRange {
  from: Day;
  to: Day;
}

/** Both ends included; an absent end is open. */
export interface OpenRange {
  from?: Day | undefined;
  to?: Day | undefined;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const toUtc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const fromUtc = (date: Date): Day => date.toISOString().slice(0, 10);

/** Whether `text` is an existing day; there is no year 0. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const date = toUtc(text);
  return !Number.isNaN(date.getTime()) && fromUtc(date) === text;
}

export function addDays(day: Day, count: number): Day {
  const date = toUtc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return fromUtc(date);
}

/** Calendar days from one to the other; negative if the second is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

const yearOf = (day: Day): number => Number(day.slice(0, 4));
const monthRange = (year: number, month: number): DayRange => ({
  from: fromUtc(new Date(Date.UTC(year, month, 1))),
  to: fromUtc(new Date(Date.UTC(year, month + 1, 0))),
});
const yearRange = (year: number): DayRange => ({ from: `${year}-01-01`, to: `${year}-12-31` });

function weekRange(day: Day): DayRange {
  const monday = addDays(day, -((toUtc(day).getUTCDay() + 6) % 7));
  return { from: monday, to: addDays(monday, 6) };
}

/** The days of a named period on the day `today`. */
export function periodRange(period: Period, today: Day): DayRange {
  const month = toUtc(today).getUTCMonth();
  switch (period) {
    case 'aujourdhui':
      return { from: today, to: today };
    case 'hier':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'cetteSemaine':
      return weekRange(today);
    case 'semaineDerniere':
      return weekRange(addDays(today, -7));
    case 'ceMois':
      return monthRange(yearOf(today), month);
    case 'moisDernier':
      return monthRange(yearOf(today), month - 1);
    case 'cetteAnnee':
      return yearRange(yearOf(today));
    case 'anDernier':
      return yearRange(yearOf(today) - 1);
  }
}

/** The name of a range on the day `today`, if it has one. */
export function periodOf(range: DayRange, today: Day): Period | undefined {
  return (Object.keys(PERIODS) as Period[]).find((period) => {
    const { from, to } = periodRange(period, today);
    return from === range.from && to === range.to;
  });
}

/** `2026-11-21` -> `21/11/2026`. */
export const formatDay = (day: Day): string => day.slice(0, 10).split('-').reverse().join('/');

const monthFormat = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `1er`, `2e`. */
const ordinal = (rank: number): string => (rank === 1 ? '1er' : `${rank}e`);

/** `2026-12-01` -> `décembre 2026`. */
const formatMonth = (day: Day): string => monthFormat.format(toUtc(day));

/** `2026-12-01` -> `1er décembre 2026`. */
export const formatLongDay = (day: Day): string => {
  const date = Number(day.slice(8, 10));
  return `${date === 1 ? ordinal(1) : date} ${formatMonth(day)}`;
};

/** `01/11/2026 au 30/11/2026`. */
export function rangeText({ from, to }: OpenRange): string {
  if (from && to) return `${formatDay(from)} au ${formatDay(to)}`;
  if (from) return `Depuis le ${formatDay(from)}`;
  return to ? `Jusqu'au ${formatDay(to)}` : 'Toutes les dates';
}

/** A range in reports and files: `Du 01/11/2026 au 30/11/2026`, `Le 22/11/2026`. */
export function periodText({ from, to }: OpenRange): string {
  if (!from || !to) return rangeText({ from, to });
  return from === to ? `Le ${formatDay(from)}` : `Du ${rangeText({ from, to })}`;
}

/** One formatter per time zone: creating one takes a hundred times as long as using it. */
const instantFormats = new Map<string, Intl.DateTimeFormat>();

function instantFormat(timeZone: string): Intl.DateTimeFormat {
  let format = instantFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('fr-FR', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    instantFormats.set(timeZone, format);
  }
  return format;
}

/** Day (`DD/MM/YYYY`) and hour (`HH:mm:ss`) of an instant in a time zone. */
export function formatInstant(instant: string, timeZone: string): { jour: string; heure: string } {
  const [jour = '', heure = ''] = instantFormat(timeZone).format(new Date(instant)).split(' ');
  return { jour, heure };
}

/** Today's day in a time zone. */
export const todayIn = (timeZone: string, now: Date = new Date()): Day =>
  formatInstant(now.toISOString(), timeZone).jour.split('/').reverse().join('-');

/** The present hour in a time zone, HH:mm. */
export const timeIn = (timeZone: string, now: Date = new Date()): string =>
  formatInstant(now.toISOString(), timeZone).heure.slice(0, 5);

/** First year of the product (specification 1 section 9). */
export const FIRST_YEAR = 2022;

/** Years offered by tax-year selectors: from the first to the next. */
export const taxYears = (today: Day): number[] =>
  Array.from({ length: yearOf(today) + 2 - FIRST_YEAR }, (_, index) => FIRST_YEAR + index);

/** Fiscal years offered by the dashboard: the current one and two before (specification 1 section 4). */
export const fiscalYears = (today: Day): number[] => [0, 1, 2].map((back) => yearOf(today) - back);
