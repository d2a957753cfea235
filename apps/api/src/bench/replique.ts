/**
 * `npm run epreuve:replique [-- --synchrone]`: clients pay through the product, whose database has a streaming standby;
 * the primary is killed, the standby promoted. Says what a payment costs while it waits for nothing and for the standby,
 * how long nobody could pay, and how many payments that clients were told of are gone: exit 1 where a synchronous
 * standby loses one, or where what is there is not what was told.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { command } from '#src/commands/command.ts';
import { readConfig, REPOSITORY_ROOT } from '#src/config.ts';
import { MOT_DE_PASSE_DEMO } from '#src/demo/administration/comptes.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { primaryAndStandby } from '#src/platform/database/standby-testing.ts';
import { verify } from '#src/verification/verify.ts';
import { measure } from './measure.ts';
import { faultsOf, pay, prepare, readTold } from './paying.ts';

/** Kept by the disk, as in use: only the size is a trial's. */
const SETTINGS = { shared_buffers: '256MB', max_connections: 60 };
const EVERY_MS = 50;

const run = (url: string, statement: string) =>
  withConnection(url, 'octroi-epreuve', (client) => client.query(statement));

/** The product as an operator keeps it running. */
function keepRunning(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      // not there yet
      () => false,
    );
    if (ready) return;
    await sleep(EVERY_MS);
  }
}

async function signIn(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/v2/users/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin', password: MOT_DE_PASSE_DEMO }),
  });
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface Trial {
  primary: string;
  standby: string;
  origin: string;
  say: (text: string) => void;
}

/** What a payment waits for, from now on. */
async function wait(primary: string, commit: string, names: string): Promise<void> {
  await run(primary, `alter system set synchronous_commit = '${commit}'`);
  await run(primary, `alter system set synchronous_standby_names = '${names}'`);
  await run(primary, 'select pg_reload_conf()');
}

async function timePayments({ primary, origin, say }: Trial): Promise<void> {
  const target = { origin, cookie: await signIn(origin) };
  const { rows } = await run(primary, 'select id from contribuable limit 500');
  const payers = rows.map(({ id }: { id: string }) => Number(id));
  const payment = (n: number) => ({
    path: '/v2/contribuables/transactions',
    body: { contribuable: payers[n % payers.length], montant: 500, moyenPaiement: 5 },
    headers: { 'idempotency-key': randomUUID() },
  });
  for (const [name, commit, names] of [
    ['sans attendre la réplique', 'on', ''],
    ['écrit sur la réplique', 'on', '*'],
    ['joué sur la réplique', 'remote_apply', '*'],
  ] as const) {
    await wait(primary, commit, names);
    await measure(target, payment, { count: 50, clients: 1 });
    const alone = await measure(target, payment, { count: 300, clients: 1 });
    const together = await measure(target, payment, { count: 1500, clients: 16 });
    say(
      `${name} : ${alone.p50.toFixed(1)} ms (p95 ${alone.p95.toFixed(1)}), un client ; ${together.perSecond.toFixed(0)} par seconde, 16 clients`,
    );
  }
}

/**
 * Kills the primary while clients pay, and promotes the standby.
 * @param kill ends the primary where it stands
 * @returns what is wrong with what the clients were told, in words
 */
async function losePrimary(
  { standby, origin, say }: Trial,
  { journal, clients, paiements }: { journal: string; clients: string; paiements: string },
  kill: () => void,
): Promise<string[]> {
  const graine = `replique-${Date.now()}`;
  const { over: paying } = pay({ url: origin, graine, journal, clients, paiements, secondes: '600' });
  const told = () => readTold(journal);
  while ((await told()).length < Number(paiements) / 3) await sleep(EVERY_MS);
  kill();
  const lost = performance.now();
  const before = (await told()).length;
  await run(standby, 'select pg_promote()');
  await wait(standby, 'on', '');
  const promoted = performance.now();
  while ((await told()).length <= before + Number(clients)) await sleep(EVERY_MS);
  const again = performance.now();
  await paying;
  say(
    `tué après ${before} paiements ; promue en ${Math.round(promoted - lost)} ms, paiements de nouveau au bout de ${Math.round(again - lost)} ms`,
  );
  return faultsOf(standby, graine, await told());
}

await command(async ({ args, say }) => {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '16' },
      paiements: { type: 'string', default: '3000' },
      contribuables: { type: 'string', default: '2000' },
      port: { type: 'string', default: '3992' },
      synchrone: { type: 'boolean', default: false },
    },
  });
  const { clients, paiements, contribuables, port, synchrone } = values;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'octroi-replique-'));
  await chmod(folder, 0o711);
  const servers = await primaryAndStandby(folder, SETTINGS);
  const primary = servers.primary.url();
  const standby = primary.replace(/:\d+\//, `:${servers.port()}/`);
  const trial = { primary, standby, origin: `http://127.0.0.1:${port}`, say };
  await prepare(primary, Number(contribuables), readConfig(process.env).timeZone, () => undefined);
  const end = keepRunning({
    DATABASE_URL: primary.replace(/@([^/]*)/, `@$1,127.0.0.1:${servers.port()}`),
    OCTROI_LECTURE: standby,
    OCTROI_DATA: folder,
    OCTROI_DEMO: '1',
    OCTROI_DEMO_CONTRIBUABLES: '1',
    PORT: port,
    LOG_LEVEL: 'error',
  });
  let gone: Promise<void> | undefined;
  try {
    await untilReady(trial.origin);
    await timePayments(trial);
    await wait(primary, 'on', synchrone ? '*' : '');
    const journal = path.join(folder, 'paiements');
    const faults = await losePrimary(trial, { journal, clients, paiements }, () => {
      process.kill(servers.primary.pid, 'SIGKILL');
      // its machine is gone: nobody brings it back, and there is nothing left to stop
      gone = servers.primary.stop().catch(() => undefined);
    });
    const findings = await verify(standby, () => undefined);
    for (const fault of faults) say(`  ${fault}`);
    for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
    say(
      `réplique ${synchrone ? 'synchrone' : 'asynchrone'} : ${faults.length + findings.length} différence(s).`,
    );
    return findings.length > 0 || (synchrone && faults.length > 0) ? 1 : 0;
  } finally {
    await end();
    await servers.stopStandby();
    await (gone ?? servers.primary.stop());
    await rm(folder, { recursive: true, force: true });
  }
});
