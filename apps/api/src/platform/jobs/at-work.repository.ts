/**
 * Who is at which work at this moment, as locks of a connection: whatever ends a server, the database lets go of what it
 * held at once, and others see that nobody is at it any more.
 */
import pg from 'pg';

interface AtWork {
  /** @returns what says that it is left */
  enter: (id: string) => Promise<() => Promise<void>>;
  isHeld: (id: string) => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Any number that no other lock is reckoned with. */
const SEED = 7_230_115;

/** @param url of the database itself: a pooler of transactions keeps no lock */
export function atWork(url: string, onError: (error: unknown) => void): AtWork {
  const held = new Set<string>();
  let connected: Promise<pg.Client> | undefined;

  /** A connection that was lost took its locks along: they are taken again on the next. */
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name: 'octroi-travaux-en-main' });
    client.on('error', onError);
    client.on('end', () => (connected = undefined));
    await client.connect();
    for (const id of held) await lock(client, id);
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
      held.add(id);
      return async () => {
        held.delete(id);
        // one that was lost has let go already
        const client = await connected;
        await client?.query('select pg_advisory_unlock_shared(hashtextextended($1, $2))', [id, SEED]);
      };
    },
    async isHeld(id) {
      if (held.has(id)) return true;
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
