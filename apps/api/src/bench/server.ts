/** Starts the product, or the baseline, in a separate process. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY_ROOT } from '#src/config.ts';

/** Text that a server prints once it answers. */
export const READY = 'Octroi répond';

/** URL of a module of `scripts/lib`. */
const script = (name: string): string => pathToFileURL(path.join(REPOSITORY_ROOT, 'scripts/lib', name)).href;
const { SERVER } = (await import(script('server.mjs'))) as { SERVER: readonly string[] };

export interface Server {
  pid: number;
  /** Milliseconds until it answers. */
  ready: Promise<number>;
  /** Stops it normally, or at once by SIGKILL. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export function startProcess(args: readonly string[], env: Record<string, string> = {}): Server {
  const started = performance.now();
  // an interrupted program stops its servers
  const child = spawn(process.execPath, ['--import', script('child.mjs'), ...args], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes(READY)) resolve(performance.now() - started);
    });
    child.on('exit', (code) => reject(new Error(`le serveur s'est arrêté (${code})`)));
  });
  return {
    pid: child.pid ?? 0,
    ready,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

export const startServer = (dataDir: string, port: string): Server =>
  startProcess(SERVER, {
    PORT: port,
    OCTROI_DATA: dataDir,
    OCTROI_DEMO: '1',
    OCTROI_DEMO_CONTRIBUABLES: '1',
    LOG_LEVEL: 'error',
  });
