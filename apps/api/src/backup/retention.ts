/** Names of the backups that the product makes, and which of them stay. Pure. */

export interface Retention {
  /** How many of the latest days, weeks and months that have a backup keep their last one. */
  days: number;
  weeks: number;
  months: number;
}

/** One that somebody asked for says so, and stays until somebody removes it. */
const NAME = /^octroi-(\d{4})-(\d{2})-(\d{2})-\d{6}(-manuelle)?\.octroi(\.age)?$/;

/** Whether the product made a file: what somebody else put into the folder is left alone. */
export const isBackupName = (name: string): boolean => NAME.test(name);

const isScheduled = (name: string): boolean => NAME.test(name) && !name.includes('-manuelle.');

/** `octroi-2026-11-22-021500.octroi`: by the installation's clock, so that names sort by age. */
export function backupName(
  moment: Date,
  timeZone: string,
  { encrypted, manual }: { encrypted: boolean; manual: boolean },
): string {
  // the Swedish way is the sortable one: 2026-11-22 02:15:00
  const text = moment.toLocaleString('sv-SE', { timeZone });
  const day = text.replace(' ', '-').replaceAll(':', '');
  return `octroi-${day}${manual ? '-manuelle' : ''}.octroi${encrypted ? '.age' : ''}`;
}

const DAY = 86_400_000;

/** The day, week (from Monday on) and month that a name is dated in, as something that others of it share. */
function periodsOf(name: string): Record<keyof Retention, number> {
  const [year = 0, month = 0, day = 0] = (NAME.exec(name) ?? []).slice(1, 4).map(Number);
  const days = Math.floor(Date.UTC(year, month - 1, day) / DAY);
  // the first of January 1970 was a Thursday
  return { days, weeks: Math.floor((days + 3) / 7), months: year * 12 + month };
}

/**
 * Those that stay: what somebody asked for, and of the scheduled ones always the latest. What the product did not make is
 * not among them, and goes by no name either.
 */
export function staying(names: readonly string[], retention: Retention): Set<string> {
  const latestFirst = names.filter(isScheduled).toSorted().toReversed();
  const asked = names.filter((name) => isBackupName(name) && !isScheduled(name));
  const stay = new Set([...asked, ...latestFirst.slice(0, 1)]);
  for (const period of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<number>();
    for (const name of latestFirst) {
      if (seen.size === retention[period]) break;
      const of = periodsOf(name)[period];
      if (!seen.has(of)) stay.add(name);
      seen.add(of);
    }
  }
  return stay;
}
