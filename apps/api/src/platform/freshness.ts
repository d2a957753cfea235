/**
 * Answers kept for as long as nothing is written, whoever writes. The database's current snapshot is their date: it
 * names the transactions whose work is seen, so that while its text is the same none has ended, and what was read
 * under it is still exact. A standby gives no such names: how far it has come is its date.
 */
import { sql } from 'kysely';
import { type Database, PREPARED } from '#src/platform/database/database.ts';
import { isFromStandby } from '#src/platform/database/standby/two-servers.ts';

async function readSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`${sql.raw(PREPARED)}
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text
      else pg_current_snapshot()::text end as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}

/**
 * One reading at a time. Who comes while one is under way waits for the next and shares it: the present one may have
 * been made before what that caller has just written. What follows from a reading in the same turn of the event loop
 * (finding the person, then that person's list) has waited for it, and takes it again: nothing else has run since.
 */
function snapshotReader(db: Database): () => Promise<string> {
  let present: Promise<string> | undefined;
  let next: Promise<string> | undefined;
  let ofThisTurn: Promise<string> | undefined;
  const begin = (): Promise<string> => {
    next = undefined;
    const reading = readSnapshot(db);
    present = reading;
    const end = (): void => {
      if (present === reading) present = undefined;
      ofThisTurn = reading;
      process.nextTick(() => {
        ofThisTurn = undefined;
      });
    };
    reading.then(end, end);
    return reading;
  };
  return () => ofThisTurn ?? (present ? (next ??= present.then(begin, begin)) : begin());
}

const standbys = new WeakMap<Database, object>();

/** Stands for the server that is asked: each has a date, and answers, of its own. */
function serverOf(db: Database): object {
  if (!isFromStandby()) return db;
  let standby = standbys.get(db);
  if (!standby) standbys.set(db, (standby = {}));
  return standby;
}

const readers = new WeakMap<object, () => Promise<string>>();

/** The snapshot that the database is at, from a reading begun after the call. */
export function currentSnapshot(db: Database): Promise<string> {
  const server = serverOf(db);
  let read = readers.get(server);
  if (!read) readers.set(server, (read = snapshotReader(db)));
  return read();
}

interface Entry<Value> {
  value: Promise<Value>;
  until: number;
}

interface Kept<Value> {
  snapshot: string;
  entries: Map<string, Entry<Value>>;
}

interface FreshCache<Value> {
  /**
   * The answer kept under `key`, or that of `load`, which is then kept; callers of one moment share one load. A failed
   * load is not kept.
   * @param db what `load` reads, outside any transaction
   */
  get: (db: Database, key: string, load: () => Promise<Value>) => Promise<Value>;
}

/**
 * @param max entries kept; the oldest goes first, and all go when something is written
 * @param ttl milliseconds that an answer is kept for, where it also depends on the clock
 */
export function freshCache<Value>(max: number, ttl = Infinity): FreshCache<Value> {
  const servers = new WeakMap<object, Kept<Value>>();
  return {
    async get(db, key, load) {
      const snapshot = await currentSnapshot(db);
      const server = serverOf(db);
      let kept = servers.get(server);
      if (kept?.snapshot !== snapshot) servers.set(server, (kept = { snapshot, entries: new Map() }));
      const { entries } = kept;
      const known = entries.get(key);
      if (known && known.until > Date.now()) return known.value;
      const entry = { value: load(), until: Date.now() + ttl };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > max) entries.delete(entries.keys().next().value as string);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
  };
}
