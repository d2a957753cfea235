/**
 * `npm run bench -- --contribuables N`: loads generated taxpayers once, then measures calls of screens and phones,
 * beside the baseline if there is one. Prints a table, and saves it as JSON in the data folder, which it prints.
 * The calls of screens come from `npm run bench:ecrans`, which records them in the same data folder; a call slower
 * than its limit fails the command. `--only` selects the measures whose name contains a text, or one of several between
 * `|`, `--seconds` sets the longest duration of each, `--clients` the number of clients of screens, `--ecritures` adds fifty
 * payments per second during each.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Day, todayIn } from '@octroi/contract';
import pg from 'pg';
import { readConfig } from '#src/config.ts';
import { MOT_DE_PASSE_DEMO } from '#src/demo/administration/comptes.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { Random } from '#src/demo/random.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { readPidFile } from '#src/platform/database/embedded/process.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { prepareBaseline } from './baseline.ts';
import { type Call, cpuSeconds, load, peakMemory, type Target, type Timing } from './load.ts';
import { payment, type Scenario, scenarios, type Volume } from './scenarios.ts';
import { type Server, startProcess, startServer } from './server.ts';
import { readRecordings, screenScenarios } from './screens.ts';
import { FILES, findUnbilled, timeFile, timeGeneration, timePhones } from './works.ts';

const TIME_ZONE = 'Africa/Niamey';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    contribuables: { type: 'string', default: '1000000' },
    port: { type: 'string', default: '3990' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '6' },
    clients: { type: 'string', default: '1' },
    ecritures: { type: 'boolean', default: false },
  },
});
const wanted = Number(values.contribuables);
const seconds = Number(values.seconds);
if (![wanted, seconds, Number(values.clients)].every((given) => Number.isInteger(given) && given >= 1))
  throw new Error('--contribuables, --seconds et --clients : des nombres entiers sont attendus');
const wantedNames = values.only.split('|');
const isWanted = (name: string): boolean => wantedNames.some((part) => name.includes(part));

/** Loads missing data only, so that a second run starts measuring at once. */
async function prepare(client: pg.ClientBase): Promise<Volume> {
  const rows = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  if ((await rows('select from entite limit 1')).length === 0) await loadReference(client);
  const [counted] = await rows<{ n: number }>('select count(*)::int as n from contribuable');
  const missing = wanted - (counted?.n ?? 0);
  if (missing > 0) {
    await loadContribuables(client, { contribuables: missing, seed: 7, today: todayIn(TIME_ZONE), log: say });
    // the baseline is created again from the present data
    await client.query('drop schema if exists plancher cascade');
    await client.query('vacuum analyze');
  }
  await prepareBaseline(client);
  const [last] = await rows<{ jour: Day }>('select max(jour)::text as jour from contribuable');
  return {
    today: last?.jour ?? todayIn(TIME_ZONE),
    entites: (await rows<{ id: number }>('select id from entite')).map(({ id }) => id),
    payeurs: await rows(
      `select id::int, nom_complet as nom, telephone, num_klis as numero from contribuable
       where not systeme order by hashint8(id) limit 5000`,
    ),
  };
}

