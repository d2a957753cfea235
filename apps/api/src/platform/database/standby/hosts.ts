/**
 * One address may name several servers, `postgres://…@a:5432,b:5432/octroi`, as in PostgreSQL's own programs: a
 * primary, and standbys of which an operator promotes one if the primary is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds in which a server must answer. */
const TIMEOUT_MS = 3000;
const INTERVAL_MS = 2000;

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/s;

/** @returns one address for each server in the URL, in order */
export function serversOf(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  const [first = url, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return hosts ? [first, ...others] : [url];
}

interface Primary {
  url: string;
  /** Number of promotions: of two servers that both write, the operator promoted the one with the higher number. */
  timeline: number;
}

/** @throws if the server does not answer */
async function readPrimary(url: string): Promise<Primary | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'octroi-serveurs',
  });
  // the failing call reports the error
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string }>(
      `select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline where not pg_is_in_recovery()`,
    );
    return rows[0] && { url, timeline: Number.parseInt(rows[0].timeline, 16) };
  } finally {
    // not awaited: a silent server would not answer
    client.end().catch(() => undefined);
  }
}

interface PrimarySearch {
  primary: Primary | undefined;
  /** Per server, in order: why it is not the primary. */
  refusals: (string | undefined)[];
}

/** @param urls in order of preference */
export async function findPrimary(urls: readonly string[]): Promise<PrimarySearch> {
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
 * Checks periodically which server is the primary.
 * @param onChange called once, when another server than `present` is the primary
 * @returns stops the watch
 */
export function watchPrimary(
  urls: readonly string[],
  present: string,
  onChange: (url: string) => void,
  interval = INTERVAL_MS,
): () => Promise<void> {
  const order = [present, ...urls.filter((url) => url !== present)];
  const stopSignal = new AbortController();
  const watching = (async () => {
    while (!stopSignal.signal.aborted) {
      const { primary } = await findPrimary(order);
      if (stopSignal.signal.aborted) return;
      if (primary && primary.url !== present) return onChange(primary.url);
      // a stop aborts the sleep
      await sleep(interval, undefined, { signal: stopSignal.signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopSignal.abort();
    await watching;
  };
}
