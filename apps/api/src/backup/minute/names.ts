/**
 * File names of point-in-time recovery: base copies (`base-…`, each with a sheet written last) and later segments of
 * the write-ahead log, with 24 hexadecimal digits: timeline, then position. Pure functions.
 */
import { z } from 'zod';

/** Description of a base copy. It contains no personal data, and is not encrypted. */
export const sheetSchema = z.object({
  format: z.literal(1),
  /** Name of the copy. */
  fichier: z.string(),
  debut: z.iso.datetime(),
  /** The copy is usable from this instant on; earlier ones need an older copy. */
  fin: z.iso.datetime(),
  /** The current segments at its start and at its end. */
  premier: z.string(),
  dernier: z.string(),
  /** Bytes of a segment. */
  segment: z.number(),
  /** Bytes of its files. */
  octets: z.number(),
  /** Major version of the server. */
  version: z.number(),
  /** Time zone of the operator's local time. */
  fuseau: z.string(),
});
export type Sheet = z.output<typeof sheetSchema>;

/** `….history` for timelines, otherwise a segment. */
export const STAGED = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;
const KEPT = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.gz(\.age)?$/;
const BASE = /^base-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/;
const SHEET = /^base-\d{8}T\d{6}Z\.json$/;

export const isSheetName = (name: string): boolean => SHEET.test(name);
/** Whether a file belongs to point-in-time recovery; others are left alone. */
export const isKeptName = (name: string): boolean => KEPT.test(name) || BASE.test(name) || SHEET.test(name);

const sealed = (name: string, encrypted: boolean): string => `${name}${encrypted ? '.age' : ''}`;
export const keptName = (staged: string, encrypted: boolean): string => sealed(`${staged}.gz`, encrypted);
/** @returns the segment or history in a stored file; undefined for another file */
export const stagedName = (kept: string): string | undefined => KEPT.exec(kept)?.[1];

export function baseNames(moment: Date, encrypted: boolean): { base: string; sheet: string } {
  const stem = `base-${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return { base: sealed(`${stem}.tar.gz`, encrypted), sheet: `${stem}.json` };
}

/** What the name of a copy and that of its sheet begin with. */
export const stemOf = (sheetName: string): string => sheetName.slice(0, -'json'.length);

export const timelineOf = (segment: string): string => segment.slice(0, 8);
/** Position in the log, in any timeline: names of equal length sort by it. */
export const positionOf = (segment: string): string => segment.slice(8);

/** @param bytes of a segment; a log file of 4 GiB has 4 GiB bytes of them */
export function segmentAfter(segment: string, bytes: number): string {
  const perFile = 2 ** 32 / bytes;
  const file = Number.parseInt(segment.slice(8, 16), 16);
  const part = Number.parseInt(segment.slice(16), 16) + 1;
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
  return timelineOf(segment) + (part < perFile ? hex(file) + hex(part) : hex(file + 1) + hex(0));
}

export interface Chain {
  /** Consecutive segments, from the copy's first on. */
  segments: string[];
  /** The first missing segment, if a later one exists or the copy needs it. */
  missing: string | undefined;
}

/** The segments after a base copy, up to the first gap. */
export function chainOf({ premier, dernier, segment: bytes }: Sheet, there: Iterable<string>): Chain {
  const own = new Set([...there].filter((name) => timelineOf(name) === timelineOf(premier)));
  const segments: string[] = [];
  let next = premier;
  for (; own.has(next); next = segmentAfter(next, bytes)) segments.push(next);
  const last = [...own, dernier].toSorted().at(-1)!;
  return { segments, missing: next <= last ? next : undefined };
}

/** Error for the operator: no recovery to this instant. */
export class NoWayBack extends Error {
  override name = 'NoWayBack';
}

/**
 * The copy to start from.
 * @param target absent: the end of the stored log
 * @param show formats an instant for the operator
 * @throws NoWayBack if there is none, or the local time occurred twice
 */
export function baseFor(
  sheets: readonly Sheet[],
  target: Date | undefined,
  now: Date,
  show: (moment: Date) => string,
): Sheet {
  // in the order of the log, which a clock set back does not change
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
 * Finds expired files. Kept are the copies for any minute of the given days, at least that many copies whatever their
 * clock, and the log since the oldest.
 * @returns names of files to remove
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
  // the first copy older than these days is needed for their first minute
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
