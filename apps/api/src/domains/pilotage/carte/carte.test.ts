import {
  type Cadre,
  type Carte,
  type Dashboard,
  formatMaille,
  type LieuxCarte,
  type MailleCarte,
  type Mailles,
} from '@octroi/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Caller, testApp, YEAR } from '#src/testing/app.ts';

const { signIn, query } = await testApp();

interface Totals {
  total_records: number;
  prevu: number;
  paye: number;
  restant: number;
}

const ACCOUNTS = ['superadmin', 'niamey', 'plateau'] as const;
const callers = new Map<Account, Caller>();
let departements: number[] = [];

beforeAll(async () => {
  for (const account of ACCOUNTS) callers.set(account, await signIn(account));
  // some without a position, some with half of one, one on the very edge of cells of every zoom
  await query('update contribuable set latitude = null, longitude = null where id % 11 = 0');
  await query('update contribuable set longitude = null where id % 13 = 0');
  await query('update contribuable set latitude = 14, longitude = 2 where id % 17 = 0');
  const nodes = await query<{ id: number }>(
    'select id from ramification where entite_id = 1 and parent_id is null order by id limit 3',
  );
  departements = nodes.map(({ id }) => id);
});

async function read<Body>(account: Account, path: string, parameters: object): Promise<Body> {
  const defined = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(defined.map(([name, value]): [string, string] => [name, String(value)]));
  const reply = await callers.get(account)?.get<Body>(`/v2/${path}?${search.toString()}`);
  expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
  return reply?.body as Body;
}

const sum = <Row>(rows: Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

const day = fc
  .integer({ min: 0, max: 1095 })
  .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));
const choice = fc
  .record({
    account: fc.constantFrom(...ACCOUNTS),
    zoom: fc.integer({ min: 3, max: 8 }),
    place: fc.constantFrom<(account: Account) => object>(
      () => ({}),
      () => ({}),
      (account) => (account === 'plateau' ? {} : { entite: 1 }),
      (account) => (account === 'plateau' ? {} : { ms: departements.slice(0, 2).join() }),
    ),
    from: fc.option(day, { nil: undefined, freq: 2 }),
    to: fc.option(day, { nil: undefined, freq: 2 }),
    annee: fc.option(fc.integer({ min: 2024, max: 2027 }), { nil: undefined }),
    betail: fc.constantFrom('0', '0', '1'),
  })
  .map(({ from, to, ...rest }) =>
    from && to && from > to ? { ...rest, from: to, to: from } : { ...rest, from, to },
  );

const CADRE = '0,11,17,24';

