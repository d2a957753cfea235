/**
 * The guide's update and its way back, as they stand in docs/installation.md: each line is run by a shell in which
 * `sudo` is nothing, `systemctl` starts and stops the product of a clone (which no npm has started), and the three paths
 * are the test's own.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './lib/setup.mjs';

const around = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-mise-a-jour-'));
fs.chmodSync(around, 0o711); // the database's account must be able to pass
const [data, settings, pidFile] = ['donnees', 'octroi.env', 'pid'].map((name) => path.join(around, name));
// on the disk of the packages, which are lent by hard links
const ignored = path.join(root, '.vitest');
fs.mkdirSync(ignored, { recursive: true });
const clones = fs.mkdtempSync(path.join(ignored, 'mise-a-jour-'));
const [upstream, program] = ['depot', 'srv'].map((name) => path.join(clones, name));
const FIXTURE = path.join(root, 'apps/api/src/commands/testing/version-0.2.octroi');

const git = (cwd, ...args) =>
  execFileSync('git', ['-c', 'user.name=essai', '-c', 'user.email=essai@octroi.test', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();

/** The blocks of commands of the guide's last chapter: the update, then the way back. */
const [update, wayBack] = fs
  .readFileSync(path.join(root, 'docs/installation.md'), 'utf8')
  .split('## Mettre à jour, revenir en arrière')[1]
  .matchAll(/```sh\n([^]*?)```/g)
  .map(([, commands]) => commands)
  .toArray();

/** @returns what the shell printed */
function run(commands) {
  const placed = commands
    .replaceAll('/srv/octroi', program)
    .replaceAll('/var/lib/octroi', data)
    .replaceAll('/etc/octroi.env', settings);
  const { status, stdout, stderr } = spawnSync(
    'bash',
    [
      '-euo',
      'pipefail',
      '-c',
      `export OCTROI_REGLAGES=${settings} OCTROI_DATA=${data}
       sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }
       systemctl() {
         if [ "$1" = stop ]; then
           pid=$(cat ${pidFile}); kill "$pid"; while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
         else
           env -u npm_lifecycle_event $(cat ${settings}) NODE_ENV=production node ${program}/scripts/start.mjs > ${around}/log 2>&1 &
           echo $! > ${pidFile}
           until curl -fsS "$(sed -n 's/^OCTROI_URL=//p' ${settings})/ready" > /dev/null 2>&1; do kill -0 $!; sleep 0.2; done
         fi
       }
       ${placed}`,
    ],
    { cwd: around, encoding: 'utf8' },
  );
  const log = fs.existsSync(`${around}/log`) ? fs.readFileSync(`${around}/log`, 'utf8') : '';
  expect(status, `${stdout}\n${stderr}\n${log}`).toBe(0);
  return stdout;
}

const command = (words) => run(`sudo /srv/octroi/deploy/octroi ${words}`);
const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
/** What is installed and built here, so that the test's minutes go into the guide. */
function lend(folder) {
  if (fs.existsSync(path.join(root, folder)))
    execFileSync('cp', ['-al', path.join(root, folder), path.join(program, folder)]);
}

afterAll(() => {
  if (fs.existsSync(pidFile)) {
    const pid = fs.readFileSync(pidFile, 'utf8').trim();
    spawnSync('bash', ['-c', `kill ${pid}; while kill -0 ${pid}; do sleep 0.1; done`]);
  }
  for (const folder of [around, clones]) fs.rmSync(folder, { recursive: true, force: true });
}, 300_000);

test('an installation is updated and brought back by the commands of the guide, with a clean checkout', async () => {
  const port = await freePort();
  fs.writeFileSync(
    settings,
    `OCTROI_URL=http://127.0.0.1:${port}\nPORT=${port}\nOCTROI_SANS_HTTPS=1\nOCTROI_BACKUP_HEURE=non\nLOG_LEVEL=warn\n`,
  );
  git(around, 'clone', '-q', root, upstream);
  // also where the repository has no branch checked out
  git(upstream, 'checkout', '-q', '-B', 'main');
  git(around, 'clone', '-q', upstream, program);
  for (const folder of ['node_modules', 'apps/web/dist', 'apps/terrain/dist']) lend(folder);
  // as on a machine whose packages were never installed by this clone
  fs.rmSync(path.join(program, 'node_modules/.octroi-install'), { force: true });
  run('cd /srv/octroi && npm run installer');
  expect(git(program, 'status', '--porcelain')).toBe('');
  run(`mkdir -p /var/lib/octroi && systemctl start octroi && systemctl stop octroi`);
  command(`restore -- ${FIXTURE} --force`);
  run('systemctl start octroi');
  const from = git(program, 'rev-parse', 'HEAD');

  // the next version: a table more
  const sql = path.join(upstream, 'apps/api/database');
  const [number] = fs
    .readdirSync(path.join(sql, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1)
    .split('_');
  const next = `${String(Number(number) + 1).padStart(4, '0')}_essai.sql`;
  for (const file of [`migrations/${next}`, 'schema/99-essai.sql'])
    fs.writeFileSync(path.join(sql, file), 'create table essai (id integer primary key);\n');
  git(upstream, 'add', '-A');
  git(upstream, 'commit', '-qm', 'the next version');

  expect(run(update)).toContain(from);
  expect(git(program, 'rev-parse', 'HEAD')).toBe(git(upstream, 'rev-parse', 'HEAD'));
  expect(git(program, 'status', '--porcelain')).toBe('');
  expect(command('verify')).toContain('Aucune différence');

  expect(run(wayBack.replace('VERSION-NOTEE', from))).toContain('Restauré');
  expect(git(program, 'rev-parse', 'HEAD')).toBe(from);
  expect(git(program, 'status', '--porcelain')).toBe('');
  expect(command('verify')).toContain('Aucune différence');
}, 600_000);
