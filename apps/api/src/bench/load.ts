/** Sends requests by autocannon, and reads their processor time from Linux’s `/proc`. */
import { readdir, readFile } from 'node:fs/promises';
import autocannon, { type Request } from 'autocannon';

export interface Target {
  origin: string;
  cookie: string;
}

/** A path to GET, or a request to POST. */
export type Call = string | { path: string; body: object; headers?: Record<string, string> };

export interface Timing {
  /** Milliseconds. */
  p50: number;
  p95: number;
  perSecond: number;
}

export const timingOf = (times: number[], perSecond: number): Timing => {
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), perSecond };
};

/**
 * @param next gives the next request
 * @param rate most requests per second; without it, each client sends as soon as it has a reply
 * @param most ends after this number of requests, if the time is not over before
 */
export async function load(
  { origin, cookie }: Target,
  next: () => Call,
  { clients, seconds, rate, most }: { clients: number; seconds: number; rate?: number; most?: number },
): Promise<Timing & { requests: number }> {
  const setupRequest = (request: Request): Request => {
    const call = next();
    if (typeof call === 'string') return { ...request, method: 'GET', path: call, headers: { cookie } };
    const headers = { cookie, 'content-type': 'application/json', ...call.headers };
    return { ...request, method: 'POST', path: call.path, headers, body: JSON.stringify(call.body) };
  };
  const times: number[] = [];
  let refused = '';
  const onResponse = (status: number, body: string): void => {
    if (status >= 300) refused = `${status} ${body}`;
  };
  const run = (length: { duration: number } | { amount: number }) =>
    autocannon({
      url: origin,
      connections: clients,
      ...length,
      timeout: 120,
      // how often it looks whether it is over, in milliseconds
      sampleInt: 100,
      requests: [{ setupRequest, onResponse }],
      // its own histogram counts whole milliseconds
      setupClient: (client) =>
        client.on('response', (_status: number, _bytes: number, milliseconds: number) =>
          times.push(milliseconds),
        ),
      ...(rate ? { overallRate: rate } : {}),
      ...(most ? { maxOverallRequests: most } : {}),
    });
  let { errors, duration } = await run({ duration: seconds });
  // no reply within the time: measure one reply for each client
  if (times.length === 0) ({ errors, duration } = await run({ amount: clients }));
  if (refused || errors > 0) throw new Error(refused || `${errors} requests without an answer`);
  return { ...timingOf(times, times.length / duration), requests: times.length };
}

const TICKS_A_SECOND = 100;

/** Processor time of a process so far, in seconds: its own with its threads, and that of its ended children. */
async function processTime(pid: number | string): Promise<{ parent: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const seconds = (at: number): number => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) / TICKS_A_SECOND;
  return { parent: fields[1] ?? 0, own: seconds(11), ended: seconds(13) };
}

/** Processor time so far, in seconds, of a server and of all processes of its database. */
export async function cpuSeconds(server: number, postmaster: number): Promise<number> {
  const database = await processTime(postmaster);
  let seconds = (await processTime(server)).own + database.own + database.ended;
  for (const pid of await readdir('/proc')) {
    const { parent, own } = /^\d+$/.test(pid) ? await processTime(pid) : { parent: 0, own: 0 };
    if (parent === postmaster) seconds += own;
  }
  return seconds;
}

/** Peak memory of a process, in MiB. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}
