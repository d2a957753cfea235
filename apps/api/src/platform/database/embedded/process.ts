import { spawn, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** The embedded server cannot run; `message` tells the operator (in French) what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** The operating system's account for PostgreSQL; absent: that of this process. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

interface RunOptions {
  account?: Account | undefined;
  cwd?: string;
  /** 'ignore' for a program that leaves a server running: an inherited pipe would stay open as long as the server. */
  stdio?: StdioOptions;
}

/**
 * PostgreSQL's messages are parsed, so they must be English; PG* variables of the operator must not change its
 * behaviour.
 */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^PG[A-Z]/.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}

/** Runs a program to its end. If it cannot be started, the code is -1 and `output` says why. */
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

/** A port of the loopback that is free now; another program may take it before the server does. */
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

/** Process and port in the server's `postmaster.pid`; absent if the server stopped cleanly or never ran. */
export function readPidFile(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const lines = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/**
 * Removes a `postmaster.pid` that would prevent a start although no server runs: its number belongs to a zombie (a
 * container whose first process reaps nothing) or to another program. If a server does run, its shared memory prevents
 * a second one.
 */
export async function dropStalePidFile(dataDir: string): Promise<void> {
  const pidFile = readPidFile(dataDir);
  if (!pidFile || process.platform === 'win32' || !isAlive(pidFile.pid)) return;
  if (await isPostmasterOf(pidFile.pid, dataDir)) return;
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

/** Whether the process is a server, and of that very folder. */
export async function isPostmasterOf(pid: number, dataDir: string): Promise<boolean> {
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
    // The working folder of a postmaster is its data folder: the number may belong to another cluster's server.
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataDir);
  } catch {
    return true;
  }
}
