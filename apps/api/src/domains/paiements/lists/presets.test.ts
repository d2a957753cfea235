import type { TransactionTotals } from '@octroi/contract';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, type Caller, testApp, YEAR } from '#src/testing/app.ts';

/* What the screens choose by themselves is told by the totals of receipts: number and sums are those of the rows. */
const spy = vi.spyOn(pg.Client.prototype, 'query');
const { signIn, query } = await testApp();
const ACCOUNTS = ['superadmin', 'niamey', 'plateau'] as const satisfies Account[];
const callers = new Map<Account, Caller>();

beforeAll(async () => {
  for (const account of ACCOUNTS) callers.set(account, await signIn(account));
  // some payments wait or failed, some taxpayers have other livestock than when they paid
  await query(`
    insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, statut, moyen_paiement_id, betail)
    select entite_id, id, ramification_id, s.statut || id, 500, s.statut, 1, betail
    from (select * from contribuable where entite_id = 1 and not systeme order by id limit 3) c,
      (values ('En attente de confirmation'), ('Failed')) s (statut)`);
  await query(`update contribuable set nbre_betail = case when betail then null else 4 end
    where id % 5 = 0 and not systeme`);
});
afterAll(() => spy.mockRestore());

interface List {
  data: { montant: number; statut: string }[];
  meta: { total_records: number };
}
type Pairs = [string, string][];

const filter = (column: string, type: string, x?: string | string[], y?: string): Pairs => [
  [`filter[${column}][type]`, type],
  ...(x === undefined ? [] : [x].flat()).map((value): [string, string] => [
    `filter[${column}][x]${Array.isArray(x) ? '[]' : ''}`,
    value,
  ]),
  ...(y === undefined ? [] : [[`filter[${column}][y]`, y] as [string, string]]),
];
const RECEIVED = filter('trans.montant', 'gt', '0');
const sumOf = (rows: List['data']): number => rows.reduce((sum, { montant }) => sum + montant, 0);

/** The rows of a list, which its number and its sums must be those of. */
async function read(account: Account, pairs: Pairs, received: boolean): Promise<List['data']> {
  const caller = callers.get(account)!;
  const get = async <Body>(path: string, asked: Pairs): Promise<Body> => {
    const { status, body } = await caller.get<Body>(`${path}?${new URLSearchParams(asked).toString()}`);
    expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
    return body;
  };
  const asked = received ? [...pairs, ...RECEIVED] : pairs;
  const { data, meta } = await get<List>('/v2/transactions', [...asked, ['itemperpage', '5000']]);
  expect(meta.total_records).toBe(data.length);
  // what was received and given back is told of the place and period, refunds with it
  const { data: all } = await get<List>('/v2/transactions', [...pairs, ['itemperpage', '5000']]);
  const counted = all.filter(({ statut }) => statut === 'Confirmé');
  expect(await get<TransactionTotals>('/v2/transactions/totaux', asked)).toEqual({
    total_records: data.length,
    montant: sumOf(data),
    encaisse: sumOf(counted.filter(({ montant }) => montant > 0)),
    rendu: sumOf(counted.filter(({ montant }) => montant < 0)),
    net: sumOf(counted),
  });
  return data;
}

const day = fc
  .integer({ min: 0, max: 1060 })
  .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));
const maybe = (pairs: fc.Arbitrary<Pairs>): fc.Arbitrary<Pairs> => fc.option(pairs, { nil: [], freq: 2 });
const days = fc.tuple(day, day).map((pair) => pair.toSorted() as [string, string]);
const period = fc.oneof(
  days.map(([from, to]): Pairs => [
    ['from', from],
    ['to', to],
  ]),
  days.map(([from, to]) => filter('trans.dateTransaction', 'dateBetween', from, to)),
  day.map((x) => filter('dateTransaction', 'eq', x)),
  days.chain(([from, to]) =>
    day.map((x): Pairs => [
      ['from', from],
      ...filter('trans.dateTransaction', 'dateBetween', x < to ? x : to, to),
    ]),
  ),
);
const statut = fc.constantFrom<Pairs>(
  filter('trans.statut', 'eq', 'Confirmé'),
  filter('statut', 'is not null'),
  filter('trans.statut', 'eq', 'Failed'),
  filter('trans.statut', 'in', ['Confirmé', 'En attente de confirmation']),
);
const livestock = fc.constantFrom<Pairs>(
  filter('contrib.nbreBetail', 'is null'),
  filter('contribuable.nbreBetail', 'is not null'),
  [['betail', '0']],
  [['betail', '0'], ...filter('contrib.nbreBetail', 'is not null')],
);
const method = fc.constantFrom<Pairs>(
  filter('mp.id', 'eq', '1'),
  filter('mp.id', 'in', ['1', '2', '9']),
  filter('moyenPaiement.id', 'not eq', '1'),
);
const agent = fc.constantFrom<Pairs>(
  filter('user.id', 'is null'),
  filter('user.id', 'not in', ['1', '2']),
  filter('user.id', 'in', ['0', '1', '2', '3', '4', '5', '6', '7', '8']),
);
const place = fc.constantFrom<Pairs>(
  [['entite', '1']],
  [['ms', '9']],
  filter('ent.id', 'in', ['1', '2']),
  filter('ram.id', 'eq', '12'),
  filter('p.id', 'eq', '9'),
);
const queries = fc
  .tuple(maybe(period), maybe(statut), maybe(livestock), maybe(method), maybe(agent), maybe(place))
  .map((parts) => parts.flat());

