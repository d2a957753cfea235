import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { alone, identityOf } from './alone.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-alone-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const lock = path.join(folder, 'sub/lock');

test('a step waits for the process that runs it, and says which', async () => {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  fs.writeFileSync(lock, `${process.pid} ${identityOf(process.pid)}`);
  const waited = [];
  const done = await alone(
    lock,
    () => 'done',
    (pid) => {
      waited.push(pid);
      fs.rmSync(lock);
    },
  );
  expect({ done, waited }).toEqual({ done: 'done', waited: [process.pid] });
  expect(fs.existsSync(lock)).toBe(false);
});

// only Linux tells when a process began
test.runIf(process.platform === 'linux').each([
  ['another start of the machine', `${process.pid} 0123-boot/77`],
  ['an ended process', '4194304 0123-boot/77'],
])('the lock of %s is void', async (_whose, text) => {
  fs.writeFileSync(lock, text);
  const onWait = (pid) => expect.unreachable(`waits for ${pid}`);
  expect(await alone(lock, () => 'done', onWait)).toBe('done');
});
