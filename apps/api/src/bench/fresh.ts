/**
 * New answers: every request differs in page, size, window, place and filter, since a kept answer falls with any write.
 * Octroi and the floor take turns in one run, alone and beside a steady stream of writes; what counts is their ratio, and
 * processor time before the clock's.
 */
import { addDays, type Day, filterQuery, type FilterRow } from '@octroi/contract';
import { randomUUID } from 'node:crypto';
import { Random } from '#src/demo/random.ts';
import { type Call, measure, type Target, type Timing } from './measure.ts';
import { perRequest, type Spent, spent, total } from './processes.ts';
import type { Volume } from './scenarios.ts';

/** One request asked of both: what Octroi is called, and what the floor is. */
export interface Pair {
  octroi: Call;
  plancher: Call;
}

interface Mix {
  name: string;
  /** Clients at once, one measure each. */
  clients: readonly number[];
  /** Whether the measure itself writes: then it is not taken beside other writes. */
  writes?: boolean;
  next: () => Pair;
}

const query = (parameters: Record<string, string | number | undefined>, rows: FilterRow[] = []): string =>
  new URLSearchParams([
    ...Object.entries(parameters).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    ),
    ...filterQuery(rows),
  ]).toString();

const NAMES = ['issou', 'amadou', 'garba', 'hama', 'moussa', 'oumar', 'salif', 'zeina', 'adamou', 'harou'];
const LETTERS = 'abdegiklmnorstuwyz';
const CASH = 5;
const READERS = [1, 16, 64] as const;

const payment = (contribuable: number, montant: number): Pair => ({
  octroi: {
    path: '/v2/contribuables/transactions',
    body: { contribuable, montant, moyenPaiement: CASH },
    headers: { 'idempotency-key': randomUUID() },
  },
  plancher: { path: '/paiements', body: { contribuable, montant }, headers: {} },
});

/** A payment of anybody's, as the product is called. */
export function payments({ payeurs }: Volume): () => Call {
  const random = new Random(41);
  return () => payment(random.pick(payeurs), random.int(1, 20) * 100).octroi;
}

const atCounter = (contribuable: number, montant: number): Pair => ({
  ...payment(contribuable, montant),
  octroi: {
    path: '/v2/encaissements',
    body: { moyenPaiement: CASH, montant, lignes: [{ contribuable, montant }] },
    headers: { 'idempotency-key': randomUUID() },
  },
});

const enrolment = (nom: string, ramification: number, natureActivite: number): Pair => ({
  octroi: {
    path: '/v2/contribuables',
    body: { nom, prenom: 'Essai', ramification, lignes: [{ natureActivite }] },
    headers: { 'idempotency-key': randomUUID() },
  },
  plancher: { path: '/contribuables', body: { nom, ramification }, headers: {} },
});

/** The mixes that are measured, of reading and of writing. */
export const mixes = (volume: Volume): Mix[] => [
  ...pages(volume),
  ...searches(),
  ...figures(volume),
  ...paying(volume),
];

function paying({ payeurs }: Volume): Mix[] {
  const random = new Random(29);
  const asked = (of: typeof payment) => (): Pair => of(random.pick(payeurs), random.int(1, 20) * 100);
  return [
    { name: 'paiement seul', clients: READERS, writes: true, next: asked(payment) },
    { name: 'paiement au guichet', clients: READERS, writes: true, next: asked(atCounter) },
  ];
}

/** A window of days that ends on any of the last nine hundred. */
function window(random: Random, today: Day, most: number): { from: Day; to: Day } {
  const to = addDays(today, -random.int(0, 900));
  return { from: addDays(to, -random.int(0, most)), to };
}

