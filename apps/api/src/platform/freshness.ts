/**
 * Caches answers until anything is written, by any program. The key is the database's current snapshot, which lists the
 * visible transactions: while it is the same, none has ended, and cached reads are still exact. On a standby the key is
 * its position, since it has no such snapshot.
 */
import { sql } from 'kysely';
import { type Database, PREPARED } from '#src/platform/database/database.ts';
import { besideLongReads, isFromStandby, isLongRead } from '#src/platform/database/standby/pools.ts';
import { inAnyCase, SharedWork } from '#src/platform/waiting.ts';

async function readSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`${sql.raw(PREPARED)}
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text
      else pg_current_snapshot()::text end as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}

/**
 * Reads snapshots one at a time. A caller during a read waits for the next one and shares it: the running one may have
 * begun before that caller's own write. Calls in the same turn of the event loop after a read (find the person, then
 * that person's list) reuse it, since nothing else has run in between.
 */
function snapshotReader(db: Database): () => Promise<string> {
  let present: Promise<string> | undefined;
  let next: Promise<string> | undefined;
  let thisTurn: Promise<string> | undefined;
  const startRead = (): Promise<string> => {
    next = undefined;
    // others share it: they must neither wait for a long read, nor fail because one of them went away
    const reading = inAnyCase(() => besideLongReads(() => readSnapshot(db)));
    present = reading;
    const end = (): void => {
      if (present === reading) present = undefined;
      thisTurn = reading;
      process.nextTick(() => {
        thisTurn = undefined;
      });
    };
    reading.then(end, end);
    return reading;
  };
  return () => thisTurn ?? (present ? (next ??= present.then(startRead, startRead)) : startRead());
}

const standbys = new WeakMap<Database, object>();

/** Key of the server in use: each has its own snapshot and cache. */
function serverOf(db: Database): object {
  if (!isFromStandby()) return db;
  let standby = standbys.get(db);
  if (!standby) standbys.set(db, (standby = {}));
  return standby;
}

const readers = new WeakMap<object, () => Promise<string>>();

/** The present snapshot, from a read that began after the call. */
export function currentSnapshot(db: Database): Promise<string> {
  const server = serverOf(db);
  let read = readers.get(server);
  if (!read) readers.set(server, (read = snapshotReader(db)));
  return read();
}

interface Entry<Value> {
  work: SharedWork<Value>;
  until: number;
  /** Whether its load may take as long as a long read. */
  isLong: boolean;
}

interface CacheState<Value> {
  snapshot: string;
  entries: Map<string, Entry<Value>>;
}

interface FreshCache<Value> {
  /**
   * The cached answer under `key`, or that of `load`, which is then cached; concurrent callers share one load. Failed
   * loads are not cached.
   * @param db that `load` reads, outside any transaction
   */
  get: (db: Database, key: string, load: () => Promise<Value>) => Promise<Value>;
}

/**
 * @param max maximum entries; the oldest is dropped first, and all of them after any write
 * @param ttl milliseconds after which an answer that also depends on the time expires
 */
export function freshCache<Value>(max: number, ttl = Infinity): FreshCache<Value> {
  const servers = new WeakMap<object, CacheState<Value>>();
  return {
    async get(db, key, load) {
      const isLong = isLongRead();
      const snapshot = await currentSnapshot(db);
      const server = serverOf(db);
      let state = servers.get(server);
      if (state?.snapshot !== snapshot) servers.set(server, (state = { snapshot, entries: new Map() }));
      const { entries } = state;
      const cached = entries.get(key);
      if (cached && cached.until > Date.now() && !cached.work.isAbandoned) {
        const value = cached.work.wait();
        // cut off as a quick read, it is loaded again
        return isLong && !cached.isLong ? value.catch(() => this.get(db, key, load)) : value;
      }
      const entry = { work: new SharedWork(load), until: Date.now() + ttl, isLong };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > max) entries.delete(entries.keys().next().value as string);
      const value = entry.work.wait();
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return value;
    },
  };
}
