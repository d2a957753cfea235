/** The times of commands, in the server's time as far as known. */
import { type Day, todayIn } from '@octroi/contract/platform/values/period';
import { timeZone } from '#src/platform/device/clock.ts';
import type { Entry } from '#src/platform/log/log.ts';

export const instantOf = ({ faitLe, decalage }: Pick<Entry, 'faitLe' | 'decalage'>): string =>
  new Date(Date.parse(faitLe) + (decalage ?? 0)).toISOString();
export const jourOf = (entry: Pick<Entry, 'faitLe' | 'decalage'>): Day =>
  todayIn(timeZone(), new Date(instantOf(entry)));