/** A list asked of both; what the floor is asked with in place of filter rows is said apart. */
function list(
  path: 'contribuables' | 'transactions',
  parameters: Record<string, string | number>,
  rows: FilterRow[] = [],
  plain: Record<string, string | number> = {},
): Pair {
  const { orderBy, ...both } = parameters;
  return {
    octroi: `/v2/${path}?${query(parameters, rows)}`,
    plancher: `/${path}?${query({ ...both, ...(orderBy ? { order: 'nom' } : {}), ...plain })}`,
  };
}

function pages({ today, entites }: Volume): Mix[] {
  const random = new Random(23);
  const page = () => ({ page: random.int(1, 20), itemperpage: random.int(31, 90) });
  const asked = (name: string, next: () => Pair): Mix => ({ name, clients: READERS, next });
  return [
    asked('contribuables d’une collectivité', () =>
      list('contribuables', { entite: random.pick(entites), ...page() }),
    ),
    asked('contribuables d’une période', () =>
      list('contribuables', { ...window(random, today, 700), ...page() }),
    ),
    asked('paiements d’une période', () => list('transactions', { ...window(random, today, 30), ...page() })),
    asked('contribuables par nom, page 150 à 1000', () =>
      list('contribuables', { orderBy: 'contrib.nom', page: random.int(150, 1000), itemperpage: 50 }),
    ),
  ];
}

function searches(): Mix[] {
  const random = new Random(31);
  const page = () => ({ page: random.int(1, 5), itemperpage: random.int(31, 90) });
  return [
    {
      name: 'nom contient, avec nombre',
      clients: READERS,
      next: () => {
        const x = random.pick(NAMES) + (random.int(0, 1) ? LETTERS[random.int(0, LETTERS.length - 1)] : '');
        const row: FilterRow = { column: 'contrib.fullName', operator: 'like', x };
        return list('contribuables', page(), [row], { like: `%${x}%` });
      },
    },
    {
      name: 'statut et reste dû',
      clients: READERS,
      next: () => {
        const statut = random.pick(['Enrolé', 'Corrigé', 'Validé']);
        const restant = random.int(1, 400) * 1000;
        const rows: FilterRow[] = [
          { column: 'contrib.statut', operator: 'eq', x: statut },
          { column: 'contrib.restant', operator: 'gt', x: String(restant) },
        ];
        return list('contribuables', page(), rows, { statut, restant });
      },
    },
  ];
}

function figures({ today }: Volume): Mix[] {
  const random = new Random(37);
  return [
    {
      name: 'tableau de bord, période quelconque',
      clients: READERS,
      next: () => {
        const asked = query(window(random, today, 700));
        return { octroi: `/v2/dashboard/by-entite?${asked}`, plancher: `/tableau?${asked}` };
      },
    },
  ];
}

/** What is asked, and where. */
interface Side {
  target: Target;
  server: number;
  of: (pair: Pair) => Call;
}

export interface Sides {
  octroi: Side;
  plancher: Side;
  postmaster: number;
}

export interface FreshResult {
  name: string;
  clients: number;
  /** Whether others wrote meanwhile. */
  beside: boolean;
  octroi: Timing & { cpu: Spent };
  plancher: Timing & { cpu: Spent };
}

/** Fifty payments and ten enrolments a second, whoever answers slowly. @returns what ends them, once all are answered */
function writing({ target, of }: Side, { payeurs, ramifications, activites }: Volume): () => Promise<void> {
  const random = new Random(5);
  const under = new Set<Promise<unknown>>();
  const faults: unknown[] = [];
  const send = (pair: Pair): void => {
    const call = of(pair);
    if (typeof call === 'string') return;
    const sent: Promise<unknown> = fetch(target.origin + call.path, {
      method: 'POST',
      headers: { cookie: target.cookie, 'content-type': 'application/json', ...call.headers },
      body: JSON.stringify(call.body),
    })
      .then(async (reply) => {
        if (!reply.ok) throw new Error(`${call.path} answered ${reply.status}: ${await reply.text()}`);
        return reply.arrayBuffer();
      })
      .catch((error: unknown) => faults.push(error))
      .finally(() => under.delete(sent));
    under.add(sent);
  };
  let beat = 0;
  const timer = setInterval(() => {
    send(payment(random.pick(payeurs), random.int(1, 20) * 100));
    if (beat++ % 5 === 0)
      send(enrolment(`Flot ${randomUUID()}`, random.pick(ramifications), random.pick(activites)));
  }, 20);
  return async () => {
    clearInterval(timer);
    await Promise.all(under);
    if (faults.length > 0) throw faults[0];
  };
}

