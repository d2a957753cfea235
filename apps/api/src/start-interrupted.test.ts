/** Stopping the product during its start leaves no database server running. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readPidFile } from '#src/platform/database/embedded/process.ts';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['while its database is made', /Création de la base/],
  ['while the demonstration is loaded', /démonstration/i],
  ['as soon as it serves', /Octroi répond/],
])(
  '%s',
  async (_when, words) => {
    const folder = temporaryFolder();
    folders.push(folder);
    const product = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        OCTROI_DATA: folder,
        OCTROI_DEMO_CONTRIBUABLES: '20',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const ended = new Promise((resolve) => product.once('exit', (code, signal) => resolve(signal ?? code)));
    for (const stream of [product.stdout, product.stderr])
      stream.on('data', (chunk: Buffer) => {
        const before = words.test(said);
        said += chunk.toString();
        if (!before && words.test(said)) product.kill('SIGTERM');
      });
    expect(await ended, said).toBe(0);
    expect(said).toMatch(words);
    expect(readPidFile(path.join(folder, 'pg'))).toBeUndefined();
  },
  240_000,
);