describe('number and sums of a list of payments', () => {
  it('are those of its rows, whatever is chosen together and by whom', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ACCOUNTS),
        queries,
        fc.boolean(),
        async (account, pairs, received) => {
          await read(account, pairs, received);
        },
      ),
      { numRuns: 80 },
    );
  });

  const PRESETS = [
    ...filter('trans.statut', 'eq', 'Confirmé'),
    ...RECEIVED,
    ...filter('contrib.nbreBetail', 'is null'),
  ];
  const SPELT = filter('trans.dateTransaction', 'dateBetween', `${YEAR}-01-01`, `${YEAR}-12-31`);
  it.each([
    ['the presets of the screen', PRESETS, 0],
    ['the period spelt as a filter', [...PRESETS, ...SPELT], 0],
    ['a method', [...PRESETS, ...filter('mp.id', 'eq', '1')], 0],
    ['an agent', [...PRESETS, ...filter('user.id', 'eq', '1')], 0],
    [
      'a sub-entity and a collectivité',
      [...PRESETS, ...filter('ram.id', 'eq', '12'), ...filter('ent.id', 'eq', '1')],
      0,
    ],
    ['any statut: what is not confirmed is counted', filter('trans.statut', 'is not null'), 1],
    [
      'a method and an agent, which no total holds together',
      [...filter('mp.id', 'eq', '1'), ...filter('user.id', 'eq', '1')],
      1,
    ],
    ['a least amount', filter('trans.montant', 'gte', '500'), 1],
    [
      'an alternative',
      [
        ...filter('mp.id', 'eq', '1'),
        ['filter[mp.id][connector]', 'or'],
        ...filter('ram.id', 'eq', '12'),
        ['filter[ram.id][connector]', 'or'],
      ] as Pairs,
      1,
    ],
  ])('are told by totals where they can be: %s', async (_, pairs, statements) => {
    const caller = callers.get('niamey')!;
    spy.mockClear();
    await caller.get(`/v2/transactions/totaux?${new URLSearchParams(pairs).toString()}`);
    const texts = spy.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : JSON.stringify(first),
    );
    expect(texts.filter((text) => text.includes('from transaction as trans'))).toHaveLength(statements);
  });

  it('stay where they were when a taxpayer gets livestock afterwards', async () => {
    const [payer] = await query<{ id: number }>(`
      select c.id from contribuable c join transaction t on t.entite_id = c.entite_id and t.contribuable_id = c.id
      where c.entite_id = 1 and not c.betail and not t.betail and t.statut = 'Confirmé' order by t.id limit 1`);
    const before = await read('niamey', filter('contrib.nbreBetail', 'is null'), false);
    await query(`update contribuable set nbre_betail = 7 where id = ${payer!.id}`);
    expect(await read('niamey', filter('contrib.nbreBetail', 'is null'), false)).toEqual(before);
    // an alternative reads the same
    const spelt = [
      ...filter('contrib.nbreBetail', 'is null'),
      ...filter('ram.id', 'eq', '0'),
      ['filter[ram.id][connector]', 'or'],
    ] as Pairs;
    expect(await read('niamey', spelt, false)).toEqual(before);
  });
});

describe('a page of payments', () => {
  it('is empty beyond the last one, and its number the same', async () => {
    const { body: first } = await callers.get('niamey')!.get<List>('/v2/transactions');
    const { status, body } = await callers.get('niamey')!.get<List>('/v2/transactions?page=90000000');
    expect([status, body]).toEqual([200, { data: [], meta: first.meta }]);
  });
});
