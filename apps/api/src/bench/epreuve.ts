/**
 * `npm run epreuve -- --clients 50 --paiements 20000`: many clients pay at once while the server is killed in the middle
 * of it, once alone and once together with its database. `npm run epreuve -- --kills 100 --graine 7`: every process is
 * killed at random moments instead, that many times or until Ctrl-C (`kills.ts`). Afterwards every payment that a client was told of
 * stands in the database as it was told, once; receipts have no gap, and no stored total differs. Exit 1 otherwise.
 *
 * `npm run epreuve -- --terrain soir --clients 1000 --commandes 100000`: devices instead, that all send a day's commands at once,
 * the server killed twice; `--terrain coupures --clients 8 --coupures 1000`: over a network that is cut so often.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { command } from '#src/commands/command.ts';
import { readConfig } from '#src/config.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { verify } from '#src/verification/verify.ts';
import { killAtRandom, tellKills } from './kills.ts';
import { compare, killDatabase, pay, prepare, readTold } from './paying.ts';
import { startServer } from './server.ts';
import { type Compte, fautesDe } from './terrain/comparer.ts';
import { couper } from './terrain/epreuve-coupures.ts';
import { passerLeSoir, type Soir } from './terrain/soir.ts';

const EVERY_MS = 50;

interface Options {
  clients: string;
  paiements: string;
  secondes: string;
  port: string;
}

interface Trial {
  dataDir: string;
  /** Of the embedded server, where that serves. */
  cluster: string | undefined;
  graine: string;
  /** File in which clients note what they were told. */
  journal: string;
  say: (text: string) => void;
}

