/** Times the generation of a collectivité's échéances of next year: those that are missing, then once more. */
import { readFile } from 'node:fs/promises';
import { isOver, type Travail } from '@octroi/contract';
import type pg from 'pg';
import type { Target, Timing } from './measure.ts';

/** A collectivité that next year's échéances are still to be made for, and its enrolment lines. */
export interface Unbilled {
  entite: number;
  lignes: number;
  annee: number;
}

/** The largest one that a former run has left; undefined when all are billed. */
export async function findUnbilled(client: pg.ClientBase, annee: number): Promise<Unbilled | undefined> {
  const { rows } = await client.query<{ entite: number; lignes: string }>(
    `select entite_id as entite, count(*) as lignes from enrollement l
     where not exists (select from echeance x where x.entite_id = l.entite_id and x.annee = $1)
     group by 1 order by 2 desc limit 1`,
    [annee],
  );
  return rows[0] && { ...rows[0], lignes: Number(rows[0].lignes), annee };
}

async function call<Reply>({ origin, cookie }: Target, path: string, body?: object): Promise<Reply> {
  const reply = await fetch(`${origin}/v2/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

/** One generation, as a timing whose `perSecond` counts enrolment lines. */
export async function timeGeneration(target: Target, { entite, annee, lignes }: Unbilled): Promise<Timing> {
  const { data } = await call<{ data: Travail[] }>(target, 'echeances/generation', { entite, annee });
  const id = data[0]?.id ?? '';
  for (;;) {
    const travail = await call<Travail>(target, `travaux/${id}`);
    if (!isOver(travail)) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    if (travail.statut !== 'terminé') throw new Error(`the generation ended as « ${travail.statut} »`);
    const ms = Date.parse(travail.endedAt ?? '') - Date.parse(travail.startedAt ?? '');
    return { requests: 1, p50: ms, p95: ms, max: ms, perSecond: (lignes / ms) * 1000 };
  }
}

/** The most memory that a process has held, in bytes; undefined where the system does not say. */
export async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
