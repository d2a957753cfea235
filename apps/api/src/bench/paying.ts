/** What trials of payments share: clients that pay, and whether what they were told stands in the database. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { todayIn } from '@octroi/contract';
import { REPOSITORY_ROOT } from '#src/config.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { migrate } from '#src/platform/database/migrate.ts';

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
export function pay(options: Readonly<Record<string, string>>): Promise<void> {
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

/** What is wrong with the payments of a run, in words; nothing where all is well. */
export async function faultsOf(url: string, graine: string, told: readonly Told[]): Promise<string[]> {
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
