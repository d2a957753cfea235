/**
 * `npm run bench -- --contribuables N --out FILE`: loads generated taxpayers once, then measures the bars of the
 * product over HTTP against a server in a process of its own. Prints a table, writes JSON.
 * `--only` keeps the measures whose name holds a text, `--seconds` is how long a new answer's measure takes.
 */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Day, todayIn } from '@octroi/contract';
import pg from 'pg';
import { readConfig } from '#src/config.ts';
import { MOT_DE_PASSE_DEMO } from '#src/demo/administration/comptes.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { readPidFile } from '#src/platform/database/embedded-process.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import {
  FRESH_HEADER,
  freshRow,
  type FreshResult,
  measureFresh,
  mixes,
  payments,
  type Pair,
  type Sides,
} from './fresh.ts';
import { prepareFloor, startFloor } from './floor.ts';
import { filesOf, type FileTiming, timeFiles } from './files.ts';
import { findUnbilled, peakMemory, timeGeneration, type Unbilled } from './generation.ts';
import { type Call, measure, type Target, type Timing } from './measure.ts';
import { perRequest, spent } from './processes.ts';
import { type Scenario, scenarios, type Volume } from './scenarios.ts';
import { startServer } from './server.ts';
import { APPAREILS, mesurerLots } from './terrain/mesure.ts';

const TIME_ZONE = 'Africa/Niamey';
/** The year that échéances are made for. */
const nextYear = Number(todayIn(TIME_ZONE).slice(0, 4)) + 1;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { values: options } = parseArgs({
  options: {
    contribuables: { type: 'string', default: '1000000' },
    port: { type: 'string', default: '3990' },
    out: { type: 'string', default: 'bench.json' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '6' },
  },
});
const wanted = Number(options.contribuables);
if (!Number.isInteger(wanted) || wanted < 1)
  throw new Error('--contribuables : un nombre entier est attendu');

/** Loads what is missing, so that a second run measures at once. */
async function prepare(url: string): Promise<
  Volume & {
    contribuables: number;
    lignes: number;
    transactions: number;
    octets: number;
    unbilled: Unbilled | undefined;
  }
