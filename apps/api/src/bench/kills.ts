/** Every process of the product killed at random moments, while clients pay: what was acknowledged stays, and it serves again. */
import { execFileSync, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOver, type Travail } from '@octroi/contract';
import { REPOSITORY_ROOT } from '#src/config.ts';
import { Random } from '#src/demo/random.ts';
import { readPidFile } from '#src/platform/database/embedded-process.ts';
import { killDatabase } from './paying.ts';
import { type Server, startServer } from './server.ts';

export interface Kill {
  what: string;
  /** Milliseconds from the kill until the product said that it is ready. */
  ready: number;
}

export interface Killing {
  kills: number;
  /** The same one kills the same processes after the same times. */
  seed: number;
  dataDir: string;
  /** Of the embedded server. */
  cluster: string;
  port: string;
  say: (text: string) => void;
}

/** Milliseconds after which what has not come back will not. */
const PATIENCE = 120_000;
const ACCOUNT = { email: 'superadmin', password: 'Octroi-2026!' };
/** The collectivité whose échéances are made while the server is killed, of a year that has none. */
const GENERATION = { entite: 1, annee: new Date().getFullYear() + 1 };

/** The server that serves: a kill may have another take its place. */
export interface Serving {
  present: Server;
}

/** @returns each kill with the time until the product was ready again; works that were interrupted are done by then */
export async function killAtRandom(killing: Killing, server: Serving): Promise<Kill[]> {
  const { kills, seed, port, say } = killing;
  const random = new Random(seed);
  const acts = actsOf(killing, server, random);
  const done: Kill[] = [];
  let deck: string[] = [];
  let enough = false;
  process.once('SIGINT', () => {
    enough = true;
    say('Assez : la coupure en cours est la dernière.');
  });
  for (let count = 1; count <= kills && !enough; count++) {
    // each in turn, in another order every time
    if (deck.length === 0)
      deck = Object.keys(acts)
        .map((name) => ({ name, at: random.next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ name }) => name);
    const what = deck.pop()!;
    const comeBack = await acts[what]!();
    const began = performance.now();
    await comeBack();
    const ready = performance.now() - began;
    done.push({ what, ready });
    say(`${count}/${kills} kill -9 : ${what} ; prêt en ${Math.round(ready)} ms`);
  }
  await jobsOver(originOf(port));
  return done;
}

const originOf = (port: string): string => `http://127.0.0.1:${port}`;

/** Kills a process. @returns what waits until the product is ready again */
type Act = () => Promise<() => Promise<void>>;

function actsOf({ dataDir, cluster, port }: Killing, server: Serving, random: Random): Record<string, Act> {
  const origin = originOf(port);
  const within = (least: number, most: number): Promise<void> => sleep(random.int(least, most));
  const killServer = (): Promise<void> => server.present.stop('SIGKILL');
  const isReady = (): Promise<void> => untilReady(origin);
  const restart = async (): Promise<void> => {
    server.present = startServer(dataDir, port);
    await server.present.ready;
    await isReady();
  };
  /** The server may not have noticed yet. */
  const noticed = async (): Promise<void> => {
    await sleep(100);
    await isReady();
  };
  return {
    serveur: async () => {
      await within(0, 2500);
      await killServer();
      return restart;
    },
    base: async () => {
      await within(0, 2500);
      killDatabase(cluster);
      return noticed;
    },
    'processus de la base': async () => {
      await within(0, 2500);
      const children = childrenOf(readPidFile(cluster)?.pid);
      if (children.length > 0) process.kill(random.pick(children), 'SIGKILL');
      return noticed;
    },
    'serveur et base': async () => {
      await within(0, 2500);
      killDatabase(cluster);
      await killServer();
      return restart;
    },
    'serveur pendant un travail': async () => {
      await generate(origin);
      await within(0, 1500);
      await killServer();
      return restart;
    },
    démarrage: async () => {
      await killServer();
      server.present = startServer(dataDir, port);
      server.present.ready.catch(() => undefined); // it is killed before
      await within(0, 2500);
      await killServer();
      return restart;
    },
    'premier démarrage': () => firstStart(dataDir, String(Number(port) + 1), () => within(100, 6000)),
    sauvegarde: async () => {
      await killed(run(dataDir, ['backup', path.join(dataDir, 'tuee.octroi')]), () => within(100, 2500));
      return isReady;
    },
    restauration: async () => {
      // whole, and of all that was acknowledged: the restore may be over before it is killed
      await server.present.stop();
      const file = path.join(dataDir, 'epreuve.octroi');
      await run(dataDir, ['backup', file]).ended;
      await killed(run(dataDir, ['restore', file, '--force']), () => within(200, 9000));
      return restart;
    },
  };
}

