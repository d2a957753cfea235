/** The measures compared with the baseline, and those of writes; calls of screens are in `screens.ts`. */
import { randomUUID } from 'node:crypto';
import { addDays, type Day, filterQuery, type FilterRow } from '@octroi/contract';
import { Random } from '#src/demo/random.ts';
import type { Call } from './load.ts';

export interface Volume {
  /** Last day of the data. */
  today: Day;
  entites: number[];
  /** Some thousands of taxpayers. */
  payeurs: { id: number; nom: string; telephone: string | null; numero: string }[];
}

export interface Scenario {
  name: string;
  /** Account that sends the calls; absent: superadmin. */
  account?: 'superadmin' | 'niamey' | 'plateau';
  /** Numbers of simultaneous clients; one measure for each. */
  clients: readonly number[];
  /** A measure ends after this number of requests, if its time is not over before. */
  most?: number;
  /** Limits of a measure: milliseconds at the 95th percentile, or requests per second. */
  bar?: { p95?: number; perSecond?: number };
  /** A request to Octroi, and the same one to the baseline if it has it. */
  next: () => { octroi: Call; plancher?: Call };
}

const ALONE = [1] as const;
const LIST = [1, 16] as const;
/** Payments that arrive together are booked together. */
const PAYMENTS = [1, 16, 64] as const;
const CASH = 5;
const NAMES = ['issou', 'amadou', 'garba', 'hama', 'moussa', 'oumar', 'salif', 'zeina', 'adamou', 'harou'];
/** Default filters of the screen of transactions. */
const PRESETS: FilterRow[] = [
  { column: 'trans.statut', operator: 'eq', x: 'Confirmé' },
  { column: 'trans.montant', operator: 'gt', x: '0' },
  { column: 'contrib.nbreBetail', operator: 'is null' },
];

type Parameters = Record<string, string | number>;
const query = (parameters: Parameters, rows: FilterRow[] = []): string =>
  new URLSearchParams([
    ...Object.entries(parameters).map(([key, value]): [string, string] => [key, String(value)]),
    ...filterQuery(rows),
  ]).toString();

/**
 * A list of both servers.
 * @param plain parameters of the baseline in place of filter rows
 */
function list(
  path: string,
  { orderBy, ...both }: Parameters,
  rows: FilterRow[] = [],
  plain: Parameters = {},
) {
  const order: Parameters = orderBy ? { orderBy } : {};
  return {
    octroi: `/v2/${path}?${query({ ...both, ...order }, rows)}`,
    plancher: `/${path}?${query({ ...both, ...(orderBy ? { order: 'nom' } : {}), ...plain })}`,
  };
}

export const payment = (contribuable: number, montant: number) => ({
  octroi: {
    path: '/v2/contribuables/transactions',
    body: { contribuable, montant, moyenPaiement: CASH },
    headers: { 'idempotency-key': randomUUID() },
  },
  plancher: { path: '/paiements', body: { contribuable, montant } },
});

const atCounter = (contribuable: number, montant: number) => ({
  ...payment(contribuable, montant),
  octroi: {
    path: '/v2/encaissements',
    body: { moyenPaiement: CASH, montant, lignes: [{ contribuable, montant }] },
    headers: { 'idempotency-key': randomUUID() },
  },
});

export function scenarios(volume: Volume): Scenario[] {
  const random = new Random(23);
  return [...lists(volume, random), ...figures(volume, random), ...counter(volume, random)];
}

/** A period that ends on any of the last nine hundred days. */
function period({ today }: Volume, random: Random, most: number): { from: Day; to: Day } {
  const to = addDays(today, -random.int(0, 900));
  return { from: addDays(to, -random.int(0, most)), to };
}

function lists(volume: Volume, random: Random): Scenario[] {
  const page = (last = 20) => ({ page: random.int(1, last), itemperpage: random.int(31, 90) });
  const asked = (name: string, next: Scenario['next']): Scenario => ({ name, clients: LIST, next });
  return [
    asked('contribuables d’une collectivité', () =>
      list('contribuables', { entite: random.pick(volume.entites), ...page() }),
    ),
    asked('contribuables d’une période', () =>
      list('contribuables', { ...period(volume, random, 700), ...page() }),
    ),
    asked('paiements d’une période', () =>
      list('transactions', { ...period(volume, random, 30), ...page() }, PRESETS),
    ),
    asked('contribuables par nom, page 150 à 1000', () =>
      list('contribuables', { orderBy: 'contrib.nom', page: random.int(150, 1000), itemperpage: 50 }),
    ),
    asked('nom contient, avec nombre', () => {
      const x = random.pick(NAMES) + random.pick(['', 'a', 'e', 'i', 'k', 'm', 'n', 'o', 's', 'u']);
      const row: FilterRow = { column: 'contrib.fullName', operator: 'like', x };
      return list('contribuables', page(5), [row], { like: `%${x}%` });
    }),
    asked('statut et reste dû', () => {
      const statut = random.pick(['Enrolé', 'Corrigé', 'Validé']);
      const restant = random.int(1, 400) * 1000;
      const rows: FilterRow[] = [
        { column: 'contrib.statut', operator: 'eq', x: statut },
        { column: 'contrib.restant', operator: 'gt', x: String(restant) },
      ];
      return list('contribuables', page(5), rows, { statut, restant });
    }),
  ];
}

function figures(volume: Volume, random: Random): Scenario[] {
  return [
    {
      name: 'tableau de bord',
      clients: LIST,
      bar: { p95: 20 },
      next: () => {
        const asked = query(period(volume, random, 700));
        return { octroi: `/v2/dashboard/by-entite?${asked}`, plancher: `/tableau?${asked}` };
      },
    },
  ];
}

function counter({ payeurs }: Volume, random: Random): Scenario[] {
  const amount = (): number => random.int(1, 20) * 100;
  /** A search text: a name, correct, misspelt or incomplete; a telephone; a number. */
  const typed = (): string => {
    const { nom, telephone, numero } = random.pick(payeurs);
    const slip = random.int(1, Math.max(1, nom.length - 2));
    return random.pick([
      nom,
      nom.slice(0, slip) + nom.slice(slip + 1),
      nom.slice(0, Math.max(4, nom.length - 5)),
      telephone ?? numero,
      numero,
    ]);
  };
  const search = (account?: Scenario['account']): Scenario => ({
    name: `recherche, ${account ?? 'superadmin'}`,
    ...(account ? { account } : {}),
    clients: ALONE,
    bar: { p95: 100 },
    next: () => ({ octroi: `/v2/recherche?${query({ q: typed() })}` }),
  });
  return [
    search(),
    search('niamey'),
    search('plateau'),
    {
      name: 'guichet : ce qui est dû',
      clients: ALONE,
      bar: { p95: 20 },
      next: () => ({ octroi: `/v2/contribuables/${random.pick(payeurs).id}/compte` }),
    },
    { name: 'paiement seul', clients: PAYMENTS, next: () => payment(random.pick(payeurs).id, amount()) },
    {
      name: 'paiement au guichet',
      clients: PAYMENTS,
      next: () => atCounter(random.pick(payeurs).id, amount()),
    },
  ];
}
