/**
 * Tells which jobs are being run, by advisory locks of a connection: when a server dies, the database releases them at
 * once.
 */
import pg from 'pg';

interface JobLocks {
  /** @returns releases the job */
  enter: (id: string) => Promise<() => Promise<void>>;
  isLocked: (id: string) => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Any number not used for other locks. */
const SEED = 7_230_115;

/** @param url of the database itself: a pooler in transaction mode keeps no locks */
export function jobLocks(url: string, onError: (error: unknown) => void): JobLocks {
  const lockedIds = new Set<string>();
  let connected: Promise<pg.Client> | undefined;

  /** A lost connection has lost its locks: they are taken again on the next. */
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name: 'octroi-travaux-en-main' });
    client.on('error', onError);
    client.on('end', () => (connected = undefined));
    await client.connect();
    for (const id of lockedIds) await lock(client, id);
    return client;
  }
  function connection(): Promise<pg.Client> {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  }
  const lock = (client: pg.Client, id: string) =>
    client.query('select pg_advisory_lock_shared(hashtextextended($1, $2))', [id, SEED]);

  return {
    async enter(id) {
      await lock(await connection(), id);
      lockedIds.add(id);
      return async () => {
        lockedIds.delete(id);
        // a lost connection has released it already
        const client = await connected;
        await client?.query('select pg_advisory_unlock_shared(hashtextextended($1, $2))', [id, SEED]);
      };
    },
    async isLocked(id) {
      if (lockedIds.has(id)) return true;
      const client = await connection();
      const { rows } = await client.query<{ free: boolean }>(
        `select case when pg_try_advisory_lock(hashtextextended($1, $2))
           then pg_advisory_unlock(hashtextextended($1, $2)) else false end as free`,
        [id, SEED],
      );
      return !rows[0]?.free;
    },
    async stop() {
      await (await connected)?.end();
    },
  };
}
