/** Rounds by the clock, for as long as the product serves. */
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupConfig } from '#src/config.ts';
import type { Elsewhere } from '../elsewhere.ts';
import { lastDue } from '../schedule.ts';
import { type MinutePlan, newestSheet, type Round, staged } from './keep.ts';

const EVERY_MS = 30_000;
/** Between a round that went wrong and the next, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

export interface MinuteOptions {
  plan: MinutePlan;
  elsewhere: Elsewhere;
  /** Of the day, at which the cluster is copied. */
  hour: number;
  /** Hears what the operator must know, in French, each time. */
  tell: (faults: string) => void;
}

/** Where copies and segments are kept, beside backups. */
export const minuteFolder = (folder: string): string => path.join(folder, 'minute');

/** The same places as backups have, in a folder of their own. */
export function minutesElsewhere({ copyFolder, s3 }: BackupConfig): Elsewhere {
  if (copyFolder && fs.existsSync(copyFolder)) fs.mkdirSync(minuteFolder(copyFolder), { recursive: true });
  return {
    folder: copyFolder && minuteFolder(copyFolder),
    s3: s3 && { ...s3, prefix: `${s3.prefix}minute/` },
  };
}

export function startMinutes({ plan, elsewhere, hour, tell }: MinuteOptions): { stop: () => Promise<void> } {
  let round: Promise<void> | undefined;
  let worker: Worker | undefined;
  let isFirst = true;
  let patience = 0;

  async function make(due: boolean): Promise<void> {
    const made = await onThread(due).catch((error: unknown) => ({ faults: [(error as Error).message] }));
    patience = made.faults.length > 0 ? Date.now() + PATIENCE_MS : 0;
    if (made.faults.length > 0) tell(made.faults.join('\n'));
  }

  async function onThread(due: boolean): Promise<Pick<Round, 'faults'>> {
    worker = new Worker(new URL('./minute.worker.ts', import.meta.url), {
      workerData: { plan, elsewhere, due },
      resourceLimits: MEMORY,
    });
    const [said] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [
      { round: Round } | { failure: string } | number,
    ];
    await worker.terminate();
    if (typeof said === 'number') return { faults: [] };
    return 'round' in said ? said.round : { faults: [said.failure] };
  }

  function look(): void {
    const now = new Date();
    if (round || (patience > now.getTime() && !isFirst)) return;
    const last = newestSheet(plan.folder);
    // one that is dated later than now was made by a clock that has been put right since
    const due = !last || new Date(last.fin) > now || new Date(last.fin) < lastDue(now, hour, plan.timeZone);
    if (!due && !isFirst && patience === 0 && staged(plan.cluster).length === 0) return;
    isFirst = false;
    round = make(due).finally(() => {
      round = undefined;
    });
  }

  look();
  const timer = setInterval(look, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await worker?.terminate();
      await round;
    },
  };
}
