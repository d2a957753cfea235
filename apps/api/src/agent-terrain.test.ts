/* The field agent's program against the product in a process of its own, which is killed in the middle of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { ask } from '#src/testing/books.ts';
import { account } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/drift.ts';
import { collect, work } from '../../../scripts/agent-terrain.mjs';

const { url: database } = await testApp();
const { pool } = openPool(database, () => undefined, 2);
const data = await mkdtemp(path.join(os.tmpdir(), 'octroi-agent-'));
let server: ChildProcess | undefined;
afterEach(() => stop('SIGTERM'));
afterAll(async () => {
  await pool.end();
  await rm(data, { recursive: true, force: true });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function start(port: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: database,
      PORT: String(port),
      OCTROI_DATA: data,
      OCTROI_DEMO: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('Octroi répond') && resolve());
    child.on('exit', (code) => reject(new Error(`the server ended (${code})`)));
  });
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill(signal);
  await ended;
}

const paymentsOf = async (graine = 'coupure'): Promise<number> =>
  (
    await ask<{ n: number }>(
      pool,
      "select count(*)::int as n from transaction where cle_idempotence like '%:' || $1 || '-%'",
      [graine],
    )
  )[0]?.n ?? 0;

/** Collectivités whose receipts of this year have a gap. */
const holes = () =>
  ask(
    pool,
    `select entite_id from (select entite_id, split_part(numero_recu, '-', 3)::int as rang from transaction
       where numero_recu is not null and extract(year from jour) = extract(year from now())) r
     group by 1 having count(*) <> max(rang)`,
  );

it('enrols, photographs and takes payments over a bad network and a server that is killed, once each', async () => {
  const port = await freePort();
  await start(port);
  const agent = {
    url: `http://127.0.0.1:${port}`,
    username: 'agent.terrain',
    password: PASSWORD,
    clients: 5,
    contribuables: 4,
    graine: 'coupure',
    coupures: 0.15,
  };
  const working = work(agent);
  await expect.poll(() => paymentsOf(), { timeout: 120_000, interval: 20 }).toBeGreaterThan(8);
  await stop('SIGKILL');
  const acknowledged = await paymentsOf();
  expect(acknowledged).toBeLessThan(40);
  await start(port);
  const done = await working;
  expect(done).toMatchObject({ contribuables: 20, paiements: 40 });
  expect(done.reprises).toBeGreaterThan(0);

  // begun anew, it finds everything done
  const again = await work({ ...agent, coupures: 0 });
  expect(again).toMatchObject({ contribuables: 20, paiements: 40, francs: done.francs });
  expect(await paymentsOf()).toBe(40);
  const enrolled = await ask<{ n: number; photos: number }>(
    pool,
    "select count(*)::int as n, count(photo)::int as photos from contribuable where nom like 'Terrain coupure-%'",
  );
  expect(enrolled).toEqual([{ n: 20, photos: 20 }]);
  for (const { id, owed } of done.visits) {
    const { paye, avance } = await account(pool, id);
    expect(paye.reduce((sum, part) => sum + part, 0) + avance).toBe(owed || 1000);
  }
  expect(await holes()).toEqual([]);
  expect(await drift(pool)).toEqual([]);
}, 240_000);

it('books what fifty clients were told of, once each, though the server is killed under them', async () => {
  const port = await freePort();
  await start(port);
  const working = collect({
    url: `http://127.0.0.1:${port}`,
    username: 'agent.terrain',
    password: PASSWORD,
    clients: 50,
    paiements: 400,
    graine: 'cinquante',
  });
  await expect.poll(() => paymentsOf('cinquante'), { timeout: 120_000, interval: 20 }).toBeGreaterThan(100);
  await stop('SIGKILL');
  expect(await paymentsOf('cinquante')).toBeLessThan(400);
  await start(port);
  const { booked, reprises } = await working;
  expect(reprises).toBeGreaterThan(0);
  const written = await ask<{
    cle: string;
    id: number;
    contribuable: number;
    montant: number;
    numeroRecu: string;
  }>(
    pool,
    `select split_part(cle_idempotence, ':', 2) as cle, id, contribuable_id as contribuable, montant, numero_recu as "numeroRecu"
     from transaction where cle_idempotence like '%:cinquante-%' order by id`,
  );
  expect(written).toHaveLength(400);
  const told = booked.map(({ cle, id, contribuable, montant, numeroRecu }) => ({
    cle,
    id,
    contribuable,
    montant,
    numeroRecu,
  }));
  expect(written).toEqual(told.toSorted((a, b) => a.id - b.id));
  expect(await holes()).toEqual([]);
  expect(await drift(pool)).toEqual([]);
}, 240_000);
