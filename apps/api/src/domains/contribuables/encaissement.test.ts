import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, type Caller, testApp, YEAR } from '#src/testing/app.ts';

/* By encaissement the list opens on who paid: it is found from payments alone, and must be what the whole list says of payers. */
const spy = vi.spyOn(pg.Client.prototype, 'query');
const { signIn, query } = await testApp();
const ACCOUNTS = ['superadmin', 'niamey', 'plateau'] as const satisfies Account[];
const callers = new Map<Account, Caller>();
beforeAll(async () => {
  for (const account of ACCOUNTS) callers.set(account, await signIn(account));
});
afterAll(() => spy.mockRestore());

interface List {
  data: { id: number; situation: { total: number; payer: number; restant: number }; payeExercice: number }[];
  meta: { total_records: number };
}
type Pairs = [string, string][];
const PAYERS: Pairs = [
  ['filter[contrib.paye][type]', 'not eq'],
  ['filter[contrib.paye][x]', '0'],
];

async function get<Body>(account: Account, path: string, pairs: Pairs): Promise<Body> {
  const asked = new URLSearchParams([...pairs, ['base', 'encaissement'], ['annee', String(YEAR)]]).toString();
  const { status, body } = await callers.get(account)!.get<Body>(`${path}?${asked}`);
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body;
}
const list = (account: Account, pairs: Pairs): Promise<List> =>
  get<List>(account, '/v2/contribuables', [...pairs, ['itemperpage', '5000']]);

const day = fc
  .integer({ min: 0, max: 1060 })
  .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));
const maybe = (pairs: fc.Arbitrary<Pairs>): fc.Arbitrary<Pairs> => fc.option(pairs, { nil: [], freq: 2 });
const scopes = fc
  .tuple(
    maybe(
      fc.tuple(day, day).map((days): Pairs => {
        const [from = '', to = ''] = days.toSorted();
        return [
          ['from', from],
          ['to', to],
        ];
      }),
    ),
    maybe(fc.constantFrom<Pairs>([['betail', '0']], [['betail', '1']])),
    maybe(fc.constantFrom<Pairs>([['ms', '9']], [['entite', '1']])),
    maybe(
      fc.constantFrom<Pairs>(
        [['orderBy', 'contrib.fullName']],
        [['orderBy', 'contrib.paye']],
        [['orderBy', 'contrib.prevu']],
        [['orderBy', 'ram.nom']],
      ),
    ),
  )
  .map((parts) => parts.flat());

describe('the list by encaissement', () => {
  it('gives for payers only the same figures as among all, and their sums', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ACCOUNTS), scopes, async (account, scope) => {
        const [all, payers] = [await list(account, scope), await list(account, [...scope, ...PAYERS])];
        const expected = all.data.filter(({ situation }) => situation.payer !== 0);
        expect(payers).toEqual({ data: expected, meta: { total_records: expected.length } });
        // a short page is read along the taxpayers
        const page = [...scope, ...PAYERS, ['itemperpage', '4'], ['page', '2'], ['nombre', '0']] as Pairs;
        expect(await get(account, '/v2/contribuables', page)).toEqual({
          data: expected.slice(4, 8),
          meta: {},
        });
        const sum = (of: (row: List['data'][number]) => number) =>
          expected.reduce((total, row) => total + of(row), 0);
        const payeExercice = sum((row) => row.payeExercice);
        const paye = sum(({ situation }) => situation.payer);
        expect(await get(account, '/v2/contribuables/totaux', [...scope, ...PAYERS])).toEqual({
          total_records: expected.length,
          prevu: sum(({ situation }) => situation.total),
          paye,
          restant: sum(({ situation }) => situation.restant),
          payeExercice,
          payeAutres: paye - payeExercice,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('finds by words the rows that the whole list has, with their sums', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ACCOUNTS),
        scopes,
        fc.constantFrom('moussa', 'amadou', 'abdou moumouni', 'xyzabc'),
        fc.constantFrom([], PAYERS),
        async (account, scope, words, payers) => {
          const narrowed = [...scope, ...payers];
          const all = await list(account, narrowed);
          const named = await callers
            .get('superadmin')!
            .get<List>(`/v2/contribuables?q=${words}&itemperpage=5000`);
          const ids = new Set(named.body.data.map(({ id }) => id));
          const expected = all.data.filter(({ id }) => ids.has(id));
          expect(await list(account, [...narrowed, ['q', words]])).toEqual({
            data: expected,
            meta: { total_records: expected.length },
          });
          const sum = (of: (row: List['data'][number]) => number) =>
            expected.reduce((total, row) => total + of(row), 0);
          expect(await get(account, '/v2/contribuables/totaux', [...narrowed, ['q', words]])).toMatchObject({
            total_records: expected.length,
            prevu: sum(({ situation }) => situation.total),
            paye: sum(({ situation }) => situation.payer),
            payeExercice: sum((row) => row.payeExercice),
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives for each taxpayer the échéances and the payments of the period', async () => {
    const period = [`${YEAR - 1}-03-01`, `${YEAR}-04-30`];
    const { data } = await list('superadmin', [
      ['from', period[0]!],
      ['to', period[1]!],
    ]);
    const told = data.map(({ id, situation, payeExercice }) => [
      id,
      situation.total,
      situation.payer,
      payeExercice,
    ]);
    const rows = await query<{ id: number; prevu: number; paye: number; exercice: number }>(
      `select contribuable_id::int as id, sum(prevu)::int as prevu, sum(paye)::int as paye, sum(exercice)::int as exercice from (
         select contribuable_id, montant as prevu, 0 as paye, 0 as exercice from echeance where exigible_le between $1 and $2
         union all
         select t.contribuable_id, 0, t.montant,
           (select coalesce(sum(i.montant), 0) from imputation i where i.transaction_id = t.id and i.annee = ${YEAR})
         from transaction t where t.statut = 'Confirmé' and not t.a_classer and t.jour between $1 and $2) m
       group by 1`,
      period,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(told.toSorted(byId)).toEqual(
      rows.map(({ id, prevu, paye, exercice }) => [id, prevu, paye, exercice]).toSorted(byId),
    );
  });

  it('finds a page of payers without reading their échéances', async () => {
    spy.mockClear();
    await get('niamey', '/v2/contribuables', [
      ...PAYERS,
      ['from', `${YEAR}-01-01`],
      ['to', `${YEAR}-01-31`],
      ['nombre', '0'],
    ]);
    const keys = spy.mock.calls.find(([text]) => JSON.stringify(text).includes('limit'));
    const [text, values] = keys as unknown as [string, unknown[]];
    const plan = await query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('transaction');
    expect(lines).not.toMatch(/\b(echeance|imputation)\b/);
  });
});

const byId = (a: number[], b: number[]): number => a[0]! - b[0]!;
