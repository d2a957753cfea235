import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isOrphaned } from './orphan.mjs';
import { pinnedNode, root, toolEnvironment } from './setup.mjs';

const WINDOWS = process.platform === 'win32';
const childModule = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), 'child.mjs')).href;

/** Cleans up after a killed program. */
const SETTLE = ['apps/api/src/commands/settle.ts'];
/** Ends without preparation: killed from outside, also for lack of memory, or a crash of Node. */
const UNPREPARED = ['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL'].map(
  (name) => 128 + os.constants.signals[name],
);

/**
 * Runs programs with the pinned Node until the first of them ends, then ends the others; forwards the signals of
 * this process. `.env` applies to variables that the environment does not set. A killed program leaves no database
 * server running.
 * @param programs arguments of each, relative to the repository
 * @returns {Promise<number>} the exit code of the first that ended, as a shell would give it
 */
export async function supervise(...programs) {
  const { code } = await untilOneEnds(programs);
  if (UNPREPARED.includes(code)) await untilOneEnds([SETTLE]);
  return code;
}

/** After this time a start counts as successful: what ends it later is not a wrong setting. */
const STARTED_MS = 60_000;
/** Exit code of a server whose database has moved: the next start finds it. */
const MOVED = 75;
const WITHIN_MS = 10 * 60_000;

/**
 * Runs the server, and restarts it when it ends without a request: at most `most` times in ten minutes, so that a
 * server that cannot run is not restarted for ever.
 * @param program its arguments, relative to the repository
 * @returns {Promise<number>} its exit code, as a shell would give it
 */
export async function keepServing(program, { most = 5, settle = SETTLE } = {}) {
  let deaths = [];
  for (;;) {
    const began = Date.now();
    const { code, asked } = await untilOneEnds([program]);
    const now = Date.now();
    const killed = UNPREPARED.includes(code);
    if (asked || code === 0 || (!killed && code !== MOVED && now - began < STARTED_MS)) return code;
    deaths = [...deaths.filter((at) => now - at < WITHIN_MS), now];
    if (deaths.length > most) {
      console.error(`Octroi s'est arrêté ${deaths.length} fois en dix minutes : il n'est plus redémarré.`);
      if (killed) await untilOneEnds([settle]);
      return code;
    }
    console.error(
      `Octroi s'est arrêté de lui-même (code ${code}) : redémarrage, ${deaths.length} sur ${most}.`,
    );
  }
}

/**
 * @returns {Promise<{ code: number, asked: boolean }>} asked: whether this process was signalled, and forwarded the
 * signal
 */
function untilOneEnds(programs) {
  // npm was stopped while packages were installed or the web was built: nobody could stop what starts now
  if (isOrphaned()) return Promise.resolve({ code: 128 + os.constants.signals.SIGTERM, asked: true });
  const settings = fs.existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : [];
  const children = programs.map((args) =>
    spawn(pinnedNode(), [...settings, '--import', childModule, ...args], {
      cwd: root,
      env: toolEnvironment(),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Its own group: Ctrl-C in a terminal then reaches it once, through us.
      detached: !WINDOWS,
    }),
  );
  const signal = (name) => children.forEach((child) => child.exitCode === null && child.kill(name));
  let asked = false;
  const end = (name) => {
    asked = true;
    signal(name);
  };
  const handed = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => [name, () => end(name)]);
  for (const [name, hand] of handed) process.on(name, hand);
  const unwatch = onceOrphaned(() => end('SIGTERM'));
  let first;
  const ends = children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('error', (error) => {
          console.error(error.message);
          first ??= 1;
          resolve();
        });
        child.once('exit', (code, name) => {
          first ??= code ?? 128 + (os.constants.signals[name] ?? 0);
          signal('SIGTERM');
          resolve();
        });
      }),
  );
  return Promise.all(ends).then(() => {
    unwatch();
    for (const [name, hand] of handed) process.off(name, hand);
    return { code: first, asked };
  });
}

/** Calls `then` once where the npm that started this script has gone. */
function onceOrphaned(then) {
  const timer = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(timer);
    then();
  }, 500);
  return () => clearInterval(timer);
}
