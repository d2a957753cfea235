/** Rounds whose disks fail: the product goes on, and the operator is told. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { placesElsewhere } from '../elsewhere.ts';
import { minutesElsewhere, startMinutes } from './rounds.ts';

const home = temporaryFolder();
afterEach(() => vi.restoreAllMocks());

test('an unreadable folder neither stops the product nor stays hidden', async () => {
  const folder = path.join(home, 'minute');
  fs.mkdirSync(folder);
  vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
    throw Object.assign(new Error('i/o error'), { code: 'EIO' });
  });
  const reports: string[] = [];
  const rounds = startMinutes({
    plan: {
      url: 'postgres://octroi@127.0.0.1:1/octroi',
      cluster: path.join(home, 'pg'),
      folder,
      days: 7,
      publicKey: undefined,
      timeZone: 'Africa/Niamey',
    },
    elsewhere: {},
    hour: 2,
    report: (faults) => reports.push(faults),
  });
  vi.restoreAllMocks();
  await expect.poll(() => reports.length, { timeout: 20_000 }).toBe(1);
  await rounds.stop();
});

test('a copy disk that refuses its folder is a fault of the copy, not of the start', async () => {
  const disk = path.join(home, 'usb');
  fs.mkdirSync(disk);
  fs.writeFileSync(path.join(disk, 'minute'), '');
  const elsewhere = minutesElsewhere({ copyFolder: disk, s3: undefined } as never);
  const [place] = placesElsewhere(elsewhere);
  await expect(place?.list()).rejects.toThrow('minute');
  fs.rmSync(path.join(disk, 'minute'));
  // a disk that is mounted later, or a new one
  await expect(place?.list()).resolves.toEqual([]);
});

test('the folder of the copies is not made while their disk is away', async () => {
  const disk = path.join(home, 'absent');
  const [place] = placesElsewhere(minutesElsewhere({ copyFolder: disk, s3: undefined } as never));
  await expect(place?.list()).rejects.toThrow(/Le disque est-il monté/);
  expect(fs.existsSync(disk)).toBe(false);
});
