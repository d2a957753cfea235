import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer, type Server } from './server.ts';
import { serveWeb } from './web.ts';

let around: string;
let folder: string;
let app: Server;
const put = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);

beforeEach(async () => {
  around = mkdtempSync(path.join(os.tmpdir(), 'octroi-web-'));
  folder = path.join(around, 'dist');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  put('index.html', '<p>un</p>');
  put('assets/app-1.js', 'un');
  app = await createServer({ logger: false, trustProxy: false });
  await serveWeb(app, folder);
});
afterEach(async () => {
  await app.close();
  rmSync(around, { recursive: true, force: true });
});

test('every address of a screen answers with the page, which no cache may keep', async () => {
  for (const url of ['/', '/login', '/contribuables/profile/3?onglet=echeances']) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([
      200,
      '<p>un</p>',
      'no-cache',
    ]);
  }
});

test('a file named by its content is kept for good', async () => {
  const { body, headers } = await app.inject('/assets/app-1.js');
  expect([body, headers['cache-control']]).toEqual(['un', 'public, max-age=31536000, immutable']);
});

test('what is built while the server runs is served at once', async () => {
  put('assets/app-2.js', 'deux');
  put('index.html', '<p>deux</p>');
  expect((await app.inject('/assets/app-2.js')).body).toBe('deux');
  expect((await app.inject('/taxes')).body).toBe('<p>deux</p>');
});

test.each(['/v2/nulle-part', '/uploads/x', '/assets/absent.js', '/../voisin.txt', '/..%2fvoisin.txt'])(
  '%s is told as an error, never as a page or a file beside the build',
  async (url) => {
    put('../voisin.txt', 'à nul autre');
    const { statusCode, headers, body } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).not.toContain('à nul autre');
  },
);
