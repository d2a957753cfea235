/**
 * The mixes that are measured, each with its bar. Nothing is written before the payments, which come last, so what is
 * asked twice is answered from what the server keeps until the next write: where a mix repeats itself, its name says so
 * (« gardée »).
 */
import {
  addDays,
  type Day,
  filterQuery,
  type FilterRow,
  periodRange,
  PERIODS,
  type Period,
} from '@octroi/contract';
import { randomUUID } from 'node:crypto';
import { Random } from '#src/demo/random.ts';
import type { Call } from './measure.ts';

export interface Scenario {
  name: string;
  account: 'niamey' | 'superadmin' | 'plateau';
  clients: number;
  count: number;
  /** What must hold, in words and as a check: milliseconds at p95, or requests a second. */
  bar: { p95?: number; perSecond?: number };
  path: (n: number) => Call;
}

export interface Volume {
  today: Day;
  ramifications: number[];
  entites: number[];
  /** Activities of the collectivité that the sub-entities are of. */
  activites: number[];
  /** Taxpayers of all collectivités, some thousands. */
  payeurs: number[];
  /** By what people look for taxpayers, of some thousands: at least one of each. */
  cherches: { noms: string[]; telephones: string[]; numeros: string[] };
}

const query = (parameters: Record<string, string | number>, rows: FilterRow[] = []): string =>
  new URLSearchParams([
    ...Object.entries(parameters).map(([key, value]): [string, string] => [key, String(value)]),
    ...filterQuery(rows),
  ]).toString();

/** The first of the month that is `count` months from that of a day. */
function addMonths(from: Day, count: number): Day {
  const date = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 10);
}

const STATISTIQUES = [
  'enrollement/par-entite',
  'enrollement/par-agent',
  'enrollement/par-taxe',
  'transactions/moyen-par-paiement',
  'transactions/par-entite',
  'transactions/par-agent',
  'transactions/par-taxe',
  'transactions/par-lieu',
  'agents',
] as const;
/** Those with a row for each month. */
const DATED: ReadonlySet<string> = new Set([
  'enrollement/par-entite',
  'enrollement/par-agent',
  'transactions/moyen-par-paiement',
  'transactions/par-entite',
  'transactions/par-agent',
]);

/** All of the map, from far. */
const NIGER = { cadre: '0,11,17,24', zoom: 6 };

const LETTERS = 'abdegiklmnorstuwyz';
const NAMES = ['issou', 'amadou', 'garba', 'hama', 'moussa', 'oumar', 'salif', 'zeina', 'adamou', 'harou'];

/** Cash at the counter, for one taxpayer. */
const encaissement = (contribuable: number): Call => ({
  path: '/v2/encaissements',
  body: { moyenPaiement: 5, montant: 500, lignes: [{ contribuable, montant: 500 }] },
  headers: { 'idempotency-key': randomUUID() },
});