describe('the map', () => {
  it('has the taxpayers and sums of the list, per cell and in total, to the franc', async () => {
    let peopled = 0;
    await fc.assert(
      fc.asyncProperty(choice, fc.nat(), async ({ account, zoom, place, ...rest }, rank) => {
        const selection = { ...place(account), ...rest };
        const { total, sansPosition } = await read<Carte>(account, 'statistiques/carte', selection);
        const { mailles } = await read<Mailles>(account, 'statistiques/carte/mailles', {
          ...selection,
          zoom,
          cadre: CADRE,
        });
        const of = (more: object) => read<Totals>(account, 'contribuables/totaux', { ...selection, ...more });
        const listed = (totals: Totals) => {
          const { total_records: contribuables, ...money } = totals;
          return { contribuables, ...money };
        };
        expect(total).toEqual(listed(await of({})));
        expect(sansPosition).toEqual(listed(await of({ maille: 'aucune' })));
        for (const name of ['contribuables', 'prevu', 'paye', 'restant'] as const)
          expect(sum(mailles, (cell) => cell[name]) + sansPosition[name]).toBe(total[name]);

        const cell = mailles[rank % Math.max(1, mailles.length)];
        if (!cell) return;
        peopled += 1;
        const { x, y, contribuables, prevu, paye, restant } = cell;
        const maille = formatMaille({ zoom, x, y });
        expect({ contribuables, prevu, paye, restant }).toEqual(listed(await of({ maille })));
        for (const [part, filters] of PARTS)
          expect((await of({ maille, ...filters })).total_records, part).toBe(cell[part]);
      }),
      { numRuns: 25 },
    );
    expect(peopled, 'choices where somebody is').toBeGreaterThan(8);
  });

  it('has in the smallest stored cells the sums of the smaller cells read from taxpayers', async () => {
    const [at] = await query<{ latitude: number; longitude: number }>(
      `select latitude, longitude from contribuable
       where not betail and latitude is not null and longitude is not null and latitude <> 14 limit 1`,
    );
    const around = (degrees: number): string =>
      [
        at!.longitude - degrees,
        at!.latitude - degrees,
        at!.longitude + degrees,
        at!.latitude + degrees,
      ].join();
    const cells = async (zoom: number, degrees: number): Promise<MailleCarte[]> =>
      (await read<Mailles>('superadmin', 'statistiques/carte/mailles', { zoom, cadre: around(degrees) }))
        .mailles;
    const within = await cells(16, 0.03);
    const stored = await cells(15, 0.01);
    expect(stored.length).toBeGreaterThan(0);
    for (const cell of stored) {
      const parts = within.filter(({ x, y }) => x >> 1 === cell.x && y >> 1 === cell.y);
      for (const name of [
        'contribuables',
        'prevu',
        'paye',
        'restant',
        ...PARTS.map(([part]) => part),
      ] as const)
        expect(
          sum(parts, (part) => part[name]),
          name,
        ).toBe(cell[name]);
      for (const axis of ['latitude', 'longitude'] as const)
        expect(sum(parts, (part) => part[axis] * part.contribuables) / cell.contribuables).toBeCloseTo(
          cell[axis],
          9,
        );
    }
  });

  it('names a cell by the lowest place that contains all its taxpayers', async () => {
    const { mailles } = await read<Mailles>('superadmin', 'statistiques/carte/mailles', {
      cadre: CADRE,
      zoom: 3,
    });
    const wide = mailles.find(({ autresEntites }) => autresEntites > 0);
    expect(wide?.lieu).toBeNull();
    const [at] = await query<{ id: number; latitude: number; longitude: number; lieu: string }>(
      `select c.id, c.latitude, c.longitude, r.nom as lieu from contribuable c join ramification r on r.id = c.ramification_id
       where not c.betail and c.latitude is not null and c.longitude is not null and c.latitude <> 14 limit 1`,
    );
    if (!at) throw new Error('nobody has a position');
    const near = {
      cadre: [at.longitude, at.latitude, at.longitude + 1e-6, at.latitude + 1e-6].join(),
      zoom: 19,
    };
    const close = await read<Mailles>('superadmin', 'statistiques/carte/mailles', near);
    expect(close.mailles.map(({ contribuables, lieu }) => [contribuables, lieu?.nom])).toContainEqual([
      1,
      at.lieu,
    ]);
  });

  it('counts at every zoom the taxpayers enrolled in the chosen days', async () => {
    const [at] = await query<{ longitude: number; latitude: number; jour: string }>(
      `select longitude, latitude, jour::text from contribuable
       where not betail and longitude is not null and latitude is not null and latitude <> 14 limit 1`,
    );
    if (!at) throw new Error('nobody has a position');
    const { longitude, latitude, jour } = at;
    const counted = async (days: object) => {
      const { mailles } = await read<Mailles>('superadmin', 'statistiques/carte/mailles', {
        cadre: [longitude, latitude, longitude + 1e-6, latitude + 1e-6].join(),
        zoom: 19,
        ...days,
      });
      return sum(mailles, ({ contribuables }) => contribuables);
    };
    expect(await counted({ from: jour, to: jour })).toBe(1);
    expect(await counted({ to: '2001-01-01' })).toBe(0);
    expect(await counted({ from: '2099-01-01' })).toBe(0);
  });

  it.each<[string, { from?: string; to?: string }]>([
    ['of all days', {}],
    ['of a year', { from: `${YEAR - 1}-01-01`, to: `${YEAR - 1}-12-31` }],
    ['of odd days', { from: `${YEAR - 1}-02-11`, to: `${YEAR}-03-05` }],
  ])('opens on the bounds of the selection, to the cell: %s', async (_, period) => {
    const { cadre } = await read<Carte>('niamey', 'statistiques/carte', period);
    const [bounds] = await query<Cadre>(
      `select min(longitude) as ouest, min(latitude) as sud, max(longitude) as est, max(latitude) as nord
       from contribuable where entite_id = 1 and not betail and latitude is not null and longitude is not null
         and jour between $1 and $2`,
      [period.from ?? '0001-01-01', period.to ?? '9999-12-31'],
    );
    const cell = 1 / 256;
    const [west, south] = [bounds?.ouest, bounds?.sud].map(
      (least) => Math.floor(Number(least) / cell) * cell,
    );
    const [east, north] = [bounds?.est, bounds?.nord].map(
      (most) => (Math.floor(Number(most) / cell) + 1) * cell,
    );
    expect(cadre).toEqual({ ouest: west, sud: south, est: east, nord: north });
  });

  it('has no bounds without taxpayers', async () => {
    const nobody = await read<Carte>('niamey', 'statistiques/carte', { to: '2001-01-01' });
    expect(nobody).toEqual({ total: NOTHING, sansPosition: NOTHING, cadre: null });
  });
});

