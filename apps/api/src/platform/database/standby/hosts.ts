/**
 * One address may name several servers, `postgres://…@a:5432,b:5432/octroi`, as PostgreSQL's own programs take it: a
 * primary, and standbys of which an operator promotes one when the primary is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds that a server has to answer in. */
const PATIENCE = 3000;
const EVERY = 2000;

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/s;

/** @returns an address for each server that it names, in its order */
export function serversOf(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  const [first = url, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return hosts ? [first, ...others] : [url];
}

interface Primary {
  url: string;
  /** Counts the promotions that led to it: of two that both write, the one with more is the one that an operator chose. */
  timeline: number;
}

/** @throws where the server does not answer */
async function readPrimary(url: string): Promise<Primary | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    application_name: 'octroi-serveurs',
  });
  // told by the call that it fails
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string }>(
      `select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline where not pg_is_in_recovery()`,
    );
    return rows[0] && { url, timeline: Number.parseInt(rows[0].timeline, 16) };
  } finally {
    // a server that fell silent takes no leave either, and would be waited for in vain
    client.end().catch(() => undefined);
  }
}

interface Found {
  primary: Primary | undefined;
  /** What keeps each from being it, in the words of the system and in their order. */
  refusals: (string | undefined)[];
}

/** @param urls of servers, those first that count more where nothing else parts them */
export async function findPrimary(urls: readonly string[]): Promise<Found> {
  const replies = await Promise.allSettled(urls.map(readPrimary));
  const found = replies.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  return {
    primary: found.toSorted((a, b) => b.timeline - a.timeline)[0],
    refusals: replies.map((one) => {
      if (one.status === 'rejected') return (one.reason as Error).message;
      return one.value ? undefined : 'elle suit une autre, et n’écrit pas';
    }),
  };
}

/**
 * Looks again and again which of several servers is the primary.
 * @param moved hears, once, that it is another than `present`
 * @returns ends the watch
 */
export function watchPrimary(
  urls: readonly string[],
  present: string,
  moved: (url: string) => void,
  every = EVERY,
): () => Promise<void> {
  const order = [present, ...urls.filter((url) => url !== present)];
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { primary } = await findPrimary(order);
      if (stopping.signal.aborted) return;
      if (primary && primary.url !== present) return moved(primary.url);
      // ended early, it throws: the watch is over
      await sleep(every, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
  };
}
