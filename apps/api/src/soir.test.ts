/* An evening of synchronising phones, with the server killed twice; CLIENTS and COMMANDES set the size. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { freePort } from '#src/testing/process.ts';
import { verify } from '#src/verification/verify.ts';
import { runEvening } from './testing/phones/evening.ts';

const CLIENTS = Number(process.env['CLIENTS'] ?? 10);
const COMMANDES = Number(process.env['COMMANDES'] ?? 600);
const octroi = await testApp();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'octroi-soir-'));
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

it(
  'commands of a day sent by all devices at once are neither lost nor repeated, even if the server is killed twice',
  async () => {
    vi.stubEnv('DATABASE_URL', octroi.url);
    const said: string[] = [];
    const { comparison, commandes } = await runEvening({
      url: octroi.url,
      dataDir,
      port: String(await freePort()),
      clients: CLIENTS,
      commandes: COMMANDES,
      graine: 1,
      say: (text) => void said.push(text),
    });
    expect(comparison).toEqual({ lost: 0, repeated: 0, different: 0, gaps: 0 });
    expect(commandes).toBe(COMMANDES);
    expect(said.filter((text) => text.startsWith('kill -9'))).toHaveLength(2);
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  },
  240_000 + 20 * COMMANDES,
);