const NOTHING = { contribuables: 0, prevu: 0, paye: 0, restant: 0 };
const filter = (column: string, operator: string, x: string) => ({
  [`filter[contrib.${column}][type]`]: operator,
  [`filter[contrib.${column}][x]`]: x,
});
/** How the list is asked for the taxpayers of each part. */
const PARTS: [keyof Pick<MailleCarte, 'soldes' | 'partiels' | 'impayes' | 'sansDu'>, object][] = [
  ['soldes', { ...filter('prevu', 'gt', '0'), ...filter('restant', 'lte', '0') }],
  ['partiels', { ...filter('paye', 'gt', '0'), ...filter('restant', 'gt', '0') }],
  ['impayes', { ...filter('prevu', 'gt', '0'), ...filter('paye', 'lte', '0') }],
  ['sansDu', filter('prevu', 'eq', '0')],
];

describe('a part of the map is refused', () => {
  it.each([
    ['cadre=3,13,2,14&zoom=8', 'turned round'],
    ['cadre=-190,0,10,10&zoom=3', 'beyond the globe'],
    ['cadre=0,0,10&zoom=3', 'of three sides'],
    ['cadre=0,11,17,24&zoom=12', 'too large for its zoom'],
    ['cadre=0,11,17,24&zoom=20', 'closer than the map comes'],
    ['cadre=0,11,17,24&zoom=-1', 'farther than the map goes'],
    ['cadre=0,11,17,24', 'without a zoom'],
    ['zoom=6', 'without bounds'],
    ['cadre=0,11,17,24&zoom=6&from=2026-02-01&to=2026-01-01', 'in days that run backwards'],
    ['cadre=0,11,17,24&zoom=6&annee=1800', 'in a year that nobody kept'],
  ])('%s: %s', async (search) => {
    const reply = await callers.get('niamey')?.get(`/v2/statistiques/carte/mailles?${search}`);
    expect(reply?.status, JSON.stringify(reply?.body)).toBe(400);
  });

  it('outside the scope, since it does not exist there', async () => {
    for (const [account, place] of [
      ['niamey', 'entite=2'],
      ['niamey', 'ms=999999'],
      ['plateau', `ms=${departements[2]}`],
    ] as const) {
      const reply = await callers.get(account)?.get(`/v2/statistiques/carte?${place}`);
      expect(reply?.status, `${account} ${place}`).toBe(404);
    }
  });
});

it('a list refuses an impossible cell', async () => {
  for (const maille of ['20/0/0', '3/99/0', 'ici', '1/2'])
    expect((await callers.get('niamey')?.get(`/v2/contribuables?maille=${maille}`))?.status, maille).toBe(
      400,
    );
});

describe('the places of the map', () => {
  it.each([
    ['superadmin', {}],
    ['niamey', { entite: 1 }],
    ['plateau', {}],
  ] as const)('of %s are those of the dashboard, with the same amounts', async (account, parameters) => {
    const { lieux } = await read<LieuxCarte>(account, 'statistiques/carte/lieux', parameters);
    const { details } = await read<Dashboard>(account, 'dashboard/by-entite', parameters);
    expect(lieux.map(({ id, nom, direct, prevu, paye }) => ({ id, nom, direct, prevu, paye }))).toEqual(
      details.map(({ id, nom, direct, prevu, paiement: paye }) => ({ id, nom, direct, prevu, paye })),
    );
    expect(lieux.length).toBeGreaterThan(0);
  });

  it('are at the mean of their taxpayers, to the size of a stored cell', async () => {
    const { lieux } = await read<LieuxCarte>('superadmin', 'statistiques/carte/lieux', {});
    const rows = await query<{ id: number; latitude: number; longitude: number }>(
      `select entite_id as id, avg(latitude) as latitude, avg(longitude) as longitude from contribuable
       where latitude is not null and longitude is not null and not betail and not systeme group by 1`,
    );
    for (const { id, latitude, longitude } of rows) {
      const position = lieux.find((lieu) => lieu.id === id)?.position;
      expect(position?.latitude).toBeCloseTo(latitude, 2);
      expect(position?.longitude).toBeCloseTo(longitude, 2);
    }
    expect(rows.length).toBeGreaterThan(1);
  });
});
