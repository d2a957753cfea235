/** Measures of long work: a year of échéances, files, batches of phones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Export, isOver, type Travail } from '@octroi/contract';
import type pg from 'pg';
import { Random } from '#src/demo/random.ts';
import { createDevices } from '#src/testing/phones/devices.ts';
import { Telephone } from '#src/testing/phones/telephone.ts';
import { type Target, type Timing, timingOf } from './load.ts';

async function call<Reply>({ origin, cookie }: Target, path: string, body?: object): Promise<Reply> {
  const reply = await fetch(`${origin}/v2/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

/** One run as a timing; `perSecond` counts lines. */
const lines = (count: number, milliseconds: number): Timing =>
  timingOf([milliseconds], (count / milliseconds) * 1000);

/** The largest collectivité without échéances in a year, and its number of enrolment lines. */
export async function findUnbilled(
  client: pg.ClientBase,
  annee: number,
): Promise<{ entite: number; lignes: number } | undefined> {
  const { rows } = await client.query<{ entite: number; lignes: number }>(
    `select entite_id as entite, count(*)::int as lignes from enrollement l
     where not exists (select from echeance x where x.entite_id = l.entite_id and x.annee = $1)
     group by 1 order by 2 desc limit 1`,
    [annee],
  );
  return rows[0];
}

export async function timeGeneration(
  target: Target,
  { entite, annee, lignes }: { entite: number; annee: number; lignes: number },
): Promise<Timing> {
  const { data } = await call<{ data: Travail[] }>(target, 'echeances/generation', { entite, annee });
  for (;;) {
    const travail = await call<Travail>(target, `travaux/${data[0]?.id}`);
    if (travail.statut === 'terminé')
      return lines(lignes, Date.parse(travail.endedAt ?? '') - Date.parse(travail.startedAt ?? ''));
    if (isOver(travail)) throw new Error(`the generation ended as « ${travail.statut} »`);
    await sleep(500);
  }
}

/** Files of all rows. */
export const FILES = [
  { name: 'PDF', perSecond: 16_667, path: 'impressions/releve-des-recouvrements', body: {} },
  {
    name: 'XLSX',
    perSecond: 25_000,
    path: 'exports',
    body: { resource: 'transactions', format: 'xlsx' },
  },
];

/** Requests a file, waits for it and downloads it; a small one comes with the reply. */
export async function timeFile(target: Target, { path, body }: (typeof FILES)[number]): Promise<Timing> {
  const headers = { cookie: target.cookie, 'content-type': 'application/json' };
  const began = performance.now();
  const reply = await fetch(`${target.origin}/v2/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (reply.status !== 202) {
    await reply.arrayBuffer();
    return lines(0, performance.now() - began);
  }
  const { id } = (await reply.json()) as Export;
  for (;;) {
    const { octets, lignes, message } = await call<Export>(target, `exports/${id}`);
    if (message) throw new Error(message);
    if (octets !== null) {
      const file = await fetch(`${target.origin}/v2/exports/${id}/fichier`, { headers });
      for await (const _ of file.body ?? []);
      return lines(lignes, performance.now() - began);
    }
    await sleep(100);
  }
}

const BATCH = 100;
const CASH = 5;
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('');
const code = (random: Random): string => Array.from({ length: 20 }, () => random.pick(CODE_LETTERS)).join('');

/** Phones that send batches of a hundred payments, one after another: duration of a batch, payments per second. */
export async function timePhones(
  origin: string,
  client: pg.ClientBase,
  { phones, seconds }: { phones: number; seconds: number },
): Promise<Timing> {
  const random = new Random(41);
  const times: number[] = [];
  const senders = (await createDevices(client, phones)).map(({ etat, contribuables }) => {
    const phone = new Telephone({ url: origin, etat });
    return async (): Promise<void> => {
      for (let n = 0; n < BATCH; n++)
        phone.takePayment({ id: random.pick(contribuables) }, random.int(1, 20) * 100, CASH).corps['code'] =
          code(random);
      const began = performance.now();
      const { replies } = await phone.send();
      if (replies.some(({ etat: dit }) => dit !== 'accepte'))
        throw new Error('un paiement n’a pas été accepté');
      times.push(performance.now() - began);
    };
  });
  await Promise.all(senders.map((send) => send()));
  times.length = 0;
  const began = performance.now();
  await Promise.all(
    senders.map(async (send) => {
      while (performance.now() - began < seconds * 1000) await send();
    }),
  );
  return timingOf(times, (times.length * BATCH * 1000) / (performance.now() - began));
}