async function signIn(origin: string, account: string): Promise<Target> {
  const reply = await fetch(`${origin}/v2/users/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account, password: MOT_DE_PASSE_DEMO }),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`${account} n'a pas pu se connecter : ${reply.status}`);
  return { origin, cookie };
}

interface Result {
  name: string;
  octroi: Timing & { cpu?: number };
  plancher?: Timing & { cpu?: number };
  bar?: Scenario['bar'];
}

const results: Result[] = [];
const one = (value: number): string => value.toFixed(1).replace('.', ',');

function tell(result: Result): void {
  results.push(result);
  const { name, octroi, plancher, bar } = result;
  const ratio = (of: (timing: Timing & { cpu?: number }) => number | undefined): string => {
    const [ours, theirs] = [of(octroi), plancher && of(plancher)];
    return ours && theirs ? (ours / theirs).toFixed(2).replace('.', ',') : '';
  };
  const isKept = octroi.p95 <= (bar?.p95 ?? Infinity) && octroi.perSecond >= (bar?.perSecond ?? 0);
  const wantedText = bar?.p95 ? `p95 ≤ ${bar.p95} ms` : bar?.perSecond ? `≥ ${bar.perSecond}/s` : '';
  const cells = [
    name,
    `${one(octroi.p50)} / ${one(octroi.p95)}`,
    octroi.perSecond.toFixed(0),
    plancher?.perSecond.toFixed(0) ?? '',
    ratio(({ perSecond }) => perSecond),
    ratio(({ cpu }) => cpu),
    wantedText,
    bar ? (isKept ? 'oui' : 'non') : '',
  ];
  say(`| ${cells.join(' | ')} |`);
}

/** Writes a row every few milliseconds during the measure, so that no call gets a cached answer. */
async function whileWriting<Result>(client: pg.ClientBase, measured: Promise<Result>): Promise<Result> {
  let isOver = false;
  const ends = measured.finally(() => (isOver = true));
  const write = async (): Promise<void> => {
    while (!isOver) {
      await client.query('select pg_current_xact_id()');
      await sleep(3);
    }
  };
  return (await Promise.all([ends, write()]))[0];
}

/** Measures Octroi and the baseline in turns, twice each: on a shared machine only their ratio is meaningful. */
async function compare(
  { name, bar, most, next }: Scenario,
  clients: number,
  { client, octroi, plancher, cpuOf }: Sides,
  payeurs: Volume['payeurs'],
): Promise<void> {
  const turns = { octroi: [] as (Timing & { cpu: number })[], plancher: [] as (Timing & { cpu: number })[] };
  const hasFloor = next().plancher !== undefined;
  for (const side of hasFloor
    ? (['octroi', 'plancher', 'octroi', 'plancher'] as const)
    : ['octroi' as const]) {
    const target = side === 'octroi' ? octroi : plancher;
    const calls = (): Call => next()[side] as Call;
    const pay = (): Call => payment(payeurs[Math.floor(Math.random() * payeurs.length)]!.id, 500)[side];
    if (turns[side].length === 0)
      await load(target, calls, { clients, seconds: 1, ...(most ? { most: Math.ceil(most / 5) } : {}) });
    const before = await cpuOf(side);
    const time = { seconds: hasFloor ? Math.ceil(seconds / 2) : seconds };
    const [{ requests, ...timing }] = await Promise.all([
      whileWriting(client, load(target, calls, { clients, ...time, ...(most ? { most } : {}) })),
      ...(values.ecritures ? [load(target, pay, { clients: 4, rate: 50, ...time })] : []),
    ]);
    turns[side].push({ ...timing, cpu: ((await cpuOf(side)) - before) / requests });
  }
  const mean = (timings: (Timing & { cpu: number })[]) => {
    const of = (kind: keyof Timing | 'cpu'): number =>
      timings.reduce((sum, timing) => sum + timing[kind], 0) / timings.length;
    return { p50: of('p50'), p95: of('p95'), perSecond: of('perSecond'), cpu: of('cpu') };
  };
  tell({
    name: `${name}, ${clients}`,
    octroi: mean(turns.octroi),
    ...(hasFloor ? { plancher: mean(turns.plancher) } : {}),
    ...(bar ? { bar } : {}),
  });
}

interface Sides {
  client: pg.ClientBase;
  octroi: Target;
  plancher: Target;
  /** Processor time so far, in seconds, of one side’s server and of the database. */
  cpuOf: (side: 'octroi' | 'plancher') => Promise<number>;
}

async function measureWorks(client: pg.ClientBase, target: Target, volume: Volume): Promise<void> {
  const annee = Number(volume.today.slice(0, 4)) + 1;
  for (const phones of [1, 16, 64]) {
    const name = `terrain : paiements par lots de cent, ${phones}`;
    if (isWanted(name))
      tell({
        name,
        octroi: await timePhones(target.origin, client, { phones, seconds }),
        bar: { perSecond: 1000 },
      });
  }
  const unbilled = isWanted('échéances') ? await findUnbilled(client, annee) : undefined;
  for (const name of unbilled ? ['échéances créées, lignes', 'échéances inchangées, lignes'] : [])
    tell({
      name,
      octroi: await timeGeneration(target, { ...unbilled!, annee }),
      bar: { perSecond: 20_000 },
    });
  for (const file of FILES.filter(({ name }) => isWanted(name))) {
    let n = 0;
    const pages = (): Call => `/v2/transactions?entite=1&page=${(n++ % 50) + 1}`;
    const [made, meanwhile] = await Promise.all([
      timeFile(target, file),
      load(target, pages, { clients: 2, seconds }),
    ]);
    tell({ name: `${file.name}, lignes`, octroi: made, bar: { perSecond: file.perSecond } });
    tell({ name: `liste de transactions pendant : ${file.name}`, octroi: meanwhile, bar: { p95: 50 } });
  }
}

async function measureAll(
  client: pg.ClientBase,
  volume: Volume,
  server: Server,
  floor: Server,
): Promise<void> {
  const origin = `http://127.0.0.1:${values.port}`;
  const plancher = { origin: `http://127.0.0.1:${Number(values.port) + 1}`, cookie: '' };
  const postmaster = readPidFile(database.folder ?? '')?.pid ?? 0;
  const cpuOf = (side: 'octroi' | 'plancher'): Promise<number> =>
    cpuSeconds(side === 'octroi' ? server.pid : floor.pid, postmaster);
  const recordings = await readRecordings(path.join(dataDir, 'ecrans.json'));
  const random = new Random(29);
  const screens: Scenario[] = [];
  const targets = {
    superadmin: await signIn(origin, 'superadmin'),
    niamey: await signIn(origin, 'niamey'),
    plateau: await signIn(origin, 'plateau'),
  };
  for (const account of ['superadmin', 'niamey', 'plateau'] as const)
    screens.push(
      ...(await screenScenarios(recordings, account, targets[account], {
        today: volume.today,
        clients: Number(values.clients),
        random,
        say,
      })),
    );
  say(
    '| Mesure, clients | p50 / p95 (ms) | par seconde | plancher | débit, rapport | calcul, rapport | barre | tenue |',
  );
  say('|---|---|---|---|---|---|---|---|');
  for (const scenario of [...screens, ...scenarios(volume)].filter(({ name }) => isWanted(name))) {
    const octroi = targets[scenario.account ?? 'superadmin'];
    for (const clients of scenario.clients)
      await compare(scenario, clients, { client, octroi, plancher, cpuOf }, volume.payeurs).catch(
        (error: Error) => {
          // one call of a screen that fails must not hide how long the others take
          if (!screens.includes(scenario)) throw error;
          say(error.message);
          const none = { p50: Infinity, p95: Infinity, perSecond: 0 };
          tell({
            name: `${scenario.name}, ${clients}`,
            octroi: none,
            ...(scenario.bar ? { bar: scenario.bar } : {}),
          });
        },
      );
  }
  await measureWorks(client, targets.superadmin, volume);
}

const config = readConfig(process.env);
const dataDir = path.join(config.dataDir, 'bench');
const database = await openDatabase({ ...config, dataDir }, say);
await migrate(database.url, { log: say, timeZone: TIME_ZONE });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const volume = await prepare(client);
  const server = startServer(dataDir, values.port);
  const floor = startProcess([
    path.join(import.meta.dirname, 'baseline.process.ts'),
    database.url,
    String(Number(values.port) + 1),
  ]);
  try {
    const [start] = await Promise.all([server.ready, floor.ready]);
    say(`\n${wanted} contribuables ; démarrage ${start.toFixed(0)} ms\n`);
    await measureAll(client, volume, server, floor);
    const memory = await peakMemory(server.pid);
    const folder = path.join(dataDir, 'resultats');
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${new Date().toISOString().slice(0, 16).replace(':', 'h')}.json`);
    await writeFile(file, `${JSON.stringify({ contribuables: wanted, start, memory, results }, null, 2)}\n`);
    const slow = results.filter(
      ({ name, octroi, bar }) => name.startsWith('écran ') && octroi.p95 > (bar?.p95 ?? Infinity),
    );
    if (slow.length > 0) {
      say(`\n${slow.length} appel(s) d’un écran plus lent(s) que sa barre.`);
      process.exitCode = 1;
    }
    say(`\nMémoire du serveur, au plus : ${memory} Mio. Écrit dans ${file}.`);
  } finally {
    await Promise.all([server.stop(), floor.stop()]);
  }
} finally {
  await client.end();
  await database.close();
}
