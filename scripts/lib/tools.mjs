// Programs that a proof runs with the pinned Node: what each says, and that none outlives the proof.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { pinnedNode, root, toolEnvironment } from './setup.mjs';

const running = new Set();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => {
    for (const child of running) child.kill(name);
    process.exitCode = 128 + os.constants.signals[name];
    stopped = true;
  });
}
let stopped = false;

/**
 * @param live shows what it says while it says it
 * @returns {Promise<{ code: number, output: string }>} its exit code, and what it said where that was not shown
 */
export function runTool(args, { live = false, env = {} } = {}) {
  if (stopped) return Promise.resolve({ code: 1, output: '' });
  return new Promise((resolve) => {
    const child = spawn(pinnedNode(), args, {
      cwd: root,
      env: toolEnvironment(live ? env : { NO_COLOR: '1', ...env }),
      stdio: ['ignore', ...(live ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    });
    running.add(child);
    const said = [];
    child.stdout?.on('data', (chunk) => said.push(chunk));
    child.stderr?.on('data', (chunk) => said.push(chunk));
    const end = (code, more = '') => {
      running.delete(child);
      resolve({ code, output: `${Buffer.concat(said).toString()}${more}`.trimEnd() });
    };
    child.once('error', (error) => end(1, error.message));
    child.once('close', (code) => end(code ?? 1));
  });
}
