import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as resources from '@octroi/contract/resources';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer, type Server } from './server.ts';
import { serveWeb } from './web.ts';

let around: string;
let folder: string;
let terrain: string;
let app: Server;
const put = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);

beforeEach(async () => {
  around = mkdtempSync(path.join(os.tmpdir(), 'octroi-web-'));
  folder = path.join(around, 'dist');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  put('index.html', '<p>un</p>');
  put('assets/app-1.js', 'un');
  terrain = path.join(around, 'terrain');
  mkdirSync(terrain);
  put('../terrain/index.html', '<p>terrain</p>');
  put('../terrain/sw.js', 'travailleur');
  app = await createServer({ logger: false, trustProxy: 0 });
  const sounds = path.join(around, 'voix');
  mkdirSync(path.join(sounds, 'ha'), { recursive: true });
  put('../voix/ha/carte-1.mp3', 'son');
  await serveWeb(app, folder, terrain, sounds);
});
afterEach(async () => {
  await app.close();
  rmSync(around, { recursive: true, force: true });
});

test('every screen address answers with the page, uncached', async () => {
  for (const url of ['/', '/login', '/contribuables/profile/3?onglet=echeances']) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([
      200,
      '<p>un</p>',
      'no-cache',
    ]);
  }
});

test('a HEAD request for the page of either application is answered', async () => {
  for (const url of ['/', '/terrain/']) {
    const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url });
    expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  }
});

type Pair = [string, string];

test('a list’s address with any query answers with the page', async () => {
  const columns = Object.values(resources).flatMap(({ filterFields }) => Object.keys(filterFields));
  const screen = fc
    .array(fc.stringMatching(/^[a-z][a-z-]{0,12}$|^\d{1,6}$/), { maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`)
    .filter((address) => !/^\/(v2|uploads|docs|health|ready|metrics|terrain)(\/|$)/.test(address));
  const parameter = fc.oneof(
    fc.constantFrom(...columns).map((column): Pair => ['orderBy', column]),
    fc
      .record({
        column: fc.constantFrom(...columns),
        operator: fc.constant('eq'),
        x: fc.oneof(fc.string(), fc.constantFrom('12.5', 'a.b@octroi.test', 'photo.jpg', '/v2/x?y=1')),
      })
      .map((row): Pair => ['f', JSON.stringify([row])]),
    fc.tuple(fc.constantFrom('dates', 'page', 'from', 'ms', 'x.y'), fc.string()),
  );
  // as encoded by a browser, and as typed or pasted by a person
  const written = fc.constantFrom(
    (pairs: Pair[]) => new URLSearchParams(pairs).toString(),
    (pairs: Pair[]) => pairs.map(([name, value]) => `${name}=${encodeURI(value)}`).join('&'),
  );
  await fc.assert(
    fc.asyncProperty(
      screen,
      fc.array(parameter, { maxLength: 4 }),
      written,
      async (address, pairs, write) => {
        const reply = await app.inject(`${address}?${write(pairs)}`);
        expect([reply.statusCode, reply.body]).toEqual([200, '<p>un</p>']);
      },
    ),
    { examples: [['/users', [['orderBy', 'user.email']], (pairs) => new URLSearchParams(pairs).toString()]] },
  );
});

test('a file with a hash in its name is cached for ever', async () => {
  const { body, headers } = await app.inject('/assets/app-1.js');
  expect([body, headers['cache-control']]).toEqual(['un', 'public, max-age=31536000, immutable']);
});

test('the agents’ application is served, with its service worker uncached', async () => {
  for (const url of ['/terrain/', '/terrain/fiche', '/terrain/?source=accueil'])
    expect((await app.inject(url)).body).toBe('<p>terrain</p>');
  const { body, headers } = await app.inject('/terrain/sw.js');
  expect([body, headers['cache-control']]).toEqual(['travailleur', 'no-cache']);
  const { statusCode, headers: led } = await app.inject('/terrain');
  expect([statusCode, led.location]).toEqual([308, '/terrain/']);
  expect((await app.inject('/terrain/absent.js')).statusCode).toBe(404);
});

test('no folder is listed', async () => {
  for (const url of ['/assets', '/assets/']) expect((await app.inject(url)).body).not.toContain('app-1.js');
});

test('a build made while the server runs is served at once', async () => {
  put('assets/app-2.js', 'deux');
  put('index.html', '<p>deux</p>');
  expect((await app.inject('/assets/app-2.js')).body).toBe('deux');
  expect((await app.inject('/taxes')).body).toBe('<p>deux</p>');
});

test.each([
  '/v2/nulle-part',
  '/v2?page=1',
  '/assets/absent.js?v=1.2',
  '/uploads/x',
  '/metrics',
  '/assets/absent.js',
  '/.git/config',
  '/assets/.env',
  '/../voisin.txt',
  '/..%2fvoisin.txt',
])('%s is an error, not a page or a file outside the build', async (url) => {
  put('../voisin.txt', 'à nul autre');
  const { statusCode, headers, body } = await app.inject(url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(body).not.toContain('à nul autre');
});

test('a sound that the operator added is served to phones, and a missing one is an error', async () => {
  const { statusCode, body, headers } = await app.inject('/terrain/voix/ha/carte-1.mp3');
  expect([statusCode, body, headers['content-type']]).toEqual([200, 'son', 'audio/mpeg']);
  expect((await app.inject('/terrain/voix/fr/carte-1.mp3')).statusCode).toBe(404);
});
