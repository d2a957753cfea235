import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { limitLog } from './log.ts';
import { temporaryFolder } from '../testing/embedded.ts';

it('keeps the ten latest files of the server’s log, and all other files', async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true }));
  const folder = path.join(dataDir, 'log');
  fs.mkdirSync(folder);
  const file = (name: string, age: number): void => {
    fs.writeFileSync(path.join(folder, name), name);
    fs.utimesSync(path.join(folder, name), new Date(), new Date(Date.now() - age * 1000));
  };
  file('postgresql-Mon.log', 500);
  for (let n = 0; n < 12; n++) file(`postgresql-20260101-0000${n + 10}.log`, 100 - n);
  file('autre.txt', 900);
  limitLog(dataDir);
  await expect
    .poll(() => fs.readdirSync(folder).toSorted())
    .toEqual(['autre.txt', ...Array.from({ length: 10 }, (_, n) => `postgresql-20260101-0000${n + 12}.log`)]);
  limitLog(path.join(dataDir, 'absent'));
});
