/**
 * The product behind a real pgbouncer in transaction mode. Without pgbouncer the file is not run, and `npm test` says
 * so.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { pay } from '#src/testing/caisse.ts';
import { testApp } from '#src/testing/app.ts';
import { findProgram } from '../../../../../scripts/lib/proof/debian-programs.mjs';
import { verify } from '#src/verification/verify.ts';
import { demandPooledSessions, demandRole } from './database.ts';
import { chooseAccount } from './embedded/account.ts';
import { freePort } from './embedded/process.ts';
import { temporaryFolder } from './testing/embedded.ts';
import { withConnection } from './connection.ts';

const PASSWORD = 'un-mot-de-passe-long';

/**
 * Starts pgbouncer with fewer connections than the application uses. It sets the password of the role on the server,
 * which no other test does.
 * @returns its address
 */
async function startPgbouncer(program: string, url: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const name = pathname.slice(1);
  await withConnection(url, 'octroi test', async (client) => {
    await client.query(`alter role octroi_app login password ${pg.escapeLiteral(PASSWORD)}`);
    for (const setting of [
      "timezone = 'UTC'",
      "statement_timeout = '60s'",
      "idle_in_transaction_session_timeout = '60s'",
    ])
      await client.query(`alter role octroi_app in database ${pg.escapeIdentifier(name)} set ${setting}`);
  });
  const folder = temporaryFolder();
  const listening = await freePort();
  const users = path.join(folder, 'users.txt');
  const settings = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(users, `"octroi_app" "${PASSWORD}"\n`, { mode: 0o644 });
  fs.writeFileSync(
    settings,
    [
      '[databases]',
      `${name} = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listening}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 3',
    ].join('\n'),
  );
  const account = chooseAccount(folder) ?? {};
  const child = spawn(program, ['-q', settings], { stdio: 'ignore', ...account });
  afterAll(async () => {
    child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true });
  });
  const address = new URL(url);
  address.username = 'octroi_app';
  address.password = PASSWORD;
  address.host = `127.0.0.1:${listening}`;
  let fault: unknown;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    const client = new pg.Client({ connectionString: address.href, connectionTimeoutMillis: 5_000 });
    const answered = await client.connect().then(
      () => true,
      (error: unknown) => {
        fault = error;
        return false;
      },
    );
    await client.end();
    if (answered) return address.href;
  }
  const version = spawnSync(program, ['--version']).stdout.toString();
  throw new Error(`pgbouncer does not answer: ${version}`, { cause: fault });
}

describe('behind pgbouncer in transaction mode', async () => {
  const program = findProgram('pgbouncer');
  if (!program) throw new Error('No pgbouncer: apt-get install pgbouncer');
  const octroi = await testApp({ pooler: (url) => startPgbouncer(program, url) });

  it('the checks of the start pass', async () => {
    await expect(demandRole(octroi.db)).resolves.toBeUndefined();
    await expect(demandPooledSessions(octroi.db, octroi.url)).resolves.toBeUndefined();
  });

  it('three hundred concurrent requests, a third of them payments, succeed, and the totals are right', async () => {
    const superadmin = await octroi.signIn('superadmin');
    const { body } = await superadmin.get<{ data: { id: number }[] }>('/v2/contribuables?itemperpage=100');
    const requests = body.data.flatMap(({ id }) => [
      pay(superadmin, id, 500),
      superadmin.get(`/v2/contribuables/${id}`),
      superadmin.get('/v2/transactions?itemperpage=20'),
    ]);
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses).toHaveLength(body.data.length * 3);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    expect(await verify(octroi.url, () => {})).toEqual([]);
  });
});
