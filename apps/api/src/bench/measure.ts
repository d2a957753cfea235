/** Times requests against a running server, one client at a time or many at once. */
import http from 'node:http';

export interface Target {
  origin: string;
  cookie: string;
}

/** Milliseconds that one measurement may take. */
const LONGEST = 10_000;

export interface Timing {
  requests: number;
  p50: number;
  p95: number;
  max: number;
  perSecond: number;
}

/** A request: a path to read, or what is sent to it. */
export type Call = string | { path: string; body: object; headers: Record<string, string> };

function once(agent: http.Agent, target: Target, call: Call): Promise<number> {
  const started = performance.now();
  const { path, body, headers } = typeof call === 'string' ? { path: call } : call;
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${target.origin}${path}`,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          cookie: target.cookie,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      },
      (reply) => {
        reply.resume();
        reply.on('end', () => {
          if (reply.statusCode === 200 || reply.statusCode === 201) resolve(performance.now() - started);
          else reject(new Error(`${path} answered ${reply.statusCode}`));
        });
      },
    );
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

/**
 * Sends at most `count` requests over `clients` connections kept open, each client waiting for its answer before it asks
 * again, for at most ten seconds unless another time is given in milliseconds.
 * @param calls gives the n-th request
 * @returns times in milliseconds
 */
export async function measure(
  target: Target,
  calls: (n: number) => Call,
  { count, clients, longest = LONGEST }: { count: number; clients: number; longest?: number },
): Promise<Timing> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const client = async (): Promise<void> => {
    while (next < count && performance.now() - started < longest)
      times.push(await once(agent, target, calls(next++)));
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = performance.now() - started;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
    perSecond: (times.length / elapsed) * 1000,
  };
}