/** Kills the server twice, at a third and two thirds of the payments. */
async function killTwice({ dataDir, cluster, graine, journal, say }: Trial, options: Options): Promise<void> {
  const { clients, paiements, secondes, port } = options;
  let server = startServer(dataDir, port);
  try {
    await server.ready;
    let over = false;
    const url = `http://127.0.0.1:${port}`;
    const paying = pay({ url, graine, journal, clients, paiements, secondes }).over.finally(() => {
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
      const told = await until(Number(paiements) * share);
      if (over) throw new Error('les paiements étaient finis avant la coupure : demandez-en davantage');
      await server.stop('SIGKILL');
      if (together) killDatabase(cluster);
      say(`kill -9 du serveur${together ? ' et de la base' : ''} après ${told} paiements`);
      server = startServer(dataDir, port);
      say(`reparti en ${Math.round(await server.ready)} ms`);
    }
    await paying;
  } finally {
    await server.stop();
  }
}

/** Kills any process, while clients pay without end. */
async function killMany(
  { dataDir, cluster, graine, journal, say }: Trial,
  { clients, port }: Options,
  { kills, seed }: { kills: number; seed: number },
): Promise<void> {
  if (!cluster)
    throw new Error('Ces coupures tuent la base embarquée ; celle de DATABASE_URL n’est pas à nous.');
  const server = { present: startServer(dataDir, port) };
  try {
    await server.present.ready;
    const paying = pay({
      url: `http://127.0.0.1:${port}`,
      graine,
      journal,
      clients,
      secondes: '86400',
      patience: '3600',
    });
    // clients who gave up are told of at the end, with what they were told until then
    paying.over.catch(() => undefined);
    try {
      const done = await killAtRandom({ kills, seed, dataDir, cluster, port, say }, server);
      say(`${done.length} coupures (graine ${seed}), et prêt de nouveau :`);
      tellKills(done, say);
    } finally {
      paying.stop();
      await paying.over;
    }
  } finally {
    await server.present.stop();
  }
}

/** What of the field's trials comes out wrong, in words. */
async function terrain(
  kind: string,
  { url, dataDir, port, graine, say }: Omit<Soir, 'clients' | 'commandes'>,
  {
    clients = '',
    commandes,
    coupures,
  }: { clients?: string | undefined; commandes: string; coupures: string },
): Promise<string[]> {
  const found = (compte: Compte): string[] => {
    say(
      `${compte.perdues} perdues, ${compte.doublees} doublées, ${compte.autres} autres que dites, ${compte.trous} séries trouées`,
    );
    return fautesDe(compte);
  };
  if (kind === 'coupures') {
    const options = { url, dataDir, port, graine, coupures: Number(coupures), clients: Number(clients || 8) };
    const { bilan, compte, secondes } = await couper(options);
    say(
      `${bilan.commandes} commandes de ${options.clients} appareils, ${bilan.coupures} coupures, ${bilan.reprises} appels refaits, ${Math.round(secondes)} s`,
    );
    return [...bilan.fautes, ...found(compte)];
  }
  if (kind !== 'soir') throw new Error('--terrain : « soir » ou « coupures » est attendu');
  const options = {
    url,
    dataDir,
    port,
    graine,
    say,
    clients: Number(clients || 1000),
    commandes: Number(commandes),
  };
  const { compte, commandes: sent, secondes, appels, reprises } = await passerLeSoir(options);
  say(
    `${sent} commandes de ${options.clients} appareils en ${Math.round(secondes)} s ; ${appels} appels, dont ${reprises} refaits`,
  );
  return found(compte);
}

await command(async ({ args, say }) => {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string' },
      paiements: { type: 'string', default: '20000' },
      secondes: { type: 'string', default: '600' },
      contribuables: { type: 'string', default: '5000' },
      port: { type: 'string', default: '3991' },
      kills: { type: 'string' },
      graine: { type: 'string', default: '1' },
      terrain: { type: 'string' },
      commandes: { type: 'string', default: '100000' },
      coupures: { type: 'string', default: '1000' },
    },
  });
  const config = readConfig(process.env);
  const dataDir = path.join(config.dataDir, 'epreuve');
  const open = () => openDatabase({ ...config, dataDir }, say);
  const graine = `epreuve-${Date.now()}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'octroi-epreuve-'));
  const journal = path.join(folder, 'paiements');
  const database = await open();
  try {
    await prepare(database.url, Number(values.contribuables), config.timeZone, say);
  } finally {
    await database.close();
  }
  if (values.terrain) {
    const held = await open();
    try {
      const { port, terrain: kind } = values;
      const where = { url: held.url, dataDir, port, graine: Number(values.graine), say };
      const faults = await terrain(kind, where, values);
      const findings = await verify(held.url, () => undefined);
      for (const { check, difference } of findings) faults.push(`${check} : ${difference}`);
      for (const fault of faults) say(`  ${fault}`);
      say(`vérification : ${findings.length} différence(s)`);
      return faults.length === 0 ? 0 : 1;
    } finally {
      await held.close();
    }
  }
  const kills = Number(values.kills ?? 0);
  const trial = { dataDir, cluster: database.folder, graine, journal, say };
  const clients = values.clients ?? (kills ? '8' : '50');
  if (kills) await killMany(trial, { ...values, clients }, { kills, seed: Number(values.graine) });
  else await killTwice(trial, { ...values, clients });

  const told = await readTold(journal);
  await rm(folder, { recursive: true });
  const after = await open();
  try {
    const { faults, counted } = await compare(after.url, graine, told);
    const findings = await verify(after.url, () => undefined);
    const all = [
      ...faults,
      // a client that was ended had payments on their way: written, and nobody there to be told
      ...(kills || counted.ecrits === told.length
        ? []
        : [`${counted.ecrits} paiements écrits pour ${told.length} demandés`]),
      ...findings.map(({ check, difference }) => `${check} : ${difference}`),
    ];
    for (const fault of all) say(`  ${fault}`);
    say(
      `${told.length} paiements dits aux clients, comparés à la base : ${counted.perdus} perdus, ${counted.doubles} doublés, ` +
        `${counted.autres} autres que dits ; vérification : ${findings.length} différence(s).`,
    );
    return all.length === 0 ? 0 : 1;
  } finally {
    await after.close();
  }
});
