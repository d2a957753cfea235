/**
 * `npm run epreuve -- --clients 50 --paiements 20000`: many clients pay at once while the server is killed in the middle
 * of it, once alone and once together with its database. Afterwards every payment that a client was told of stands in
 * the database as it was told, once; receipts have no gap, and no stored total differs. Exit 1 otherwise.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { command } from '#src/commands/command.ts';
import { readConfig } from '#src/config.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { verify } from '#src/verification/verify.ts';
import { faultsOf, pay, prepare, readTold } from './paying.ts';
import { startServer } from './server.ts';

const EVERY_MS = 50;

await command(async ({ args, say }) => {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '50' },
      paiements: { type: 'string', default: '20000' },
      secondes: { type: 'string', default: '600' },
      contribuables: { type: 'string', default: '5000' },
      port: { type: 'string', default: '3991' },
    },
  });
  const config = readConfig(process.env);
  const dataDir = path.join(config.dataDir, 'epreuve');
  const open = () => openDatabase({ ...config, dataDir }, say);
  const wanted = Number(values.paiements);
  const graine = `epreuve-${Date.now()}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'octroi-epreuve-'));
  const journal = path.join(folder, 'paiements');
  const database = await open();
  try {
    await prepare(database.url, Number(values.contribuables), config.timeZone, say);
  } finally {
    await database.close();
  }

  let server = startServer(dataDir, values.port);
  try {
    await server.ready;
    let over = false;
    const { clients, paiements, secondes } = values;
    const url = `http://127.0.0.1:${values.port}`;
    const paying = pay({ url, graine, journal, clients, paiements, secondes }).finally(() => {
      over = true;
    });
    const until = async (count: number): Promise<number> => {
      for (;;) {
        const { length } = await readTold(journal);
        if (length >= count || over) return length;
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    };
    for (const [share, together] of [
      [1 / 3, false],
      [2 / 3, true],
    ] as const) {
      const told = await until(wanted * share);
      if (over) throw new Error('les paiements étaient finis avant la coupure : demandez-en davantage');
      await server.stop('SIGKILL');
      if (together) await killDatabase(dataDir);
      say(`kill -9 du serveur${together ? ' et de la base' : ''} après ${told} paiements`);
      server = startServer(dataDir, values.port);
      say(`reparti en ${Math.round(await server.ready)} ms`);
    }
    await paying;
  } finally {
    await server.stop();
  }
  const told = await readTold(journal);
  await rm(folder, { recursive: true });
  const after = await open();
  try {
    const faults = await faultsOf(after.url, graine, told);
    const findings = await verify(after.url, () => undefined);
    const all = [...faults, ...findings.map(({ check, difference }) => `${check} : ${difference}`)];
    for (const fault of all) say(`  ${fault}`);
    say(`${told.length} paiements dits aux clients, comparés à la base : ${all.length} différence(s).`);
    return all.length === 0 ? 0 : 1;
  } finally {
    await after.close();
  }
});

/** The embedded server's first process, where it stands; another database than the embedded one is not ours to kill. */
async function killDatabase(dataDir: string): Promise<void> {
  const file = await readFile(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (pid > 0) process.kill(pid, 'SIGKILL');
}
