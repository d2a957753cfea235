import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { createServer } from './server.ts';

const server = await createServer({
  logger: false,
  patience: { headers: 1500, request: 2500, every: 200, connections: 320 },
});
server.get('/essai', () => ({ ok: true }));
server.post('/essai', () => ({ ok: true }));
const address = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
const open: Socket[] = [];
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.close();
});

/** Sends `start`, then a sign at a time, for as long as it may; nothing at all after an empty one. @returns what it was told */
async function trickle(start: string): Promise<string> {
  // its own side stays open whatever it is told, until it sends something where nobody is
  const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: start !== '' });
  open.push(socket);
  let told = '';
  socket.on('data', (chunk) => (told += String(chunk)));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(start);
  const more = start === '' ? undefined : setInterval(() => socket.write('x'), 100);
  await closed;
  clearInterval(more);
  return told;
}
const connections = promisify(server.server.getConnections.bind(server.server));
const asked = async (): Promise<number> => (await fetch(new URL('/essai', address))).status;

it('hundreds of connections that trickle are hung up on, and others are answered meanwhile', async () => {
  const heads = Array.from({ length: 150 }, () => trickle('GET /essai HTTP/1.1\r\nHost: x\r\nX-Lent: '));
  const silent = Array.from({ length: 50 }, () => trickle(''));
  const bodies = Array.from({ length: 100 }, () =>
    trickle(
      'POST /essai HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
    ),
  );
  await expect.poll(() => connections()).toBeGreaterThan(250);
  expect(await asked()).toBe(200);
  const told = await Promise.all([...heads, ...silent, ...bodies]);
  expect(await asked()).toBe(200);
  expect(told.filter((answer) => /^HTTP\/1.1 408 requete.lente/.test(answer)).length).toBeGreaterThan(200);
}, 60_000);

it('more connections than there is room for are hung up on at once, and there is room again', async () => {
  const many = Array.from({ length: 400 }, () => trickle('GET /essai HTTP/1.1\r\n'));
  const first = await Promise.race(many);
  expect(first).toBe('');
  await Promise.all(many);
  expect(await asked()).toBe(200);
}, 60_000);

it('a person on a slow line has the time that it takes', async () => {
  const { server: usual } = await createServer({ logger: false });
  expect([usual.headersTimeout, usual.requestTimeout, usual.maxConnections]).toEqual([15_000, 300_000, 5000]);
});
