/** An evening: all devices send their day at once, while the server is killed twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Random } from '#src/demo/random.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { Telephone } from './telephone.ts';
import { startServer } from '#src/bench/server.ts';
import { compareDevices, type Comparison } from './comparison.ts';
import { type LoadDevice, createDevices } from './devices.ts';

const CASH = 5;
const EVERY_MS = 200;
/** Milliseconds during which a phone repeats its calls. */
const PATIENCE = 3_600_000;

export interface Evening {
  /** Address of the database, for its owner. */
  url: string;
  dataDir: string;
  port: string;
  clients: number;
  commandes: number;
  graine: number;
  say: (text: string) => void;
}

/** Records a day of acts: seven payments for two visits and one enrolment, whose taxpayer pays next. */
function recordDay(phone: Telephone, device: LoadDevice, commandes: number, random: Random): void {
  let fresh: { local: string } | undefined;
  for (let n = 0; n < commandes; n++) {
    const known = { id: random.pick(device.contribuables) };
    const act = random.int(0, 9);
    if (act < 7) {
      phone.takePayment(fresh ?? known, random.int(1, 20) * 100, CASH);
      fresh = undefined;
    } else if (act < 9) phone.record('visite', { contribuable: known, issue: 'absent' });
    else {
      const lignes = [{ natureActivite: device.nature }];
      fresh = phone.enrolTaxpayer({
        nom: `Soir ${phone.etat.appareil?.id} ${n}`,
        ramification: device.ramification,
        lignes,
      });
    }
  }
}

async function countReceived(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from commande_terrain');
  return rows[0]?.n ?? 0;
}

interface EveningResult {
  comparison: Comparison;
  commandes: number;
  seconds: number;
  calls: number;
  retries: number;
}

/**
 * @returns the comparison, seconds from the first command to the last reply, number of calls and of repeated calls
 */
export const runEvening = (evening: Evening): Promise<EveningResult> =>
  // One connection for the whole evening: while a thousand phones of this process call at once, a new one may not
  // authenticate within PostgreSQL's limit of a minute, and is cut without a word.
  withConnection(evening.url, 'octroi-epreuve', (client) => sendAll(client, evening));

async function sendAll(
  client: pg.ClientBase,
  { dataDir, port, clients, commandes, graine, say }: Evening,
): Promise<EveningResult> {
  const random = new Random(graine);
  const devices = await createDevices(client, clients);
  const phones = devices.map((device, n) => {
    const phone = new Telephone({ url: `http://127.0.0.1:${port}`, etat: device.etat, patience: PATIENCE });
    recordDay(phone, device, Math.floor((commandes + n) / clients), random);
    return phone;
  });
  const before = await countReceived(client);
  let server = startServer(dataDir, port);
  try {
    await server.ready;
    const began = performance.now();
    let over = false;
    const sending = Promise.all(phones.map((phone) => phone.send())).finally(() => {
      over = true;
    });
    for (const share of [1 / 3, 2 / 3]) {
      let done = 0;
      while (!over && done < commandes * share) {
        await sleep(EVERY_MS);
        done = (await countReceived(client)) - before;
      }
      if (over) throw new Error('les envois étaient finis avant la coupure : demandez-en davantage');
      await server.stop('SIGKILL');
      say(`kill -9 du serveur après ${done} commandes`);
      server = startServer(dataDir, port);
      say(`reparti en ${Math.round(await server.ready)} ms`);
    }
    await sending;
    const seconds = (performance.now() - began) / 1000;
    const states = phones.map(({ etat }) => etat);
    const sum = (of: (phone: Telephone) => number): number =>
      phones.reduce((all, phone) => all + of(phone), 0);
    return {
      comparison: await compareDevices(client, states),
      commandes: sum(({ etat }) => etat.journal.length),
      seconds,
      calls: sum(({ counts }) => counts.calls),
      retries: sum(({ counts }) => counts.retries),
    };
  } finally {
    await server.stop();
  }
}
