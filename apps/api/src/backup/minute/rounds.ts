/** Runs rounds periodically while the product runs. */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupConfig } from '#src/config.ts';
import type { Elsewhere } from '../elsewhere.ts';
import { lastDue } from '../schedule.ts';
import { type MinutePlan, newestSheet, type Round, staged } from './keep.ts';
import type { Sheet } from './names.ts';

const INTERVAL_MS = 30_000;
/** Milliseconds between a failed round and the next. */
const PATIENCE_MS = 10 * 60_000;
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

export interface MinuteOptions {
  plan: MinutePlan;
  elsewhere: Elsewhere;
  /** Hour of the day of base copies. */
  hour: number;
  /** Receives problems for the operator, in French, each time. */
  report: (faults: string) => void;
}

/** Folder of base copies and segments, in that of the backups. */
export const minuteFolder = (folder: string): string => path.join(folder, 'minute');

/** The same places as for backups, in a separate folder. */
export const minutesElsewhere = ({ copyFolder, s3 }: BackupConfig): Elsewhere => ({
  folder: copyFolder && minuteFolder(copyFolder),
  within: copyFolder,
  s3: s3 && { ...s3, prefix: `${s3.prefix}minute/` },
});

/** @returns undefined also if the folder cannot be read: the round says why */
function readNewest(folder: string): Sheet | undefined {
  try {
    return newestSheet(folder);
  } catch {
    return undefined;
  }
}

export function startMinutes({ plan, elsewhere, hour, report }: MinuteOptions): {
  stop: () => Promise<void>;
} {
  let round: Promise<void> | undefined;
  let worker: Worker | undefined;
  let isFirst = true;
  let patience = 0;

  async function make(isBaseDue: boolean): Promise<void> {
    const result = await onThread(isBaseDue).catch((error: unknown) => ({
      faults: [(error as Error).message],
    }));
    patience = result.faults.length > 0 ? Date.now() + PATIENCE_MS : 0;
    if (result.faults.length > 0) report(result.faults.join('\n'));
  }

  async function onThread(isBaseDue: boolean): Promise<Pick<Round, 'faults'>> {
    worker = new Worker(new URL('./minute.worker.ts', import.meta.url), {
      workerData: { plan, elsewhere, due: isBaseDue },
      resourceLimits: MEMORY,
    });
    const [message] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [
      { round: Round } | { failure: string } | number,
    ];
    await worker.terminate();
    if (typeof message === 'number') return { faults: [] };
    return 'round' in message ? message.round : { faults: [message.failure] };
  }

  function check(): void {
    const now = new Date();
    if (round || (patience > now.getTime() && !isFirst)) return;
    const last = readNewest(plan.folder);
    // a date in the future was written by a clock that has been corrected since
    const isBaseDue =
      !last || new Date(last.fin) > now || new Date(last.fin) < lastDue(now, hour, plan.timeZone);
    if (!isBaseDue && !isFirst && patience === 0 && staged(plan.cluster).length === 0) return;
    isFirst = false;
    round = make(isBaseDue).finally(() => {
      round = undefined;
    });
  }

  check();
  const timer = setInterval(check, INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await worker?.terminate();
      await round;
    },
  };
}
