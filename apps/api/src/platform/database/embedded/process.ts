import { spawn, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** The embedded server cannot serve; `message` tells the operator (in French) what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** The operating system's account that PostgreSQL runs as; absent: the process's own. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

interface RunOptions {
  account?: Account | undefined;
  cwd?: string;
  /** 'ignore' for what leaves a server behind: an inherited pipe would stay open as long as the server. */
  stdio?: StdioOptions;
}

/** PostgreSQL's messages are read here, so they are asked for in English; no PG* variable may lead it astray. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^PG[A-Z]/.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}

/** Runs a program to its end. A program that cannot be started at all has code -1 and says why in `output`. */
export function run(program: string, args: readonly string[], { account, cwd, stdio }: RunOptions = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: cwd ?? '/',
      env: environment(),
      stdio: stdio ?? ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ code: -1, output: `${program}: ${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

/** A port of the loopback that is free at this moment; another program may take it before the server does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** What the server wrote about itself when it started; nothing when it stopped cleanly or never ran. */
export function readPidFile(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const lines = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/**
 * Removes a `postmaster.pid` that would keep the server from starting although none runs: its number belongs to a
 * zombie (a container whose first process reaps nothing) or meanwhile to another program. Should a server
 * still run after all, its shared memory keeps a second one from the data.
 */
export async function dropStalePidFile(dataDir: string): Promise<void> {
  const left = readPidFile(dataDir);
  if (!left || process.platform === 'win32' || !isAlive(left.pid)) return;
  if (await isPostmasterOf(left.pid, dataDir)) return;
  fs.rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isPostmasterOf(pid: number, dataDir: string): Promise<boolean> {
  let state: string;
  let program: string;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    [, program = '', state = ''] = /\((.*)\) (\S)/s.exec(stat) ?? [];
  } catch {
    const { output } = await run('ps', ['-o', 'stat=,comm=', '-p', String(pid)]);
    [, state = '', program = ''] = /^\s*(\S+)\s+(.*)/.exec(output) ?? [];
  }
  if (state.startsWith('Z') || !/postgres/.test(program)) return false;
  try {
    // A postmaster works in its data folder: another cluster's may have been given the number.
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataDir);
  } catch {
    return true;
  }
}
