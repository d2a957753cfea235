/**
 * A streaming standby of the database that answers what only reads. The primary decides what is true: the standby is
 * asked only while it is close behind, and for somebody who has written or seen something newer only once it has come as
 * far. Whatever it cannot answer is asked of the primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { onPrimary, onStandby } from './two-servers.ts';

const CLOSE = 5000;
const EVERY = 1000;
/** How long one waits for it to come as far as what one has seen, in milliseconds. */
const PATIENCE = 300;
const PAUSE = 10;

/** A place in what the primary has written, as PostgreSQL writes it: `16/B374D848`. */
export type Position = string;

/** @returns nothing where the text is no position */
function offsetOf(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? [];
  return high === undefined ? undefined : BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}

async function readPosition(db: Database, of: RawBuilder<unknown>): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${of} end::text as position`.execute(
    db,
  );
  return rows[0]?.position ?? '0/0';
}

/** What was committed lies before it, also where a commit does not wait for the disk. */
const INSERTED = sql`pg_current_wal_insert_lsn()`;
/** What standbys are sent lies before it: one that has it all has reached it. */
const WRITTEN = sql`pg_current_wal_lsn()`;

export interface Standby {
  /** Where the primary is now: what somebody was told from there is seen again, wherever they ask next. */
  position: () => Promise<Position>;
  /**
   * Runs what only reads: on the standby, where it shows what stood at a position (any, where none is given), for which
   * it is waited a moment; else, or where the standby fails, on the primary.
   */
  read: <Result>(seen: Position | undefined, work: () => Promise<Result>) => Promise<Result>;
  stop: () => Promise<void>;
}

/** What the primary removed meanwhile, the standby could not keep for a long reading. */
const isConflict = (error: unknown): boolean => (error as { code?: unknown }).code === '40001';

const standbys = new WeakMap<Database, Standby>();

/** That of a database, where it has one. */
export const standbyOf = (db: Database): Standby | undefined => standbys.get(db);

interface StandbyOptions {
  /** Hears when the standby begins or ceases to be asked. */
  tell?: (asked: boolean) => void;
  /** Whether an error is the server's, not the question's: the primary may still answer. */
  isOutage: (error: unknown) => boolean;
  /** How far behind it may be for those who wait for nothing, in milliseconds. */
  close?: number;
  /** How often that is looked at, in milliseconds. */
  every?: number;
}

/**
 * Looks again and again how far the standby is behind, so that asking it costs nothing while it is close.
 * @param db asks both servers, by `TwoServersDialect`
 */
export function watchStandby(
  db: Database,
  { tell, isOutage, close = CLOSE, every = EVERY }: StandbyOptions,
): Standby {
  const marks: { at: number; offset: bigint }[] = [];
  let reached = 0n;
  let reachedAt = -Infinity;
  let asked = false;
  let patientAgain = 0;

  const isClose = (): boolean => performance.now() - reachedAt < close;
  const look = async (): Promise<void> => {
    reached = offsetOf(await onStandby(() => readPosition(db, WRITTEN))) ?? 0n;
    while (marks[0] && marks[0].offset <= reached) reachedAt = marks.shift()?.at ?? reachedAt;
  };
  const beat = async (): Promise<void> => {
    const at = performance.now();
    try {
      marks.push({ at, offset: offsetOf(await readPosition(db, WRITTEN)) ?? 0n });
      // one that is far behind has not reached the oldest either
      if (marks.length > 60) marks.pop();
      await look();
    } catch {
      // it is not close while it, or the primary, does not answer: `tell` says so, and the next beat asks again
      reachedAt = -Infinity;
    }
    if (isClose() !== asked) tell?.((asked = !asked));
  };
  let beating: Promise<void> | undefined;
  const begin = (): void => {
    beating ??= beat().finally(() => (beating = undefined));
  };
  const timer = setInterval(begin, every);
  timer.unref();
  begin();

  async function shows(seen: Position | undefined): Promise<boolean> {
    if (!isClose()) return false;
    const wanted = seen === undefined ? 0n : (offsetOf(seen) ?? 0n);
    if (wanted <= reached) return true;
    if (performance.now() < patientAgain) return false;
    const until = performance.now() + PATIENCE;
    while (performance.now() < until) {
      await look();
      if (wanted <= reached) return true;
      await sleep(PAUSE);
    }
    // others need not wait for what this one waited for in vain
    patientAgain = performance.now() + every;
    return false;
  }

  const standby: Standby = {
    position: () => onPrimary(() => readPosition(db, INSERTED)),
    async read(seen, work) {
      try {
        if (await shows(seen)) return await onStandby(work);
      } catch (error) {
        if (!isOutage(error) && !isConflict(error)) throw error;
        reachedAt = -Infinity;
      }
      return onPrimary(work);
    },
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
  standbys.set(db, standby);
  return standby;
}