export function scenarios({ today, ramifications, entites, payeurs, cherches }: Volume): Scenario[] {
  const random = new Random(11);
  const period = (): { from: Day; to: Day } =>
    periodRange(random.pick(Object.keys(PERIODS) as Period[]), today);
  const anyPeriod = (): { from: Day; to: Day } => {
    const to = addDays(today, -random.int(0, 900));
    return { from: addDays(to, -random.int(0, 700)), to };
  };
  const year = periodRange('cetteAnnee', today);
  const day = periodRange('aujourdhui', today);
  /** Twelve months that begin with any of the last thirty-six, so that few requests repeat. */
  const wholeYear = (): { from: Day; to: Day; betail: number } => {
    const first = addMonths(today, -random.int(11, 47));
    return { from: first, to: addDays(addMonths(first, 12), -1), betail: random.int(0, 9) === 0 ? 1 : 0 };
  };
  /** Sums over a year without rows by date; a cut that they do not use makes the requests differ. */
  const calendarYear = (n: number): { from: Day; to: Day; betail: number; pas: string } => {
    const present = Number(today.slice(0, 4));
    const each = present - (n % 3);
    return {
      from: `${each}-01-01`,
      to: `${each}-12-31`,
      betail: Math.floor(n / 3) % 2,
      pas: ['jour', 'semaine', 'mois', 'annee'][Math.floor(n / 6) % 4] ?? 'mois',
    };
  };
  const ramification = (): number => random.pick(ramifications);
  const list = (parameters: Record<string, string | number>, rows: FilterRow[] = []): string =>
    `/v2/contribuables?${query(parameters, rows)}`;

  const twoColumns = (): FilterRow[] =>
    random.pick<() => FilterRow[]>([
      () => [
        { column: 'contrib.statut', operator: 'eq', x: random.pick(['Enrolé', 'Corrigé', 'Validé']) },
        { column: 'ram.id', operator: 'eq', x: String(ramification()) },
      ],
      () => [
        { column: 'contrib.fullName', operator: 'like', x: random.pick(NAMES) },
        { column: 'contrib.statut', operator: 'in', x: ['Enrolé', 'Corrigé'] },
      ],
      () => [
        { column: 'contrib.telephone', operator: 'like', x: `${random.int(10, 99)} ${random.int(10, 99)}` },
        { column: 'contrib.type', operator: 'eq', x: 'Personne physique' },
      ],
      () => [
        {
          column: 'contrib.createdAt',
          operator: 'dateBetween',
          x: addDays(today, -random.int(30, 400)),
          y: today,
        },
        { column: 'contrib.restant', operator: 'gt', x: String(random.int(1, 200) * 1000) },
      ],
    ])();

  /** What is typed into the search box: names as they are, with a slip, begun; telephones and numbers. */
  const typed = (): string => {
    const nom = random.pick(cherches.noms);
    const slip = random.int(1, Math.max(1, nom.length - 2));
    return random.pick([
      nom,
      nom.slice(0, slip) + nom.slice(slip + 1),
      nom.slice(0, Math.max(4, nom.length - 5)),
      random.pick(cherches.telephones),
      random.pick(cherches.numeros),
    ]);
  };

  const read = (name: string, path: (n: number) => string): Scenario[] => [
    { name: `${name}, 1 client`, account: 'niamey', clients: 1, count: 300, bar: { p95: 10 }, path },
    {
      name: `${name}, 16 clients`,
      account: 'niamey',
      clients: 16,
      count: 6000,
      bar: { perSecond: 1000 },
      path,
    },
  ];

  return [
    ...read('liste des contribuables, par défaut (jour), gardée', () => list({ ...day, betail: 0 })),
    ...read('liste des contribuables, année, vingt pages, gardées', (n) =>
      list({ ...year, betail: 0, page: 1 + (n % 20) }),
    ),
    ...read('liste des contribuables, toutes demandes différentes', (n) =>
      list({ ...anyPeriod(), betail: 0, page: 1 + (n % 20) }),
    ),
    ...read('liste des transactions, jour, gardée', () => `/v2/transactions?${query({ ...day })}`),
    ...read(
      'liste des transactions, toutes demandes différentes',
      () => `/v2/transactions?${query(anyPeriod())}`,
    ),
    ...read('liste des natures d’activité, gardée', () => '/v2/nature_activites?itemperpage=30'),
    {
      name: 'filtre de deux colonnes, une collectivité',
      account: 'niamey',
      clients: 1,
      count: 200,
      bar: { p95: 100 },
      path: () => list({}, twoColumns()),
    },
    {
      name: 'filtre de deux colonnes, toutes',
      account: 'superadmin',
      clients: 1,
      count: 100,
      bar: { p95: 100 },
      path: () => list({}, twoColumns()),
    },
    {
      name: 'page au-delà de 1 000, toutes, par nom',
      account: 'superadmin',
      clients: 1,
      count: 20,
      bar: { p95: 500 },
      path: () => list({ page: random.int(1000, 4000), orderBy: 'contrib.fullName' }),
    },
    {
      name: 'contient une ou deux lettres, toutes',
      account: 'superadmin',
      clients: 1,
      count: 20,
      bar: { p95: 500 },
      path: (n) =>
        list({}, [
          {
            column: 'contrib.fullName',
            operator: 'like',
            x: LETTERS[n % LETTERS.length] + (n % 2 ? (LETTERS[(n * 7) % LETTERS.length] ?? '') : ''),
          },
        ]),
    },
    {
      name: 'totaux de la liste, année, une collectivité',
      account: 'niamey',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: () => `/v2/contribuables/totaux?${query({ ...anyPeriod(), betail: 0 })}`,
    },
    {
      name: 'tableau de bord, toutes, période quelconque',
      account: 'superadmin',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: () => `/v2/dashboard/by-entite?${query(anyPeriod())}`,
    },
    {
      name: 'tableau de bord, toutes, période nommée, souvent gardée',
      account: 'superadmin',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: () => `/v2/dashboard/by-entite?${query({ ...period(), annee: random.int(2024, 2027) })}`,
    },
    {
      name: 'tableau de bord, une collectivité ou sous-entité',
      account: 'superadmin',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: (n) =>
        `/v2/dashboard/by-entite?${query({ ...anyPeriod(), ...(n % 2 ? { entite: random.pick(entites) } : { ms: ramification() }) })}`,
    },
    {
      name: 'tableau de bord, par encaissement',
      account: 'superadmin',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: () => `/v2/dashboard/by-entite?${query({ ...anyPeriod(), base: 'encaissement' })}`,
    },
    ...STATISTIQUES.map((path): Scenario => ({
      name: `statistiques ${path}, année, toutes`,
      account: 'superadmin',
      clients: 1,
      count: 40,
      bar: { p95: 50 },
      path: (n) => `/v2/statistiques/${path}?${query(DATED.has(path) ? wholeYear() : calendarYear(n))}`,
    })),
    ...[...DATED].map((path): Scenario => ({
      name: `statistiques ${path}, année par semaine, toutes`,
      account: 'superadmin',
      clients: 1,
      count: 40,
      bar: { p95: 50 },
      path: () => `/v2/statistiques/${path}?${query({ ...wholeYear(), pas: 'semaine' })}`,
    })),
    ...(
      [
        ['rythme', () => ({ annee: random.int(2000, 2100) })],
        ['carte', () => ({ annee: random.int(2000, 2100) })],
        ['carte/mailles', () => ({ ...NIGER, annee: random.int(2000, 2100) })],
        [
          'carte/mailles, année',
          (n: number) => ({ ...NIGER, ...calendarYear(n), annee: random.int(2000, 2100) }),
        ],
        ['carte/mailles, douze mois', () => ({ ...NIGER, ...wholeYear() })],
      ] as const
    ).map(([name, asked]): Scenario => ({
      name: `statistiques ${name}, toutes`,
      account: 'superadmin',
      clients: 1,
      count: 40,
      bar: { p95: 50 },
      path: (n) => `/v2/statistiques/${name.replace(/,.*/, '')}?${query(asked(n))}`,
    })),
    ...(['superadmin', 'niamey', 'plateau'] as const).map((account): Scenario => ({
      name: `recherche, ${account}`,
      account,
      clients: 1,
      count: 400,
      bar: { p95: 100 },
      path: () => `/v2/recherche?${query({ q: typed() })}`,
    })),
    {
      name: 'transactions d’un mois, toutes',
      account: 'superadmin',
      clients: 1,
      count: 50,
      bar: { p95: 100 },
      path: () => {
        const to = addDays(today, -random.int(0, 700));
        return `/v2/transactions?${query({ from: addDays(to, -30), to, page: random.int(1, 20) })}`;
      },
    },
    {
      name: 'guichet : ce qui est dû',
      account: 'superadmin',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: () => `/v2/contribuables/${random.pick(payeurs)}/compte`,
    },
    {
      name: 'guichet : ce qui sera payé',
      account: 'superadmin',
      clients: 1,
      count: 200,
      bar: { p95: 20 },
      path: () => `/v2/contribuables/${random.pick(payeurs)}/repartition?${query({ montant: 500 })}`,
    },
    {
      name: 'guichet : rechercher, lire ce qui est dû, encaisser',
      account: 'superadmin',
      clients: 1,
      count: 300,
      bar: { p95: 100 },
      path: (n) => {
        // one person after another: each is looked for, shown, and pays
        const payeur = payeurs[Math.floor(n / 3) % payeurs.length] as number;
        const steps: (() => Call)[] = [
          () => `/v2/recherche?${query({ q: typed() })}`,
          () => `/v2/contribuables/${payeur}/compte`,
          () => encaissement(payeur),
        ];
        return (steps[n % 3] as () => Call)();
      },
    },
    {
      name: 'guichet : encaissements, 16 clients',
      account: 'superadmin',
      clients: 16,
      count: 4000,
      bar: { perSecond: 400 },
      path: () => encaissement(random.pick(payeurs)),
    },
    {
      name: 'paiements encaissés, 16 clients',
      account: 'superadmin',
      clients: 16,
      count: 6000,
      bar: { perSecond: 1000 },
      path: () => ({
        path: '/v2/contribuables/transactions',
        body: { contribuable: random.pick(payeurs), montant: 500, moyenPaiement: 5 },
        headers: { 'idempotency-key': randomUUID() },
      }),
    },
  ];
}
