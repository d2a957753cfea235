/** Output of a first start, which creates the database and loads the demonstration. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';

it('a start does not add movements to the totals before the demonstration is loaded', async () => {
  const folder = temporaryFolder();
  const product = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      OCTROI_DATA: folder,
      OCTROI_DEMO_CONTRIBUABLES: '300',
      LOG_LEVEL: 'warn',
      // every statement counts as slow, and is logged
      OCTROI_REQUETES_LENTES: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise((resolve) => product.once('exit', resolve));
  for (const stream of [product.stdout, product.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/Octroi répond/.test(said)) product.kill('SIGTERM');
    });
  await ended;
  fs.rmSync(folder, { recursive: true, force: true });
  const [, loading] = /données de démonstration…([^]*)Données de démonstration : chargées/.exec(said) ?? [];
  expect(loading, said).toBeDefined();
  expect(loading).not.toMatch(/mouvement_en_attente|attente_|replier_totaux/);
}, 240_000);
