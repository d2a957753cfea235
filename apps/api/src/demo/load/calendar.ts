/** The days of the demonstration, from the first of January two years ago to today, and the dates of enrolments. */
import { addDays, type Day } from '@octroi/contract';
import type pg from 'pg';

/** Seconds since the first day's midnight, on the installation's clock. */
export type Instant = number;
export const DAY_SECONDS = 86_400;

/** Office hours, in seconds of the day; today's end early and before now, so that entries by a person come after. */
const OPENING = 7.5 * 3600;
const CLOSING = 17.5 * 3600;
const TODAY_OPENING = 6 * 3600;
const TODAY_CLOSING = 8.5 * 3600;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

export class Calendar {
  readonly today: Day;
  readonly firstYear: number;
  readonly lastYear: number;
  /** Index of today; the first day's is 0. */
  readonly last: number;
  private readonly days: string[] = [];
  private readonly years: number[] = [];
  private readonly weekdays: number[] = [];
  private readonly offsets: string[];
  private readonly seconds: string[] = [];
  private readonly todayHours: readonly [opening: number, closing: number];

  /**
   * @param offsets of each day from UTC, as `+01:00`
   * @param now seconds of today that are over
   */
  constructor(today: Day, offsets: readonly string[], now = DAY_SECONDS) {
    this.today = today;
    const closing = Math.min(TODAY_CLOSING, now);
    this.todayHours = [Math.min(TODAY_OPENING, closing / 2), closing];
    this.lastYear = Number(today.slice(0, 4));
    this.firstYear = this.lastYear - 2;
    const first = firstDay(today);
    this.last = daysBetween(first, today);
    for (let i = 0; i <= this.last; i++) {
      const day = addDays(first, i);
      this.days.push(day);
      this.years.push(Number(day.slice(0, 4)));
      this.weekdays.push(new Date(`${day}T00:00:00Z`).getUTCDay());
    }
    this.offsets = this.days.map((_, i) => offsets[i] ?? '+00');
    for (let s = 0; s < DAY_SECONDS; s++) {
      this.seconds.push(` ${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`);
    }
  }

  /** Within the installation's time zone; a `today` that is today on its clock ends at this moment. */
  static async read(client: pg.ClientBase, today: Day): Promise<Calendar> {
    const { rows } = await client.query<{ minutes: number }>(
      `select (extract(epoch from noon at time zone 'UTC' - noon at time zone fuseau) / 60)::int as minutes
       from (select valeur as fuseau from parametre where cle = 'fuseau') p,
         generate_series($1::date, $2::date, interval '1 day') day,
         lateral (select day::date + time '12:00' as noon) n
       order by day`,
      [firstDay(today), today],
    );
    const offsets = rows.map(({ minutes }) => {
      const size = Math.abs(minutes);
      return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
    });
    const [clock] = (
      await client.query<{ day: Day; seconds: number }>(
        `select moment::date::text as day, extract(epoch from moment::time)::int as seconds
         from (select now() at time zone valeur as moment from parametre where cle = 'fuseau') p`,
      )
    ).rows;
    return new Calendar(today, offsets, clock?.day === today ? clock.seconds : DAY_SECONDS);
  }

  day(index: number): Day {
    return this.days[index] as string;
  }

  year(index: number): number {
    return this.years[index] as number;
  }

  /** Month (1 to 12) of a day. */
  month(index: number): number {
    return Number(this.day(index).slice(5, 7));
  }

  isSunday(index: number): boolean {
    return this.weekdays[index] === 0;
  }

  /** Index of a year's first of January. */
  newYear(year: number): number {
    return daysBetween(firstDay(this.today), `${year}-01-01`);
  }

  dayOf(instant: Instant): number {
    return Math.floor(instant / DAY_SECONDS);
  }

  /** As PostgreSQL reads it, with its offset. */
  text(instant: Instant): string {
    const day = this.dayOf(instant);
    const time = this.seconds[instant - day * DAY_SECONDS] as string;
    return (this.days[day] as string) + time + (this.offsets[day] as string);
  }

  /** The moment of a day's office hours at a fraction (0 to 1) of them. */
  at(day: number, fraction: number): Instant {
    const [opening, closing] = day === this.last ? this.todayHours : [OPENING, CLOSING];
    return day * DAY_SECONDS + Math.floor(opening + fraction * (closing - opening));
  }

  /** A moment of a day's office hours, after another moment. */
  after(day: number, fraction: number, previous: Instant): Instant {
    const moment = this.at(day, fraction);
    if (moment > previous) return moment;
    const closing = Math.max(this.at(day, 1), previous + 1);
    return previous + 1 + Math.floor(fraction * (closing - previous));
  }

  /**
   * Enrolments per day for `total` people: more each year, in the campaign of the first months and on working days,
   * with a few today and last week even for a small total.
   */
  enrolments(total: number): number[] {
    const reserved = this.days.map((_, i) => {
      if (i === this.last) return Math.min(12, Math.ceil(total / 60));
      return i >= this.last - 6 ? Math.min(4, Math.floor(total / 200)) : 0;
    });
    const weights = this.days.map((_, i) => {
      const weekday = this.weekdays[i] === 0 ? 0.15 : this.weekdays[i] === 6 ? 0.6 : 1;
      const month = this.month(i);
      const season = month <= 3 ? 1.4 : month >= 7 && month <= 9 ? 0.75 : 1;
      return (0.7 + (0.7 * i) / this.last) * weekday * season;
    });
    const sum = weights.reduce((a, b) => a + b, 0);
    const free = Math.max(0, total - reserved.reduce((a, b) => a + b, 0));
    let cumulated = 0;
    let assigned = 0;
    const counts = weights.map((weight, i) => {
      cumulated += weight;
      const upTo = Math.round((free * cumulated) / sum);
      const count = upTo - assigned + (reserved[i] ?? 0);
      assigned = upTo;
      return count;
    });
    // a handful of people: today's come first, and not more than asked
    let excess = counts.reduce((a, b) => a + b, 0) - total;
    for (let i = 0; excess > 0; i++) {
      const less = Math.min(excess, counts[i] ?? 0);
      counts[i] = (counts[i] ?? 0) - less;
      excess -= less;
    }
    return counts;
  }
}

const firstDay = (today: Day): Day => `${Number(today.slice(0, 4)) - 2}-01-01`;
const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (DAY_SECONDS * 1000));
