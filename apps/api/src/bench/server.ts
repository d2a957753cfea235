/** The product in a process of its own, as an operator starts it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY_ROOT } from '#src/config.ts';

/** A file of `scripts/lib`, to be imported. */
export const script = (name: string): string =>
  pathToFileURL(path.join(REPOSITORY_ROOT, 'scripts/lib', name)).href;
const { SERVER } = (await import(script('server.mjs'))) as { SERVER: readonly string[] };

export interface Server {
  pid: number;
  /** Milliseconds until it answered. */
  ready: Promise<number>;
  /** Ends it in its own order, or, by SIGKILL, where it stands. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export function startServer(dataDir: string, port: string): Server {
  const started = performance.now();
  // a bench that is interrupted takes its server along
  const withUs = ['--import', script('child.mjs')];
  const child = spawn(process.execPath, [...withUs, ...SERVER], {
    cwd: REPOSITORY_ROOT,
    env: {
      ...process.env,
      PORT: port,
      OCTROI_DATA: dataDir,
      OCTROI_DEMO: '1',
      OCTROI_DEMO_CONTRIBUABLES: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Octroi répond')) resolve(performance.now() - started);
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
