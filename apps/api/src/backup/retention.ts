/** Names of backups, and the choice of those to keep. Pure functions. */

export interface Retention {
  /** Of the latest days, weeks and months with a backup, the last backup is kept. */
  days: number;
  weeks: number;
  months: number;
}

/** A manual backup has a suffix, and stays until somebody removes it. */
const NAME = /^octroi-(\d{4})-(\d{2})-(\d{2})-\d{6}(-manuelle)?\.octroi(\.age)?$/;

/** Whether the product made a file; others in the folder are left alone. */
export const isBackupName = (name: string): boolean => NAME.test(name);

const isScheduled = (name: string): boolean => NAME.test(name) && !name.includes('-manuelle.');

/** `octroi-2026-11-22-021500.octroi`, in the installation's local time, so that names sort by age. */
export function backupName(
  moment: Date,
  timeZone: string,
  { encrypted, manual }: { encrypted: boolean; manual: boolean },
): string {
  // the Swedish format sorts: 2026-11-22 02:15:00
  const text = moment.toLocaleString('sv-SE', { timeZone });
  const day = text.replace(' ', '-').replaceAll(':', '');
  return `octroi-${day}${manual ? '-manuelle' : ''}.octroi${encrypted ? '.age' : ''}`;
}

const DAY = 86_400_000;

/** Numbers of the day, week (from Monday) and month of a name. */
function periodsOf(name: string): Record<keyof Retention, number> {
  const [year = 0, month = 0, day = 0] = (NAME.exec(name) ?? []).slice(1, 4).map(Number);
  const days = Math.floor(Date.UTC(year, month - 1, day) / DAY);
  // the first of January 1970 was a Thursday
  return { days, weeks: Math.floor((days + 3) / 7), months: year * 12 + month };
}

/** Scheduled backups with a later date than one just made: the clock was wrong then, or is wrong now. */
export const laterThan = (names: readonly string[], made: string): string[] =>
  names.filter((name) => isScheduled(name) && name > made);

/**
 * Backups to keep: manual ones, the latest scheduled one, and those of the retention. Other files are not included, and
 * not removed either.
 * @param made the backup just made: those with a later date are kept, and do not count
 */
export function backupsToKeep(names: readonly string[], retention: Retention, made?: string): Set<string> {
  const later = made === undefined ? [] : laterThan(names, made);
  const latestFirst = names
    .filter((name) => isScheduled(name) && !later.includes(name))
    .toSorted()
    .toReversed();
  const manual = names.filter((name) => isBackupName(name) && !isScheduled(name));
  const stay = new Set([...manual, ...later, ...latestFirst.slice(0, 1)]);
  for (const period of ['days', 'weeks', 'months'] as const) {
    const periods = new Set<number>();
    for (const name of latestFirst) {
      if (periods.size === retention[period]) break;
      const of = periodsOf(name)[period];
      if (!periods.has(of)) stay.add(name);
      periods.add(of);
    }
  }
  return stay;
}
