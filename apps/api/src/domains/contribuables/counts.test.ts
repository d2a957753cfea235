import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, type Caller, testApp, YEAR } from '#src/testing/app.ts';

/* Number and sums of a filtered list may come from the total of the year alone (ADR 0055): they are those of its rows. */
const spy = vi.spyOn(pg.Client.prototype, 'query');
const { signIn, query } = await testApp();
const ACCOUNTS = ['superadmin', 'niamey', 'plateau'] as const satisfies Account[];
const callers = new Map<Account, Caller>();
beforeAll(async () => {
  for (const account of ACCOUNTS) callers.set(account, await signIn(account));
});
afterAll(() => spy.mockRestore());

interface List {
  data: { statut: string; situation: { total: number; payer: number; restant: number } }[];
  meta: { total_records: number };
}
interface Totals {
  total_records: number;
  prevu: number;
  paye: number;
  restant: number;
}
type Pairs = [string, string][];

/** The rows that a list gives, which its number and its sums must be those of. */
async function read(account: Account, pairs: Pairs): Promise<List['data']> {
  const caller = callers.get(account)!;
  const address = new URLSearchParams(pairs).toString();
  const list = await caller.get<List>(`/v2/contribuables?${address}&itemperpage=5000`);
  const totals = await caller.get<Totals>(`/v2/contribuables/totaux?${address}`);
  expect([list.status, totals.status], JSON.stringify([list.body, totals.body]).slice(0, 400)).toEqual([
    200, 200,
  ]);
  const { data, meta } = list.body;
  const sum = (field: keyof List['data'][number]['situation']): number =>
    data.reduce((all, { situation }) => all + situation[field], 0);
  expect(meta.total_records).toBe(data.length);
  expect(totals.body).toEqual({
    total_records: data.length,
    prevu: sum('total'),
    paye: sum('payer'),
    restant: sum('restant'),
  });
  return data;
}

const row = (column: string, type: string, x: string | string[], y?: string, connector?: string): Pairs => [
  ...[x]
    .flat()
    .map((value): [string, string] => [`filter[${column}][x]${Array.isArray(x) ? '[]' : ''}`, value]),
  [`filter[${column}][type]`, type],
  ...(y === undefined ? [] : [[`filter[${column}][y]`, y] as [string, string]]),
  ...(connector ? [[`filter[${column}][connector]`, connector] as [string, string]] : []),
];

const statut = fc.constantFrom('Enrolé', 'Corrigé', 'Validé');
const amount = fc.integer({ min: -3, max: 60 }).map((n) => n * 1000);
const ofStatut = fc.oneof(
  statut.map((x) => row('contrib.statut', 'eq', x)),
  statut.map((x) => row('contrib.statut', 'not eq', x)),
  fc.subarray(['Enrolé', 'Corrigé', 'Validé'], { minLength: 1 }).map((x) => row('contrib.statut', 'in', x)),
);
const ofAmount = (column: string): fc.Arbitrary<Pairs> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom('eq', 'not eq', 'lt', 'lte', 'gt', 'gte'), amount)
      .map(([type, x]) => row(column, type, String(x))),
    fc
      .tuple(amount, amount)
      .map((bounds) => bounds.toSorted((a, b) => a - b).map(String))
      .map(([x = '', y]) => row(column, 'between', x, y)),
  );
const maybe = (pairs: fc.Arbitrary<Pairs>, freq = 2): fc.Arbitrary<Pairs> =>
  fc.option(pairs, { nil: [], freq });
const queries = fc
  .tuple(
    maybe(ofStatut),
    ofAmount('contrib.restant'),
    maybe(ofAmount('contrib.paye'), 1),
    maybe(ofAmount('contrib.prevu'), 1),
    maybe(fc.constantFrom('0', '1').map((x): Pairs => [['betail', x]])),
    maybe(
      statut.map((x): Pairs => [['statut', x]]),
      1,
    ),
    maybe(
      fc.constantFrom('1', '2', '[1,3]').map((x): Pairs => [['entite', x]]),
      1,
    ),
    maybe(fc.constantFrom(row('ent.id', 'eq', '1'), [['ms', '9']] as Pairs), 1),
    maybe(fc.constant(row('contrib.type', 'eq', 'Personne physique', undefined, 'or')), 1),
    fc.constantFrom(YEAR - 1, YEAR).map((annee): Pairs => [['annee', String(annee)]]),
  )
  .map((parts) => parts.flat());

describe('number and sums of a filtered list', () => {
  it('equal those of its rows, for any filters and any user', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ACCOUNTS), queries, async (account, pairs) => {
        await read(account, pairs);
      }),
      { numRuns: 60 },
    );
  });

  const owing: Pairs = [
    ['betail', '0'],
    ...row('contrib.statut', 'eq', 'Validé'),
    ...row('contrib.restant', 'gt', '0'),
  ];

  it('follow a statut that changes', async () => {
    const before = await read('niamey', owing);
    expect(before.length).toBeGreaterThan(1);
    await query(`update contribuable set statut = 'Corrigé' where id = (
      select contribuable_id from total_contribuable where entite_id = 1 and annee = ${YEAR} and statut = 'Validé'
        and not betail and prevu > paye limit 1)`);
    expect(await read('niamey', owing)).toHaveLength(before.length - 1);
  });

  it.each([
    ['superadmin', [], true],
    ['niamey', [['entite', '1']], true],
    ['superadmin', [['ms', '9']], false],
    ['plateau', [], false],
    ['niamey', [['from', `${YEAR}-01-01`]], false],
    ['niamey', row('contrib.telephone', 'like', '9'), false],
    ['niamey', row('contrib.telephone', 'is null', '', undefined, 'or'), false],
  ] satisfies [Account, Pairs, boolean][])(
    'of %s, %j, are read only from the total: %s',
    async (account, more, alone) => {
      spy.mockClear();
      await read(account, [...owing, ...more]);
      const texts = spy.mock.calls.map(([first]) =>
        typeof first === 'string' ? first : JSON.stringify(first),
      );
      expect(texts.filter((text) => /count\(\*\).*from total_contribuable/s.test(text)).length > 0).toBe(
        alone,
      );
    },
  );
});