async function untilReady(origin: string): Promise<void> {
  for (const until = Date.now() + PATIENCE; ; await sleep(20)) {
    const reply = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    );
    if (reply?.ok) return;
    if (Date.now() > until)
      throw new Error(`le produit n’est plus prêt (${reply?.status ?? 'sans réponse'})`);
  }
}

/** An installation that is killed while it is made is made by the next start. */
async function firstStart(
  dataDir: string,
  port: string,
  wait: () => Promise<void>,
): Promise<() => Promise<void>> {
  const folder = path.join(dataDir, 'premier');
  await rm(folder, { recursive: true, force: true });
  const first = startServer(folder, port);
  first.ready.catch(() => undefined); // it is killed before
  await wait();
  await first.stop('SIGKILL');
  return async () => {
    const next = startServer(folder, port);
    await next.ready;
    await next.stop();
    await rm(folder, { recursive: true });
  };
}

interface Run {
  kill: () => void;
  ended: Promise<void>;
}

/** One of the product's commands, without anybody who clears up after it. */
function run(dataDir: string, [name, ...args]: [string, ...string[]]): Run {
  const program = path.join(REPOSITORY_ROOT, 'apps/api/src/commands', `${name}.ts`);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, OCTROI_DATA: dataDir },
    stdio: 'ignore',
  });
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.once('exit', () => resolve())),
  };
}

async function killed({ kill, ended }: Run, wait: () => Promise<void>): Promise<void> {
  await wait();
  kill();
  await ended;
}

function childrenOf(pid: number | undefined): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!);
}

async function call<Reply>(
  origin: string,
  address: string,
  body?: object,
  cookie = '',
): Promise<{ reply: Reply; cookie: string }> {
  const reply = await fetch(`${origin}/v2/${address}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${address} : ${reply.status} ${await reply.text()}`);
  return {
    reply: (await reply.json()) as Reply,
    cookie: reply.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  };
}

async function generate(origin: string): Promise<void> {
  const { cookie } = await call(origin, 'users/check', ACCOUNT);
  await call(origin, 'echeances/generation', GENERATION, cookie);
}

/** @throws where a work that a kill interrupted is not done in the end */
async function jobsOver(origin: string): Promise<void> {
  const { cookie } = await call(origin, 'users/check', ACCOUNT);
  for (const until = Date.now() + PATIENCE; ; await sleep(200)) {
    const { reply } = await call<{ data: Travail[] }>(origin, 'travaux?itemperpage=200', undefined, cookie);
    const open = reply.data.filter((travail) => !isOver(travail));
    const failed = reply.data.filter(({ statut }) => statut === 'échoué');
    if (failed.length > 0)
      throw new Error(`${failed.length} travail(travaux) échoué(s) : ${failed[0]?.message ?? ''}`);
    if (open.length === 0) return;
    if (Date.now() > until) throw new Error(`${open.length} travail(travaux) ne finissent pas`);
  }
}

/** How often what was killed, and how long until the product was ready again. */
export function tellKills(kills: readonly Kill[], say: (text: string) => void): void {
  const line = (what: string, of: readonly Kill[]): void => {
    const times = of.map(({ ready }) => ready).toSorted((a, b) => a - b);
    const shown = (ms = 0): string => `${(ms / 1000).toLocaleString('fr', { maximumFractionDigits: 1 })} s`;
    say(
      `  ${what.padEnd(28)} ${String(of.length).padStart(4)}   médiane ${shown(times[Math.floor(times.length / 2)])}, pire ${shown(times.at(-1))}`,
    );
  };
  for (const what of new Set(kills.map((kill) => kill.what)))
    line(
      what,
      kills.filter((kill) => kill.what === what),
    );
  line('tous', kills);
}
