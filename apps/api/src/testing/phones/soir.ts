/** An evening: all agents of a day come home together and send, while the server is killed twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '#src/demo/random.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { Telephone } from './telephone.ts';
import { startServer } from '#src/bench/server.ts';
import { comparer, type Compte } from './comparer.ts';
import { type Equipe, equiper } from './flotte.ts';

const CASH = 5;
const EVERY_MS = 200;
/** Milliseconds for which a phone goes on asking. */
const PATIENCE = 3_600_000;

export interface Soir {
  /** Of the database, as its owner. */
  url: string;
  dataDir: string;
  port: string;
  clients: number;
  commandes: number;
  graine: number;
  say: (text: string) => void;
}

/** A day's work: seven payments to two visits to one enrolment, whose taxpayer pays next. */
function travailler(phone: Telephone, equipe: Equipe, commandes: number, random: Random): void {
  let fresh: { local: string } | undefined;
  for (let n = 0; n < commandes; n++) {
    const known = { id: random.pick(equipe.contribuables) };
    const act = random.int(0, 9);
    if (act < 7) {
      phone.encaisser(fresh ?? known, random.int(1, 20) * 100, CASH);
      fresh = undefined;
    } else if (act < 9) phone.noter('visite', { contribuable: known, issue: 'absent' });
    else {
      const lignes = [{ natureActivite: equipe.nature }];
      fresh = phone.enroler({
        nom: `Soir ${phone.etat.appareil?.id} ${n}`,
        ramification: equipe.ramification,
        lignes,
      });
    }
  }
}

const received = (url: string): Promise<number> =>
  withConnection(url, 'octroi-epreuve', async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from commande_terrain');
    return rows[0]?.n ?? 0;
  });

/** @returns what was compared, the seconds from the first command to the last answer, calls and those made again */
export async function passerLeSoir(
  soir: Soir,
): Promise<{ compte: Compte; commandes: number; secondes: number; appels: number; reprises: number }> {
  const { url, dataDir, port, clients, commandes, say } = soir;
  const random = new Random(soir.graine);
  const equipes = await withConnection(url, 'octroi-epreuve', (client) => equiper(client, clients));
  const phones = equipes.map((equipe, n) => {
    const phone = new Telephone({ url: `http://127.0.0.1:${port}`, etat: equipe.etat, patience: PATIENCE });
    travailler(phone, equipe, Math.floor((commandes + n) / clients), random);
    return phone;
  });
  const before = await received(url);
  let server = startServer(dataDir, port);
  try {
    await server.ready;
    const began = performance.now();
    let over = false;
    const sending = Promise.all(phones.map((phone) => phone.envoyer())).finally(() => {
      over = true;
    });
    for (const share of [1 / 3, 2 / 3]) {
      let done = 0;
      while (!over && done < commandes * share) {
        await sleep(EVERY_MS);
        done = (await received(url)) - before;
      }
      if (over) throw new Error('les envois étaient finis avant la coupure : demandez-en davantage');
      await server.stop('SIGKILL');
      say(`kill -9 du serveur après ${done} commandes`);
      server = startServer(dataDir, port);
      say(`reparti en ${Math.round(await server.ready)} ms`);
    }
    await sending;
    const secondes = (performance.now() - began) / 1000;
    const etats = phones.map(({ etat }) => etat);
    const sum = (of: (phone: Telephone) => number): number =>
      phones.reduce((all, phone) => all + of(phone), 0);
    return {
      compte: await withConnection(url, 'octroi-epreuve', (client) => comparer(client, etats)),
      commandes: sum(({ etat }) => etat.journal.length),
      secondes,
      appels: sum(({ compte }) => compte.appels),
      reprises: sum(({ compte }) => compte.reprises),
    };
  } finally {
    await server.stop();
  }
}
