/**
 * A streaming standby that answers reads. It is used only while it is close behind the primary, and for a person who
 * has seen something newer only once it has reached that. All else goes to the primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { onPrimary, onStandby } from './pools.ts';

const MAX_DELAY_MS = 5000;
const INTERVAL_MS = 1000;
/** Milliseconds to wait for the standby to reach the position that the person has seen. */
const WAIT_MS = 300;
const PAUSE_MS = 10;

/** A position in the primary's write-ahead log, in PostgreSQL's form: `16/B374D848`. */
export type Position = string;

/** @returns undefined if the text is not a position */
function offsetOf(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? [];
  return high === undefined ? undefined : BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}

async function readPosition(db: Database, lsn: RawBuilder<unknown>): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${lsn} end::text as position`.execute(
    db,
  );
  return rows[0]?.position ?? '0/0';
}

/** Every commit is before it, even one that does not wait for the disk. */
const INSERT_LSN = sql`pg_current_wal_insert_lsn()`;
/** Position up to which the log is sent: a standby that has received everything reaches it. */
const WRITE_LSN = sql`pg_current_wal_lsn()`;

export interface Standby {
  /** The primary's present position. A person who was answered there must see that state in all later requests. */
  position: () => Promise<Position>;
  /**
   * Runs reads on the standby if it has reached the position (any, if undefined), after a short wait; otherwise, or if
   * the standby fails, on the primary.
   * @param otherwise sends reads to the primary, in another way than acts
   */
  read: <Result>(
    position: Position | undefined,
    work: () => Promise<Result>,
    otherwise?: (work: () => Promise<Result>) => Promise<Result>,
  ) => Promise<Result>;
  stop: () => Promise<void>;
}

/** The primary removed rows that a long read on the standby still needed. */
const isConflict = (error: unknown): boolean => (error as { code?: unknown }).code === '40001';

const standbys = new WeakMap<Database, Standby>();

/** The standby of a database, if it has one. */
export const standbyOf = (db: Database): Standby | undefined => standbys.get(db);

interface StandbyOptions {
  /** Called when the standby starts or stops being used. */
  onUse?: (isUsed: boolean) => void;
  /** Whether an error comes from the server, not the query: the primary may still answer. */
  isOutage: (error: unknown) => boolean;
  /** Maximum delay of the standby, in milliseconds. */
  maxDelay?: number;
  /** Interval of the checks, in milliseconds. */
  interval?: number;
}

/**
 * Measures periodically how far the standby is behind, so that reads pay nothing for it.
 * @param db database with both servers, by `PoolsDialect`
 */
export function watchStandby(
  db: Database,
  { onUse, isOutage, maxDelay = MAX_DELAY_MS, interval = INTERVAL_MS }: StandbyOptions,
): Standby {
  const samples: { at: number; offset: bigint }[] = [];
  let reached = 0n;
  let reachedAt = -Infinity;
  let isUsed = false;
  let waitAgainAt = 0;

  const isClose = (): boolean => performance.now() - reachedAt < maxDelay;
  const readReached = async (): Promise<void> => {
    reached = offsetOf(await onStandby(() => readPosition(db, WRITE_LSN))) ?? 0n;
    while (samples[0] && samples[0].offset <= reached) reachedAt = samples.shift()?.at ?? reachedAt;
  };
  const checkDelay = async (): Promise<void> => {
    const at = performance.now();
    try {
      samples.push({ at, offset: offsetOf(await readPosition(db, WRITE_LSN)) ?? 0n });
      // a standby that is far behind has not reached the oldest mark either
      if (samples.length > 60) samples.pop();
      await readReached();
    } catch {
      // not close while the standby or the primary does not answer: `tell` reports it, and the next round checks again
      reachedAt = -Infinity;
    }
    if (isClose() !== isUsed) onUse?.((isUsed = !isUsed));
  };
  let checking: Promise<void> | undefined;
  const startCheck = (): void => {
    checking ??= checkDelay().finally(() => (checking = undefined));
  };
  const timer = setInterval(startCheck, interval);
  timer.unref();
  startCheck();

  async function hasReached(position: Position | undefined): Promise<boolean> {
    if (!isClose()) return false;
    const required = position === undefined ? 0n : (offsetOf(position) ?? 0n);
    if (required <= reached) return true;
    if (performance.now() < waitAgainAt) return false;
    const until = performance.now() + WAIT_MS;
    while (performance.now() < until) {
      await readReached();
      if (required <= reached) return true;
      await sleep(PAUSE_MS);
    }
    // after a wait in vain, others do not wait for a while
    waitAgainAt = performance.now() + interval;
    return false;
  }

  const standby: Standby = {
    position: () => onPrimary(() => readPosition(db, INSERT_LSN)),
    async read(position, work, otherwise = onPrimary) {
      try {
        if (await hasReached(position)) return await onStandby(work);
      } catch (error) {
        if (!isOutage(error) && !isConflict(error)) throw error;
        reachedAt = -Infinity;
      }
      return otherwise(work);
    },
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
  standbys.set(db, standby);
  return standby;
}
