import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { createServer } from './server.ts';

const PATIENCE = { headers: 1500, request: 2500, checkInterval: 200, connections: 320, stop: 600_000 };
const server = await createServer({ logger: false, patience: PATIENCE });
server.get('/essai', () => ({ ok: true }));
server.post('/essai', () => ({ ok: true }));
const address = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
const open: Socket[] = [];
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.close();
});

/**
 * Sends `start`, then one character at a time while the connection is open; nothing after an empty `start`. @returns
 * the server's answer
 */
async function trickle(start: string): Promise<string> {
  // its own side stays open until a write to the closed connection fails
  const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: start !== '' });
  open.push(socket);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(start);
  const more = start === '' ? undefined : setInterval(() => socket.write('x'), 100);
  await closed;
  clearInterval(more);
  return answer;
}
const connections = promisify(server.server.getConnections.bind(server.server));
const status = async (): Promise<number> => (await fetch(new URL('/essai', address))).status;

it('hundreds of very slow connections are closed, while others are answered', async () => {
  const heads = Array.from({ length: 150 }, () => trickle('GET /essai HTTP/1.1\r\nHost: x\r\nX-Lent: '));
  const silent = Array.from({ length: 50 }, () => trickle(''));
  const bodies = Array.from({ length: 100 }, () =>
    trickle(
      'POST /essai HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
    ),
  );
  await expect.poll(() => connections()).toBeGreaterThan(250);
  expect(await status()).toBe(200);
  const answer = await Promise.all([...heads, ...silent, ...bodies]);
  expect(await status()).toBe(200);
  expect(answer.filter((answer) => /^HTTP\/1.1 408 requete.lente/.test(answer)).length).toBeGreaterThan(200);
});

it('connections over the limit are closed at once, and new ones are accepted later', async () => {
  const many = Array.from({ length: 400 }, () => trickle('GET /essai HTTP/1.1\r\n'));
  const first = await Promise.race(many);
  expect(first).toBe('');
  await Promise.all(many);
  expect(await status()).toBe(200);
});

it('a person on a slow line has enough time', async () => {
  const { server: usual } = await createServer({ logger: false });
  expect([usual.headersTimeout, usual.requestTimeout, usual.maxConnections]).toEqual([15_000, 300_000, 5000]);
});

/** A server with a call that is answered once `finish` is called, and `reply` to that call, which has arrived. */
async function busyServer(stop: number) {
  const busy = await createServer({ logger: false, patience: { ...PATIENCE, stop } });
  const calls = Promise.withResolvers<() => void>();
  busy.get('/lent', () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    calls.resolve(() => resolve({ ok: true }));
    return promise;
  });
  const url = new URL(await busy.listen({ port: 0, host: '127.0.0.1' }));
  const reply = fetch(new URL('/lent', url)).then(({ status }) => status, String);
  return { busy, url, reply, finish: await calls.promise };
}

it('a server that stops answers what is under way, and waits for no connection that asks for nothing', async () => {
  const { busy, url, reply, finish } = await busyServer(600_000);
  const idle = ['', 'GET /lent HTTP/1.1\r\nHost: x\r\n'].map((start) => {
    const socket = connect({ port: Number(url.port), host: url.hostname });
    socket.write(start);
    return new Promise((resolve) => socket.once('close', resolve));
  });
  await expect.poll(() => promisify(busy.server.getConnections.bind(busy.server))()).toBe(3);
  const stopped = busy.close();
  await Promise.all(idle);
  finish();
  expect(await reply).toBe(200);
  await stopped;
});

it('a server that stops ends a call that takes too long', async () => {
  const { busy, reply } = await busyServer(200);
  await busy.close();
  expect(await reply).toMatch(/fetch failed/);
});
