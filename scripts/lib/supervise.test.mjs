import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { keepServing } from './supervise.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-supervise-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
vi.spyOn(console, 'error').mockReturnValue();

/** A program that notes each of its starts, then does what `then` says, in which `starts` counts them. */
function program(name, then) {
  const file = path.join(folder, `${name}.mjs`);
  const noted = path.join(folder, name);
  fs.writeFileSync(
    file,
    `import fs from 'node:fs';
     fs.appendFileSync(${JSON.stringify(noted)}, '.');
     const starts = fs.readFileSync(${JSON.stringify(noted)}, 'utf8').length;
     ${then}`,
  );
  const starts = () => (fs.existsSync(noted) ? fs.readFileSync(noted, 'utf8').length : 0);
  return { run: [file], starts };
}
const KILLED = "process.kill(process.pid, 'SIGKILL');";

test('a killed server is restarted', async () => {
  const server = program('killed', `if (starts < 3) ${KILLED}`);
  expect(await keepServing(server.run)).toBe(0);
  expect(server.starts()).toBe(3);
});

test('a server that ends too often is not restarted, and its database is stopped', async () => {
  const [server, settle] = [program('dying', KILLED), program('settle', '')];
  expect(await keepServing(server.run, { most: 2, settle: settle.run })).toBe(137);
  expect([server.starts(), settle.starts()]).toEqual([3, 1]);
});

test('a server that could not start is not restarted, since its setting is still wrong', async () => {
  const server = program('refusing', 'process.exit(1);');
  expect(await keepServing(server.run)).toBe(1);
  expect(server.starts()).toBe(1);
});

test('a server that ends because its database has moved is restarted', async () => {
  const server = program('moving', 'process.exit(starts < 2 ? 75 : 0);');
  expect(await keepServing(server.run)).toBe(0);
  expect(server.starts()).toBe(2);
});

test('a server that was asked to end is not restarted', async () => {
  const server = program('ending', `process.kill(process.ppid, 'SIGHUP'); setInterval(() => {}, 1000);`);
  expect(await keepServing(server.run)).toBe(129);
  expect(server.starts()).toBe(1);
});