const ROUNDS = 2;

/** Octroi and the floor by turns, each as often and as long as the other. */
export async function measureFresh(
  mix: Mix,
  clients: number,
  sides: Sides,
  { beside, seconds, volume }: { beside: boolean; seconds: number; volume: Volume },
): Promise<FreshResult> {
  const halves = { octroi: [] as (Timing & { cpu: Spent })[], plancher: [] as (Timing & { cpu: Spent })[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['octroi', 'plancher'] as const) {
      const side = sides[name];
      const calls = (): Call => side.of(mix.next());
      const limit = { count: Infinity, clients };
      if (round === 0) await measure(side.target, calls, { ...limit, longest: 500 });
      const stop = beside ? writing(side, volume) : undefined;
      const before = await spent(side.server, sides.postmaster);
      const timing = await measure(side.target, calls, { ...limit, longest: (seconds * 1000) / ROUNDS });
      const cpu = perRequest(before, await spent(side.server, sides.postmaster), timing.requests);
      await stop?.();
      halves[name].push({ ...timing, cpu });
    }
  }
  return { name: mix.name, clients, beside, octroi: mean(halves.octroi), plancher: mean(halves.plancher) };
}

function mean(halves: readonly (Timing & { cpu: Spent })[]): Timing & { cpu: Spent } {
  const of = (read: (half: Timing & { cpu: Spent }) => number): number =>
    halves.reduce((sum, half) => sum + read(half), 0) / halves.length;
  return {
    requests: of((half) => half.requests) * halves.length,
    p50: of((half) => half.p50),
    p95: of((half) => half.p95),
    max: Math.max(...halves.map((half) => half.max)),
    perSecond: of((half) => half.perSecond),
    cpu: {
      client: of(({ cpu }) => cpu.client),
      serveur: of(({ cpu }) => cpu.serveur),
      base: of(({ cpu }) => cpu.base),
      fond: of(({ cpu }) => cpu.fond),
    },
  };
}

const one = (value: number): string => value.toFixed(1).replace('.', ',');
const times = (octroi: number, plancher: number): string =>
  plancher > 0 ? (octroi / plancher).toFixed(2).replace('.', ',') : '';

export const FRESH_HEADER = `| Demande neuve, clients | débit Octroi / plancher | processeur Octroi / plancher | par seconde | p50 / p95 (ms) | plancher : par seconde, p50 / p95 | processeur par demande (ms) : client, serveur, base, fond | plancher, en tout |
|---|---|---|---|---|---|---|---|`;

/** Ratios first: they are what a noisy machine leaves standing. Beside others' writes processor time is not one's own. */
export function freshRow({ name, clients, beside, octroi, plancher }: FreshResult): string {
  const { cpu } = octroi;
  const cells = [
    `${name}, ${clients}${beside ? ', à côté d’écritures' : ''}`,
    times(octroi.perSecond, plancher.perSecond),
    beside ? '' : times(total(cpu), total(plancher.cpu)),
    octroi.perSecond.toFixed(0),
    `${one(octroi.p50)} / ${one(octroi.p95)}`,
    `${plancher.perSecond.toFixed(0)}, ${one(plancher.p50)} / ${one(plancher.p95)}`,
    beside ? '' : [cpu.client, cpu.serveur, cpu.base, cpu.fond].map(one).join(' + '),
    beside ? '' : one(total(plancher.cpu)),
  ];
  return `| ${cells.join(' | ')} |`;
}
