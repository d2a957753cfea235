// deploy/octroi: a command of the product with the settings of the service.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './lib/setup.mjs';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi deploy é-'));
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));
const settings = path.join(home, 'octroi.env');
const data = path.join(home, 'donnees');

/** Only `PATH` of this environment is passed on, as by sudo. */
function run(lines, ...args) {
  fs.writeFileSync(settings, lines.join('\n'));
  const { status, stdout, stderr } = spawnSync(path.join(root, 'deploy/octroi'), args, {
    env: { PATH: process.env.PATH, OCTROI_REGLAGES: settings },
    cwd: home,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
const SETTINGS = [
  '# réglages de la commune',
  '',
  'OCTROI_URL="https://octroi.example"',
  'OCTROI_SMS_ORANGE=Basic YWJjZGVmZ2hpamtsbW5vcA==',
  "OCTROI_SMS_EXPEDITEUR='+2270000'",
  `OCTROI_DATA=${data}`,
];

test('takes settings with spaces, quotes and comments', () => {
  fs.mkdirSync(data);
  const { status, output } = run(SETTINGS, 'verify');
  expect(output).toContain(`Il n’y a pas de base dans ${data}`);
  expect(status).toBe(1);
  expect(run([...SETTINGS, 'OCTROI_SMS_NOM=un nom bien trop long'], 'verify').output).toContain(
    'OCTROI_SMS_NOM vaut « un nom bien trop long »',
  );
});

test('reads a file of the caller’s folder, with or without the two dashes of npm', () => {
  for (const args of [
    ['backup:cle', 'a.cle'],
    ['backup:cle', '--', 'b.cle'],
  ])
    expect(run(SETTINGS, ...args)).toMatchObject({ status: 0 });
  expect(fs.readdirSync(home)).toEqual(expect.arrayContaining(['a.cle', 'b.cle']));
});

test('refuses a data folder that is not there, as while its disk is not mounted', () => {
  const { status, output } = run([`OCTROI_DATA=${data}.absent`], 'verify');
  expect(output).toContain('monté');
  expect(status).toBe(1);
});

test.runIf(process.getuid?.() === 0)('runs under the account that owns the data', () => {
  fs.chmodSync(home, 0o755);
  const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
  fs.chownSync(data, nobody, nobody);
  fs.chmodSync(data, 0o700);
  expect(run(SETTINGS, 'backup:cle', path.join(data, 'c.cle'))).toMatchObject({ status: 0 });
  expect(fs.statSync(path.join(data, 'c.cle')).uid).toBe(nobody);
});
