/** What every trial by payments takes: taxpayers, clients who pay, and the comparison of what they were told with what is there. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { todayIn } from '@octroi/contract';
import { REPOSITORY_ROOT } from '#src/config.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { readPidFile } from '#src/platform/database/embedded-process.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { script } from './server.ts';

/** A payment as its client was told of it. */
export interface Told {
  cle: string;
  id: number;
  contribuable: number;
  montant: number;
  numeroRecu: string;
}

/** The payments that the clients were told of so far; the last line may still be on its way. */
export async function readTold(file: string): Promise<Told[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told);
}

/** The clients, in a process that nobody kills. */
export function pay(options: Readonly<Record<string, string>>): { over: Promise<void>; stop: () => void } {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const program = path.join(REPOSITORY_ROOT, 'scripts/clients.mjs');
  // clients go with whoever had them pay
  const child = spawn(process.execPath, ['--import', script('child.mjs'), program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let stopped = false;
  const over = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 || stopped ? resolve() : reject(new Error(`les clients ont échoué (${code})`)),
    );
  });
  return {
    over,
    stop: () => {
      stopped = true;
      child.kill();
    },
  };
}

export async function prepare(
  url: string,
  contribuables: number,
  timeZone: string,
  say: (text: string) => void,
) {
  await migrate(url, { log: say, timeZone });
  return withConnection(url, 'octroi-epreuve', async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from contribuable');
    if ((await client.query('select from entite limit 1')).rowCount === 0) await loadReference(client);
    if (rows[0]?.n === 0)
      await loadContribuables(client, { contribuables, seed: 7, today: todayIn(timeZone), log: say });
  });
}

interface Counted {
  ecrits: number;
  perdus: number;
  autres: number;
  doubles: number;
}

/** What the database holds of a run's payments beside what clients were told; `faults` in words, none where all is well. */
export async function compare(
  url: string,
  graine: string,
  told: readonly Told[],
): Promise<{ faults: string[]; counted: Counted }> {
  return withConnection(url, 'octroi-epreuve', async (client) => {
    const { rows } = await client.query<Counted>(
      `with dit as (
         select * from jsonb_to_recordset($1::jsonb) as d (cle text, id bigint, contribuable bigint, montant bigint, "numeroRecu" text)),
       ecrit as (select *, split_part(cle_idempotence, ':', 2) as cle from transaction where cle_idempotence like '%:' || $2 || '-%')
       select
         (select count(*)::int from ecrit) as ecrits,
         (select count(*)::int from dit d left join ecrit e using (id) where e.id is null) as perdus,
         (select count(*)::int from dit d join ecrit e using (id)
           where (e.cle, e.contribuable_id, e.montant, e.numero_recu) is distinct from (d.cle, d.contribuable, d.montant, d."numeroRecu")) as autres,
         (select count(*)::int - count(distinct cle)::int from ecrit) as doubles`,
      [JSON.stringify(told), graine],
    );
    const counted = rows[0]!;
    const faults = [
      ...(counted.perdus > 0 ? [`${counted.perdus} paiement(s) dits aux clients manquent`] : []),
      ...(counted.autres > 0 ? [`${counted.autres} paiement(s) diffèrent de ce qui a été dit`] : []),
      ...(counted.doubles > 0 ? [`${counted.doubles} paiement(s) sont écrits deux fois`] : []),
    ];
    return { faults, counted };
  });
}

/** What is wrong with the payments of a run whose clients came to its end, in words; nothing where all is well. */
export async function faultsOf(url: string, graine: string, told: readonly Told[]): Promise<string[]> {
  const { faults, counted } = await compare(url, graine, told);
  return counted.ecrits === told.length
    ? faults
    : [...faults, `${counted.ecrits} paiements écrits pour ${told.length} demandés`];
}

/** Ends the embedded server's first process where it stands; another database than the embedded one is not ours to kill. */
export function killDatabase(cluster: string | undefined): void {
  const pid = cluster === undefined ? undefined : readPidFile(cluster)?.pid;
  if (pid) process.kill(pid, 'SIGKILL');
}