> {
  await migrate(url, { log: say, timeZone: TIME_ZONE });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  const count = async (table: string): Promise<number> =>
    Number((await ask<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n ?? 0);
  try {
    if ((await count('entite')) === 0) await loadReference(client);
    const missing = wanted - (await count('contribuable'));
    if (missing > 0)
      await loadContribuables(client, {
        contribuables: missing,
        seed: 7,
        today: todayIn(TIME_ZONE),
        log: say,
      });
    if (missing > 0) await client.query('vacuum analyze');
    const known = await ask<{ nom: string; telephone: string | null; numero: string }>(
      `select nom_complet as nom, telephone, num_klis as numero from contribuable
       order by hashint8(id) limit 5000`,
    );
    const [last] = await ask<{ jour: Day }>('select max(jour)::text as jour from contribuable');
    return {
      // the day that the data ends on, so that a list of today has something in it on any later day
      today: last?.jour ?? todayIn(TIME_ZONE),
      entites: (await ask<{ id: number }>('select id from entite')).map((row) => row.id),
      ramifications: (await ask<{ id: number }>('select id from ramification where entite_id = 1')).map(
        (row) => row.id,
      ),
      payeurs: (
        await ask<{ id: string }>('select id from contribuable order by hashint8(id) limit 5000')
      ).map((row) => Number(row.id)),
      activites: (await ask<{ id: number }>('select id from nature_activite where entite_id = 1')).map(
        (row) => row.id,
      ),
      cherches: {
        noms: known.map(({ nom }) => nom).filter((nom) => nom.length > 3),
        telephones: known.flatMap(({ telephone }) => telephone ?? []),
        numeros: known.map(({ numero }) => numero),
      },
      contribuables: await count('contribuable'),
      lignes: await count('enrollement'),
      transactions: await count('transaction'),
      octets: Number(
        (await ask<{ octets: string }>('select pg_database_size(current_database()) as octets'))[0]?.octets,
      ),
      unbilled: await findUnbilled(client, nextYear),
    };
  } finally {
    await client.end();
  }
}

async function signIn(origin: string, account: string): Promise<string> {
  const reply = await fetch(`${origin}/v2/users/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account, password: MOT_DE_PASSE_DEMO }),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`${account} n'a pas pu se connecter : ${reply.status}`);
  return cookie;
}

interface Result extends Timing {
  name: string;
  bar: Scenario['bar'];
  met: boolean;
}

const isMet = (bar: Scenario['bar'], timing: Timing): boolean =>
  (bar.p95 === undefined || timing.p95 <= bar.p95) &&
  (bar.perSecond === undefined || timing.perSecond >= bar.perSecond);

function row({ name, bar, met, ...timing }: Result): string {
  const wanted = [
    bar.p95 === undefined ? [] : [`p95 ≤ ${bar.p95} ms`],
    bar.perSecond === undefined ? [] : [`≥ ${bar.perSecond}/s`],
  ].flat();
  const wantedText = wanted.join(', ') || 'sans barre';
  return `| ${name} | ${timing.p50.toFixed(1)} | ${timing.p95.toFixed(1)} | ${timing.perSecond.toFixed(0)} | ${wantedText} | ${met ? 'oui' : 'non'} |`;
}

/** Octroi's new answers beside the floor's, alone and beside writes. */
async function measureAllFresh(volume: Volume, { octroi }: Pick<Sides, 'octroi'>): Promise<FreshResult[]> {
  const chosen = mixes(volume).filter(({ name }) => `neuf : ${name}`.includes(options.only));
  const postmaster = readPidFile(database.folder ?? '')?.pid;
  if (chosen.length === 0 || postmaster === undefined) return [];
  await withConnection(database.url, 'octroi-bench', prepareFloor);
  const floor = await startFloor(database.url, Number(options.port) + 1);
  try {
    const plancher = {
      target: { origin: floor.origin, cookie: '' },
      server: floor.pid,
      of: ({ plancher: call }: Pair): Call => call,
    };
    const results: FreshResult[] = [];
    say(FRESH_HEADER);
    for (const mix of chosen)
      for (const clients of mix.clients)
        for (const beside of mix.writes ? [false] : [false, true]) {
          const seconds = Number(options.seconds);
          const sides = { octroi, plancher, postmaster };
          const result = await measureFresh(mix, clients, sides, { beside, seconds, volume });
          results.push(result);
          say(freshRow(result));
        }
    say('');
    return results;
  } finally {
    await floor.stop();
  }
}

const dataDir = path.join(readConfig(process.env).dataDir, 'bench');
const database = await openDatabase({ ...readConfig(process.env), dataDir }, say);
try {
  const volume = await prepare(database.url);
  const server = startServer(dataDir, options.port);
  try {
    const warmStart = await server.ready;
    const origin = `http://127.0.0.1:${options.port}`;
    const cookies = new Map<string, string>();
    const results: Result[] = [];
    const cookieOf = async (account: string): Promise<string> => {
      const known = cookies.get(account) ?? (await signIn(origin, account));
      cookies.set(account, known);
      return known;
    };
    const tell = (name: string, bar: Scenario['bar'], timing: Timing): void => {
      const result = { name, bar, met: isMet(bar, timing), ...timing };
      results.push(result);
      say(row(result));
    };
    say(
      `\n${volume.contribuables} contribuables, ${volume.lignes} lignes, ${volume.transactions} transactions ; démarrage ${warmStart.toFixed(0)} ms\n`,
    );
    const fresh = await measureAllFresh(volume, {
      octroi: {
        target: { origin, cookie: await cookieOf('superadmin') },
        server: server.pid,
        of: ({ octroi }) => octroi,
      },
    });
    say('| Mesure | p50 (ms) | p95 (ms) | par seconde | barre | tenue |\n|---|---|---|---|---|---|');
    for (const scenario of scenarios(volume).filter(({ name }) => name.includes(options.only))) {
      const { account, clients, count } = scenario;
      const target: Target = { origin, cookie: await cookieOf(account) };
      // a server that has been at work for a while: its code is compiled, its caches are filled
      await measure(target, scenario.path, { count: Math.max(20, count / 4), clients });
      const timing = await measure(target, scenario.path, { count, clients });
      tell(scenario.name, scenario.bar, timing);
    }
    const postmaster = readPidFile(database.folder ?? '')?.pid;
    for (const appareils of postmaster === undefined ? [] : APPAREILS) {
      const name = `terrain : paiements par lots de cent, ${appareils} appareil${appareils > 1 ? 's' : ''}`;
      if (!name.includes(options.only)) continue;
      const where = { origin, url: database.url, server: server.pid, postmaster: postmaster as number };
      const { timing, cpu } = await mesurerLots(where, appareils, Number(options.seconds));
      tell(name, { perSecond: 1000 }, timing);
      const each = [cpu.client, cpu.serveur, cpu.base, cpu.fond].map((ms) => ms.toFixed(2)).join(' + ');
      say(`\nprocesseur par paiement (ms), client + serveur + base + fond : ${each}\n`);
    }
    const { unbilled } = volume;
    if (unbilled && 'échéances'.includes(options.only)) {
      const target: Target = { origin, cookie: await cookieOf('superadmin') };
      for (const name of ['échéances créées, lignes', 'échéances inchangées, lignes']) {
        const before = postmaster && (await spent(server.pid, postmaster));
        tell(name, { perSecond: 20_000 }, await timeGeneration(target, unbilled));
        if (!postmaster || !before) continue;
        const cpu = perRequest(before, await spent(server.pid, postmaster), unbilled.lignes / 1000);
        const each = [cpu.serveur, cpu.base, cpu.fond].map((us) => us.toFixed(1)).join(' + ');
        say(`\nprocesseur par ligne (µs), serveur + base + fond : ${each}\n`);
      }
    }
    const others =
      'paiement à côté d’échéances'.includes(options.only) &&
      (await withConnection(database.url, 'octroi-bench', (client) => findUnbilled(client, nextYear)));
    if (others) {
      const target: Target = { origin, cookie: await cookieOf('superadmin') };
      const generation = timeGeneration(target, others);
      const one = { count: Infinity, clients: 1, longest: Number(options.seconds) * 1000 };
      const timing = await measure(target, payments(volume), one);
      tell('paiement à côté d’échéances', {}, timing);
      tell('échéances à côté de paiements, lignes', {}, await generation);
    }
    const files: FileTiming[] = [];
    for (const { name, calls, linesPerSecond } of filesOf(volume.today).filter((file) =>
      file.name.includes(options.only),
    )) {
      const target: Target = { origin, cookie: await cookieOf('superadmin') };
      const file = await timeFiles(target, server.pid, name, calls);
      files.push(file);
      const { rows, seconds, cpuSeconds, bytes, before, peak: held, meanwhile } = file;
      const ms = (seconds / calls.length) * 1000;
      const bar = linesPerSecond ? { perSecond: linesPerSecond } : {};
      tell(`${name}, lignes`, bar, { requests: 1, p50: ms, p95: ms, max: ms, perSecond: rows / seconds });
      tell(`liste de transactions pendant : ${name}`, { p95: 50 }, meanwhile);
      const mib = (size: number): string => `${Math.round(size / 2 ** 20)} Mio`;
      say(
        `\n${name} : ${rows} lignes en ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s de calcul, ${mib(bytes)} ; mémoire ${mib(before)} avant, ${mib(held)} au plus.\n`,
      );
    }
    const peak = await peakMemory(server.pid);
    const machine = {
      cpu: os.cpus()[0]?.model,
      cores: os.cpus().length,
      memory: os.totalmem(),
      node: process.version,
    };
    const { contribuables, lignes, transactions, octets } = volume;
    await writeFile(
      options.out,
      `${JSON.stringify({ date: new Date().toISOString(), machine, contribuables, lignes, transactions, octets, warmStart, peak, fresh, files, results }, null, 2)}\n`,
    );
    say(
      `\nMémoire du serveur, au plus : ${peak === undefined ? 'inconnue' : `${Math.round(peak / 2 ** 20)} Mio`}. Écrit dans ${options.out}. ${results.filter((result) => !result.met).length} barre(s) non tenue(s).`,
    );
  } finally {
    await server.stop();
  }
} finally {
  await database.close();
}
