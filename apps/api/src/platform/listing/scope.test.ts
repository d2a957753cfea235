import { filterQuery, type FilterRow } from '@octroi/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const callers = new Map<Account, Caller>();
const get = <Body>(account: Account, path: string, pairs: [string, string][]) =>
  (callers.get(account) as Caller).get<Body>(`${path}?${new URLSearchParams(pairs).toString()}`);
/** Sub-entities of the département that the account `plateau` is tied to. */
let beneath = new Set<number>();

beforeAll(async () => {
  for (const account of ['superadmin', 'niamey', 'plateau'] as const)
    callers.set(account, await signIn(account));
  const nodes = await query<{ id: number }>(
    'with recursive sous as (select id from ramification where id = 1 union all select r.id from ramification r join sous on r.parent_id = sous.id) select id from sous',
  );
  beneath = new Set(nodes.map(({ id }) => id));
});

describe('a filter shows nothing outside the scope', () => {
  /** Rows that are joined by `or`, so that a scope written beside them instead of around them would leak. */
  const rows: fc.Arbitrary<FilterRow[]> = fc.array(
    fc.record({
      column: fc.constantFrom('ent.id', 'ram.id', 'p.id'),
      operator: fc.constantFrom('eq' as const, 'not eq' as const, 'is not null' as const, 'in' as const),
      x: fc.constantFrom('1', '2', '3', '260', '300'),
      connector: fc.constantFrom('or' as const, 'or' as const, 'and' as const),
    }),
    { minLength: 1, maxLength: 4 },
  );
  type Placed = {
    data: { ramification: { id: number; entite: { id: number } } }[];
    meta: { total_records: number };
  };

  it.each(['/v2/contribuables', '/v2/transactions'])('of %s, with any rows and connectors', async (path) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('niamey', 'plateau'), async (filters, account) => {
        const pairs: [string, string][] = [
          ...filterQuery(filters),
          ['itemperpage', '500'],
          ['base', 'encaissement'],
        ];
        const { status, body } = await get<Placed>(
          account as Account,
          path,
          path.includes('trans') ? pairs.slice(0, -1) : pairs,
        );
        expect(status).toBe(200);
        if (account === 'niamey')
          expect(body.data.filter(({ ramification }) => ramification.entite.id !== 1)).toEqual([]);
        else expect(body.data.filter(({ ramification }) => !beneath.has(ramification.id))).toEqual([]);
        const [{ n } = { n: -1 }] = await query<{ n: number }>(
          "select count(*)::int as n from transaction where entite_id = 1 and statut = 'Confirmé'",
        );
        expect(body.meta.total_records).toBeLessThanOrEqual(n);
      }),
      { numRuns: 15 },
    );
  });

  it('of configuration or of people', async () => {
    const everything = filterQuery([
      { column: 'ent.id', operator: 'eq', x: '2' },
      { column: 'ent.id', operator: 'is not null', connector: 'or' },
    ]).concat([['itemperpage', '5000']]);
    for (const path of [
      '/v2/nature_activites',
      '/v2/type_equipements',
      '/v2/categorie_activites',
      '/v2/ramifications',
      '/v2/entites',
    ]) {
      const { body } = await get<{ data: { id: number; entite?: { id: number } }[] }>(
        'niamey',
        path,
        everything,
      );
      expect(body.data.length, path).toBeGreaterThan(0);
      expect(
        body.data.filter(({ id, entite }) => (entite?.id ?? id) !== 1),
        path,
      ).toEqual([]);
    }
    const { body } = await get<{
      data: { entites: { id: number }[]; ramifications: { entite: { id: number } }[] }[];
    }>('niamey', '/v2/users', everything);
    const placesOf = ({ entites, ramifications }: (typeof body.data)[0]): number[] =>
      [...entites, ...ramifications.map(({ entite }) => entite)].map(({ id }) => id);
    expect(body.data.filter((row) => placesOf(row).some((id) => id !== 1))).toEqual([]);
    expect(body.data.filter((row) => placesOf(row).length === 0)).toEqual([]);
  });
});

describe('a column of a joined list', () => {
  const names = async (filters: FilterRow[]): Promise<string[]> =>
    (
      await get<{ data: { username: string }[] }>(
        'superadmin',
        '/v2/users',
        filterQuery(filters).concat([['itemperpage', '5000']]),
      )
    ).body.data.map(({ username }) => username);

  it('is empty if no row is attached, and differs if no attached row matches', async () => {
    expect(await names([{ column: 'ram.id', operator: 'is not null' }])).toEqual(['plateau']);
    expect(await names([{ column: 'ent.id', operator: 'is null' }])).toEqual(['superadmin']);
    expect(await names([{ column: 'ent.id', operator: 'not in', x: ['1'] }])).not.toContain('admin.nta');
    expect(await names([{ column: 'ent.id', operator: 'not eq', x: '1' }])).toEqual(
      expect.arrayContaining(['superadmin', 'maradi']),
    );
  });

  it('cannot be sorted', async () => {
    expect((await get('superadmin', '/v2/users', [['orderBy', 'ent.id']])).status).toBe(400);
  });

  it('lets a person be found by the displayed name', async () => {
    const { body } = await get<{ data: { fullName: string }[] }>('superadmin', '/v2/users', [
      ['filter[user.username]', 'niamey'],
    ]);
    const fullName = body.data[0]?.fullName ?? '';
    expect(await names([{ column: 'user.fullName', operator: 'like', x: fullName }])).toContain('niamey');
  });
});
