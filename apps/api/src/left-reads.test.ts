/** What people no longer wait for: its query ends, so that the next read of anybody gets the connection at once. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';

/** Ten minutes for a long read: only who leaves can end one here. */
const { app, url, query, nobody } = await testApp({ servers: { readTimeouts: [200, 600_000] } });

/** As many as there are connections for long reads. */
const CONNECTIONS = 2;
const owner = new pg.Client({ connectionString: url });
let address = '';
let cookie = '';

beforeAll(async () => {
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = await nobody.send('POST', '/v2/users/check', {
    email: 'superadmin',
    password: 'Octroi-2026!',
  });
  cookie = String(headers['set-cookie']).split(';')[0]!;
  await owner.connect();
});
afterAll(() => owner.end());

/** Nobody can read the tours until this ends: as if there were too many of them. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await owner.query('begin; lock table tournee in access exclusive mode');
  try {
    await work();
  } finally {
    await owner.query('rollback');
  }
}

const read = (path: string, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(address + path, { headers: { cookie }, signal });
const readTogether = (query: string, signal: AbortSignal): Promise<string> =>
  fetch(`${address}/v2/lectures`, {
    method: 'POST',
    headers: { cookie, origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ lectures: [{ appel: 'GET /tournees', query: `nombre=0&${query}` }] }),
    signal,
  }).then((response) => response.text());

/** Queries that wait for the table, on the connections for long reads. */
const waiting = async (): Promise<number> =>
  (
    await query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query_start < now() - interval '250 milliseconds'`,
    )
  ).length;

let page = 0;
beforeEach(() => (page += 10));

it.each([
  ['a call', (signal: AbortSignal, n: number) => read(`/v2/tournees?nombre=0&page=${page + n}`, signal)],
  ['several calls in one', (signal: AbortSignal, n: number) => readTogether(`page=${page + n}`, signal)],
])('%s that its caller leaves ends, and the next long read is answered', async (_name, call) => {
  await whileLocked(async () => {
    const leaving = new AbortController();
    const left = Array.from({ length: CONNECTIONS }, (_, n) => call(leaving.signal, n).catch(String));
    await expect.poll(waiting).toBe(CONNECTIONS);
    leaving.abort();
    await Promise.all(left);
    await expect.poll(waiting).toBe(0);
  });
  expect((await read(`/v2/tournees?nombre=0&page=${page + CONNECTIONS}`)).status).toBe(200);
});

it('an answer that two people wait for comes, although one of them leaves', async () => {
  let reply: Promise<Response> | undefined;
  await whileLocked(async () => {
    const leaving = new AbortController();
    const path = `/v2/tournees?nombre=0&page=${page}`;
    const left = read(path, leaving.signal).catch(String);
    reply = read(path);
    await expect.poll(waiting).toBe(1);
    leaving.abort();
    await left;
    // long enough for the server to see who has gone
    await query('select pg_sleep(0.6)');
    expect(await waiting()).toBe(1);
  });
  expect((await reply)?.status).toBe(200);
});
