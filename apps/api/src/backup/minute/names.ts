/**
 * What a return to a minute is made of, by its names: copies of the cluster (`base-…`, each with a sheet that is written
 * last) and the segments of the server's log since, 24 hexadecimal digits: timeline, then place in the log. Pure.
 */
import { z } from 'zod';

/** What is known of a base copy. It holds nothing of anybody's, and is kept in clear. */
export const sheetSchema = z.object({
  format: z.literal(1),
  /** Name of the copy beside this sheet. */
  fichier: z.string(),
  debut: z.iso.datetime(),
  /** From here on it can be used: instants before this one need an earlier copy. */
  fin: z.iso.datetime(),
  /** The segments that were begun when it began and when it ended. */
  premier: z.string(),
  dernier: z.string(),
  /** Bytes of a segment. */
  segment: z.number(),
  /** Bytes of the files in it. */
  octets: z.number(),
  /** Of the server whose files these are. */
  version: z.number(),
  /** Time zone that the operator's clock is read in. */
  fuseau: z.string(),
});
export type Sheet = z.output<typeof sheetSchema>;

/** Of timelines, `….history`; of the rest, the segment. */
export const STAGED = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;
const KEPT = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.gz(\.age)?$/;
const BASE = /^base-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/;
const SHEET = /^base-\d{8}T\d{6}Z\.json$/;

export const isSheetName = (name: string): boolean => SHEET.test(name);
/** Whether a file is part of a return to a minute: what somebody else put there is left alone. */
export const isKeptName = (name: string): boolean => KEPT.test(name) || BASE.test(name) || SHEET.test(name);

const sealed = (name: string, encrypted: boolean): string => `${name}${encrypted ? '.age' : ''}`;
export const keptName = (staged: string, encrypted: boolean): string => sealed(`${staged}.gz`, encrypted);
/** @returns the segment or history that a kept file holds; nothing where it is something else */
export const stagedName = (kept: string): string | undefined => KEPT.exec(kept)?.[1];

export function baseNames(moment: Date, encrypted: boolean): { base: string; sheet: string } {
  const stem = `base-${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return { base: sealed(`${stem}.tar.gz`, encrypted), sheet: `${stem}.json` };
}

export const timelineOf = (segment: string): string => segment.slice(0, 8);
/** Where in the log, whatever the timeline: names of the same length sort by it. */
export const positionOf = (segment: string): string => segment.slice(8);

/** @param bytes of a segment: a log file of 4 GiB holds so many of them */
export function segmentAfter(segment: string, bytes: number): string {
  const perFile = 2 ** 32 / bytes;
  const file = Number.parseInt(segment.slice(8, 16), 16);
  const part = Number.parseInt(segment.slice(16), 16) + 1;
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
  return timelineOf(segment) + (part < perFile ? hex(file) + hex(part) : hex(file + 1) + hex(0));
}

export interface Chain {
  /** One after the other, from the copy's first on. */
  segments: string[];
  /** The first that is not there although a later one is, or the copy itself needs it. */
  missing: string | undefined;
}

/** The log that follows a base copy, as far as it goes without a gap. */
export function chainOf({ premier, dernier, segment: bytes }: Sheet, there: Iterable<string>): Chain {
  const own = new Set([...there].filter((name) => timelineOf(name) === timelineOf(premier)));
  const segments: string[] = [];
  let next = premier;
  for (; own.has(next); next = segmentAfter(next, bytes)) segments.push(next);
  const last = [...own, dernier].toSorted().at(-1)!;
  return { segments, missing: next <= last ? next : undefined };
}

/** A word for the operator about why there is no way back to an instant. */
export class NoWayBack extends Error {
  override name = 'NoWayBack';
}

/**
 * The copy to begin from.
 * @param target absent: the end of what is kept
 * @param show an instant as the operator reads it
 * @throws NoWayBack where there is none, or two moments bear that hour
 */
export function baseFor(
  sheets: readonly Sheet[],
  target: Date | undefined,
  now: Date,
  show: (moment: Date) => string,
): Sheet {
  // by the order in which they were made, which a clock that is put back does not change
  const byLog = sheets.toSorted((a, b) => (a.premier < b.premier ? -1 : 1));
  const newest = byLog.at(-1);
  const first = byLog[0];
  if (!newest || !first)
    throw new NoWayBack(
      'Aucune copie de la base n’est gardée pour revenir à une minute. Restaurez une sauvegarde (npm run restore), ou nommez ' +
        'le dossier d’une copie : --dossier DOSSIER.',
    );
  if (!target) return newest;
  if (target > now)
    throw new NoWayBack(`${show(target)} est à venir : l’horloge de cette machine dit ${show(now)}.`);
  for (const [at, earlier] of byLog.entries()) {
    const later = byLog.slice(at + 1).find(({ debut }) => debut < earlier.fin);
    if (later && timelineOf(later.premier) === timelineOf(earlier.premier))
      if (target >= new Date(later.debut) && target <= new Date(earlier.fin))
        throw new NoWayBack(
          `L’horloge de cette machine a reculé : ${show(target)} y a été deux fois, avant et après. Donnez une heure hors de ` +
            `l’intervalle du ${show(new Date(later.debut))} au ${show(new Date(earlier.fin))}.`,
        );
  }
  const usable = byLog.findLast(({ fin }) => new Date(fin) <= target);
  if (usable) return usable;
  throw new NoWayBack(
    `On ne peut pas revenir avant le ${show(new Date(first.fin))}, la plus ancienne copie gardée. Pour un jour d’avant, ` +
      'restaurez la sauvegarde de ce jour (npm run restore).',
  );
}

const DAY = 86_400_000;

/**
 * What is kept: the copies that lead to any minute of so many days, so many of them and one at least whatever their
 * clock said, and the log since the oldest.
 * @returns the names that may go
 */
export function outdated(
  names: readonly string[],
  sheets: ReadonlyMap<string, Sheet>,
  days: number,
): string[] {
  const latestFirst = [...sheets].toSorted(([, a], [, b]) => (a.premier < b.premier ? 1 : -1));
  const newest = latestFirst[0]?.[1];
  if (!newest) return [];
  const since = Date.parse(newest.fin) - days * DAY;
  // the first that is older than all of these days leads to their first minute
  const covering = latestFirst.findIndex(([, { fin }]) => Date.parse(fin) <= since);
  const stay = latestFirst.slice(0, Math.max(covering === -1 ? latestFirst.length : covering, days) + 1);
  const staying = new Set(stay.flatMap(([name, { fichier }]) => [name, fichier]));
  const oldest = stay.map(([, { premier }]) => positionOf(premier)).toSorted()[0]!;
  return names.filter((name) => {
    if (SHEET.test(name) || BASE.test(name)) return !staying.has(name);
    const staged = stagedName(name);
    return staged !== undefined && staged.length === 24 && positionOf(staged) < oldest;
  });
}
