import { contribuableList, transactionList } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
let superadmin: Caller;
interface List {
  data: ({ id: number } & Record<string, unknown>)[];
  meta: { total_records: number };
}

beforeAll(async () => {
  superadmin = await signIn('superadmin');
  await query("insert into ville (nom, description) select unnest($1::text[]), 'ordre'", [
    ['Zone 10', 'Fako', 'Zone 2', 'Éva', 'Daba', 'évasion', 'eva-bis', 'Zone 02', 'zone 1', 'Ève'],
  ]);
});

async function list(path: string, parameters: Record<string, string | number>): Promise<List> {
  const address = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await superadmin.get<List>(`${path}?${address.toString()}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const ids = async (path: string, parameters: Record<string, string | number>): Promise<number[]> =>
  (await list(path, parameters)).data.map(({ id }) => id);

describe('the order of a list', () => {
  it('is the French one: without accents and case, numbers by value', async () => {
    const { data } = await list('/v2/villes', { 'filter[v.description]': 'ordre', orderBy: 'v.nom' });
    expect(data.map(({ nom }) => nom)).toEqual([
      'Daba',
      'Éva',
      'eva-bis',
      'évasion',
      'Ève',
      'Fako',
      'zone 1',
      'Zone 02',
      'Zone 2',
      'Zone 10',
    ]);
  });

  it('is the exact reverse in descending order', async () => {
    const parameters = { 'filter[v.description]': 'ordre', orderBy: 'v.nom' };
    const forwards = await ids('/v2/villes', parameters);
    expect(await ids('/v2/villes', { ...parameters, sortOrder: 'desc' })).toEqual(forwards.toReversed());
    expect(await ids('/v2/villes', { ...parameters, sortOrder: 'DESC' })).toEqual(forwards.toReversed());
  });

  it('breaks ties by id', async () => {
    const rising = await ids('/v2/villes', { 'filter[v.description]': 'ordre', orderBy: 'description' });
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    const falling = await ids('/v2/villes', {
      'filter[v.description]': 'ordre',
      orderBy: 'description',
      sortOrder: 'desc',
    });
    expect(falling).toEqual(rising.toReversed());
  });

  it('puts empty values last, ascending and descending', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      const { data } = await list('/v2/contribuables', {
        orderBy: 'contrib.nbreBetail',
        sortOrder,
        itemperpage: 5000,
      });
      const filled = data.findLastIndex((row) => row['nbreBetail'] !== null);
      expect(data.slice(0, filled + 1).every((row) => row['nbreBetail'] !== null)).toBe(true);
    }
  });

  it('is by default that of the specification: taxpayers by day of enrolment, transactions latest first', async () => {
    const taxpayers = (await list('/v2/contribuables', {})).data.map((row) => String(row['createdAt']));
    expect(taxpayers).toEqual(taxpayers.toSorted());
    expect(taxpayers).toHaveLength(50);
    const payments = (await list('/v2/transactions', {})).data.map((row) => String(row['dateTransaction']));
    expect(payments).toEqual(payments.toSorted().toReversed());
  });

  it('accepts a column by its alias, by another name of the alias, or without alias for the list’s own columns', async () => {
    const expected = await ids('/v2/contribuables', { orderBy: 'contrib.nom' });
    for (const orderBy of ['contribuable.nom', 'nom'])
      expect(await ids('/v2/contribuables', { orderBy })).toEqual(expected);
    const sectors = await ids('/v2/contribuables', { orderBy: 'ram.id' });
    for (const orderBy of ['ramification.id', 'ramification', 'ram'])
      expect(await ids('/v2/contribuables', { orderBy })).toEqual(sectors);
  });
});

describe('the pages of a list', () => {
  const users = ['user.nom', 'user.fullName', 'user.enabled', 'g.nom', 'tu.nom', 'user.createdAt'];
  it.each([
    ['/v2/contribuables', Object.keys(contribuableList.fields), 40, { entite: '1' }],
    ['/v2/transactions', Object.keys(transactionList.fields), 35, { entite: '1', from: '2026-04-01' }],
    ['/v2/users', users, 40, {}],
    [
      '/v2/ramifications',
      ['ram.nom', 'p.nom', 'ent.nom', 'tr.nom', 'ram.enabled'],
      90,
      { 'filter[ent.id]': '1' },
    ],
  ] as const)('of %s contain each row once, in any order', async (path, columns, itemperpage, narrowed) => {
    for (const [rank, orderBy] of columns.entries()) {
      const order = { ...narrowed, orderBy, sortOrder: rank % 2 ? 'desc' : 'asc' };
      const first = await list(path, { ...order, itemperpage });
      const pages = Math.ceil(first.meta.total_records / itemperpage);
      expect(pages, path).toBeGreaterThan(1);
      const seen = first.data.map(({ id }) => id);
      for (let page = 2; page <= pages; page++)
        seen.push(...(await ids(path, { ...order, itemperpage, page })));
      expect(seen, orderBy).toEqual(await ids(path, { ...order, itemperpage: 5000 }));
      expect(new Set(seen).size, orderBy).toBe(first.meta.total_records);
    }
  });

  it.each([9, 10 ** 9, Number.MAX_SAFE_INTEGER])(
    'past the end are empty and still give the total number: page %d',
    async (page) => {
      const { data, meta } = await list('/v2/contribuables', { page, itemperpage: 5000 });
      expect(data).toEqual([]);
      expect(meta.total_records).toBe((await list('/v2/contribuables', {})).meta.total_records);
    },
  );

  it.each([
    'itemperpage=0',
    'itemperpage=5001',
    'itemperpage=-1',
    'itemperpage=1.5',
    'itemperpage=',
    'itemperpage=dix',
    'page=0',
    'page=-1',
    'page=x',
    'page=1&page=2',
    'sortOrder=up',
    'orderBy=contrib.rien',
    'orderBy=contrib.nom%20desc',
    'orderBy=contrib.nom.x',
    'orderBy=constructor',
    'orderBy=__proto__.id',
  ])('are refused with %s, which is named', async (parameter) => {
    const { status, body } = await superadmin.get<{ code: string; message: string }>(
      `/v2/contribuables?${parameter}`,
    );
    expect(status).toBe(400);
    const named = parameter.startsWith('orderBy')
      ? decodeURIComponent(parameter.slice(8))
      : parameter.split('=')[0];
    expect(JSON.stringify(body)).toContain(named);
  });

  it('may have 5000 rows', async () => {
    const { data, meta } = await list('/v2/contribuables', { itemperpage: 5000 });
    expect(data).toHaveLength(meta.total_records);
  });
});
