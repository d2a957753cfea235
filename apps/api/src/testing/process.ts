/** The product in a separate process on the database of a test, to be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach } from 'vitest';

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Stopped after each test. `url` is the same for all starts. */
export async function serverProcess(database: string) {
  const data = await mkdtemp(path.join(os.tmpdir(), 'octroi-agent-'));
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: database,
        PORT: String(port),
        OCTROI_DATA: data,
        OCTROI_DEMO: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (text: Buffer) => text.includes('Octroi répond') && resolve());
      child.on('exit', (code) => reject(new Error(`the server ended (${code})`)));
    });
  }
  async function stop(signal: NodeJS.Signals): Promise<void> {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill(signal);
    await ended;
  }
  afterEach(() => stop('SIGTERM'));
  afterAll(() => rm(data, { recursive: true, force: true }));
  return { url: `http://127.0.0.1:${port}`, start, stop };
}
