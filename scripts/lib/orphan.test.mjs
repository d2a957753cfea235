import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isLost } from './orphan.mjs';

const commands = (known) => (pid) => known[pid];

test.each([
  ['npm', [40, 30], { 40: 'npm start', 30: '-bash' }, false],
  ['npm through a shell', [40, 30], { 40: 'sh -c node scripts/start.mjs', 30: 'npm start' }, false],
  ['npm that is the first process of a container', [1, 0], { 1: 'npm start' }, false],
  ['npm that a service manager started', [40, 1], { 40: 'npm start', 1: '/sbin/init' }, false],
  ['another package manager', [40, 1], { 40: 'node /usr/bin/yarn start', 1: 'init' }, false],
  ['a shell that npm once started', [40, 30], { 40: '-bash', 30: 'sshd' }, false],
  ['a system that does not tell', [1, undefined], {}, false],
  ['nobody any more', [1, 0], { 1: '/sbin/init' }, true],
  ['a shell alone', [40, 1], { 40: 'sh -c node scripts/start.mjs', 1: '/sbin/init' }, true],
])('a script started by %s is distinguished from one whose npm has gone', (_who, line, known, lost) => {
  expect(isLost(line, commands(known))).toBe(lost);
});

// only Linux tells the command of a process
test.runIf(process.platform === 'linux')(
  'no process started by npm outlives it, even if npm is stopped at once',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-orphan-'));
    const alive = path.join(folder, 'alive');
    const supervise = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), 'supervise.mjs'));
    const server = path.join(folder, 'server.mjs');
    fs.writeFileSync(
      server,
      `import fs from 'node:fs';
       fs.writeFileSync(${JSON.stringify(alive)}, String(process.pid));
       process.on('SIGTERM', () => { fs.rmSync(${JSON.stringify(alive)}); process.exit(0); });
       setInterval(() => {}, 1000);`,
    );
    fs.writeFileSync(
      path.join(folder, 'start.mjs'),
      `const { keepServing } = await import(${JSON.stringify(supervise.href)});
       await keepServing([${JSON.stringify(server)}]);
       (await import('node:fs')).writeFileSync(${JSON.stringify(path.join(folder, 'ended'))}, '');`,
    );
    fs.writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ private: true, scripts: { start: 'node start.mjs' } }),
    );
    // the script's process shows its start: npm is stopped as soon as it exists
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    await expect.poll(() => startedBy(folder), { timeout: 60_000, interval: 5 }).not.toBeUndefined();
    npm.kill('SIGKILL');
    await expect
      .poll(() => fs.existsSync(path.join(folder, 'ended')) && !fs.existsSync(alive), { timeout: 60_000 })
      .toBe(true);
    fs.rmSync(folder, { recursive: true });
  },
);

/** The process of a folder's script. */
function startedBy(folder) {
  return fs.readdirSync('/proc').find((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        fs.readlinkSync(`/proc/${pid}/cwd`) === folder &&
        fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs')
      );
    } catch {
      // it has ended meanwhile
      return false;
    }
  });
}
