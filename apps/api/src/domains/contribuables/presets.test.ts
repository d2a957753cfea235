import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';

/* A screen may say the same by a parameter or by a visible filter row: the list behind a figure is one and the same. */
const { signIn, query } = await testApp();
/** The first year of the demonstration. */
const EARLY = YEAR - 2;
let niamey: Caller;
beforeAll(async () => {
  niamey = await signIn('niamey');
});

interface List {
  data: { id: number; situation: { total: number; payer: number } }[];
  meta: { total_records: number };
}
interface Totals {
  total_records: number;
  prevu: number;
  paye: number;
  restant: number;
}

type Pairs = [string, string][];
const filter = (column: string, parts: Record<string, string>): Pairs =>
  Object.entries(parts).map(([part, value]) => [`filter[${column}][${part}]`, value]);
const address = (pairs: Pairs): string => new URLSearchParams(pairs).toString();

async function read(pairs: Pairs): Promise<{ ids: number[]; totals: Totals }> {
  const list = await niamey.get<List>(`/v2/contribuables?${address([...pairs, ['itemperpage', '5000']])}`);
  const totals = await niamey.get<Totals>(`/v2/contribuables/totaux?${address(pairs)}`);
  expect([list.status, totals.status], JSON.stringify([list.body, totals.body]).slice(0, 400)).toEqual([
    200, 200,
  ]);
  expect(list.body.data).toHaveLength(list.body.meta.total_records);
  expect(totals.body.total_records).toBe(list.body.meta.total_records);
  expect(totals.body.prevu).toBe(list.body.data.reduce((sum, row) => sum + row.situation.total, 0));
  expect(totals.body.paye).toBe(list.body.data.reduce((sum, row) => sum + row.situation.payer, 0));
  return { ids: list.body.data.map(({ id }) => id), totals: totals.body };
}

const day = fc
  .integer({ min: 0, max: 1060 })
  .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));
const STATUTS = ['Enrolé', 'Corrigé', 'Validé'];
const preset = fc.record({
  period: fc.option(fc.tuple(day, day).map((days) => days.toSorted() as [string, string])),
  betail: fc.option(fc.constantFrom('0', '1')),
  statut: fc.option(fc.constantFrom(...STATUTS)),
  alias: fc.constantFrom('contrib.', 'contribuable.', ''),
});

describe('presets of the taxpayer list', () => {
  it('give the same rows and the same sums as parameters and as filter rows', async () => {
    await fc.assert(
      fc.asyncProperty(preset, async ({ period, betail, statut, alias }) => {
        const parameters: Pairs = [];
        const filters: Pairs = [];
        if (period) {
          parameters.push(['from', period[0]], ['to', period[1]]);
          filters.push(...filter(`${alias}createdAt`, { type: 'dateBetween', x: period[0], y: period[1] }));
        }
        if (betail) {
          parameters.push(['betail', betail]);
          filters.push(...filter(`${alias}nbreBetail`, { type: betail === '0' ? 'is null' : 'is not null' }));
        }
        if (statut) {
          parameters.push(['statut', statut]);
          filters.push(...filter(`${alias}statut`, { type: 'eq', x: statut }));
        }
        expect(await read(filters)).toEqual(await read(parameters));
      }),
      { numRuns: 25 },
    );
  });

  it('mean one day with the operators eq or like', async () => {
    const [row] = await query<{ jour: string }>(
      'select jour::text from contribuable where entite_id = 1 order by id limit 1',
    );
    const jour = row?.jour ?? '';
    const expected = await read([
      ['from', jour],
      ['to', jour],
    ]);
    expect(expected.ids.length).toBeGreaterThan(0);
    for (const type of ['eq', 'like'])
      expect(await read(filter('contrib.createdAt', { type, x: jour }))).toEqual(expected);
  });

  it('are combined when given both as a parameter and as a filter row', async () => {
    const all = await read([['statut', 'Validé']]);
    expect(all.ids.length).toBeGreaterThan(0);
    expect(
      (await read([['statut', 'Validé'], ...filter('contrib.statut', { type: 'eq', x: 'Enrolé' })])).ids,
    ).toEqual([]);
    expect(
      (await read([['betail', '0'], ...filter('contrib.nbreBetail', { type: 'is not null' })])).ids,
    ).toEqual([]);
    const early = await read([['to', `${EARLY}-12-31`]]);
    const both = await read([
      ['to', `${EARLY}-12-31`],
      ...filter('contrib.createdAt', { type: 'dateBetween', x: `${EARLY}-06-01`, y: `${EARLY + 1}-06-30` }),
    ]);
    expect(both.ids).toEqual(
      (
        await read([
          ['from', `${EARLY}-06-01`],
          ['to', `${EARLY}-12-31`],
        ])
      ).ids,
    );
    expect(both.ids.length).toBeLessThan(early.ids.length);
  });

  it('are not read from rows joined by or', async () => {
    const union = await read([
      ...filter('contrib.nbreBetail', { type: 'is not null' }),
      ...filter('contrib.statut', { type: 'eq', x: 'Validé', connector: 'or' }),
    ]);
    const [expected] = await query<{ n: number }>(
      "select count(*)::int as n from contribuable where entite_id = 1 and (betail or statut = 'Validé')",
    );
    expect(union.ids).toHaveLength(expected?.n ?? -1);
  });

  it('add up: all statuts, or livestock with all others, give the whole list', async () => {
    const all = (await read([])).totals;
    for (const parts of [
      STATUTS.map((statut): Pairs => [['statut', statut]]),
      ['0', '1'].map((betail): Pairs => [['betail', betail]]),
    ]) {
      const totals = await Promise.all(parts.map(async (pairs) => (await read(pairs)).totals));
      for (const name of ['total_records', 'prevu', 'paye', 'restant'] as const)
        expect(totals.reduce((sum, part) => sum + part[name], 0)).toBe(all[name]);
    }
  });

  it.each(['2026-02-31', '2025-02-29', '0000-01-01', '2026-11-31'])(
    'refuse the impossible day %s',
    async (x) => {
      for (const pairs of [
        filter('contrib.createdAt', { type: 'eq', x }),
        filter('contrib.createdAt', { type: 'dateBetween', x, y: '2026-12-31' }),
      ])
        for (const path of ['/v2/contribuables', '/v2/contribuables/totaux']) {
          const { status, body } = await niamey.get(`${path}?${address(pairs)}`);
          expect(status, JSON.stringify(body)).toBe(400);
          expect(JSON.stringify(body)).toContain('createdAt');
        }
    },
  );

  it('stay within the scope: a selection of other collectivités is empty', async () => {
    expect((await read([['entite', '[2,3]']])).totals).toEqual({
      total_records: 0,
      prevu: 0,
      paye: 0,
      restant: 0,
    });
    expect(
      (
        await read([
          ['base', 'encaissement'],
          ['entite', '2'],
        ])
      ).ids,
    ).toEqual([]);
  });
});
