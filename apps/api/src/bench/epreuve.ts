/**
 * `npm run epreuve -- --clients 50 --paiements 20000`: many clients pay at once while the server is killed in the middle
 * of it, once alone and once together with its database. Afterwards every payment that a client was told of stands in
 * the database as it was told, once; receipts have no gap, and no stored total differs. Exit 1 otherwise.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { todayIn } from '@octroi/contract';
import { withConnection } from '#src/platform/database/connection.ts';
import { command } from '#src/commands/command.ts';
import { readConfig, REPOSITORY_ROOT } from '#src/config.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';
import { startServer } from './server.ts';

/** A payment as its client was told of it. */
interface Told {
  cle: string;
  id: number;
  contribuable: number;
  montant: number;
  numeroRecu: string;
}

const EVERY_MS = 50;

/** The payments that the clients were told of so far; the last line may still be on its way. */
async function readTold(file: string): Promise<Told[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told);
}

/** The clients, in a process that nobody kills. */
function pay(options: Readonly<Record<string, string>>): Promise<void> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [path.join(REPOSITORY_ROOT, 'scripts/agent-terrain.mjs'), ...args], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`les clients ont échoué (${code})`)),
    );
  });
}

async function prepare(url: string, contribuables: number, timeZone: string, say: (text: string) => void) {
  await migrate(url, { log: say, timeZone });
  return withConnection(url, 'octroi-epreuve', async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from contribuable');
    if ((await client.query('select from entite limit 1')).rowCount === 0) await loadReference(client);
    if (rows[0]?.n === 0)
      await loadContribuables(client, { contribuables, seed: 7, today: todayIn(timeZone), log: say });
  });
}

/** What is wrong with the payments of a run, in words; nothing where all is well. */
async function faultsOf(url: string, graine: string, told: readonly Told[]): Promise<string[]> {
  return withConnection(url, 'octroi-epreuve', async (client) => {
    const { rows } = await client.query<{ perdus: number; autres: number; ecrits: number }>(
      `with dit as (
         select * from jsonb_to_recordset($1::jsonb) as d (cle text, id bigint, contribuable bigint, montant bigint, "numeroRecu" text)),
       ecrit as (select *, split_part(cle_idempotence, ':', 2) as cle from transaction where cle_idempotence like '%:' || $2 || '-%')
       select
         (select count(*)::int from ecrit) as ecrits,
         (select count(*)::int from dit d left join ecrit e using (id) where e.id is null) as perdus,
         (select count(*)::int from dit d join ecrit e using (id)
           where (e.cle, e.contribuable_id, e.montant, e.numero_recu) is distinct from (d.cle, d.contribuable, d.montant, d."numeroRecu")) as autres`,
      [JSON.stringify(told), graine],
    );
    const [{ perdus, autres, ecrits } = { perdus: 0, autres: 0, ecrits: 0 }] = rows;
    return [
      ...(perdus > 0 ? [`${perdus} paiement(s) dits aux clients manquent`] : []),
      ...(autres > 0 ? [`${autres} paiement(s) diffèrent de ce qui a été dit`] : []),
      ...(ecrits === told.length ? [] : [`${ecrits} paiements écrits pour ${told.length} demandés`]),
    ];
  });
}

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
