import { FILTER_OPERATORS, OPERATORS_BY_TYPE } from '@octroi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import type { Town } from '#src/testing/books.ts';
import { enrolDistinct } from '#src/testing/distinct-taxpayers.ts';
import { type ListRows, readKeys } from './listing.ts';

/* Every operator on every type of field, over the four taxpayers that `enrolDistinct` draws. */
const { db, query, url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());
let town: Town;
let superadmin: Caller;

beforeAll(async () => {
  town = await enrolDistinct(pool);
  superadmin = await signIn('superadmin');
});

/** The taxpayers that a filter keeps, as their letters in the order of enrolment. */
async function kept(query: [string, string][]): Promise<string> {
  const address = new URLSearchParams([['entite', String(town.entite)], ['annee', '2026'], ...query]);
  const { status, body } = await superadmin.get<{
    data: { numKlis: string }[];
    meta: { total_records: number };
  }>(`/v2/contribuables?${address.toString()}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.meta.total_records).toBe(body.data.length);
  return body.data.map(({ numKlis }) => numKlis).join('');
}
const row = (column: string, type: string, x?: string, y?: string): [string, string][] => [
  [`filter[${column}][type]`, type],
  ...(x === undefined ? [] : [[`filter[${column}][x]`, x] as [string, string]]),
  ...(y === undefined ? [] : [[`filter[${column}][y]`, y] as [string, string]]),
];

type Case = [
  column: string,
  operator: string,
  x: string | undefined,
  y: string | undefined,
  expected: string,
];
const one = (column: string, operator: string, x: string, expected: string): Case => [
  column,
  operator,
  x,
  undefined,
  expected,
];
const none = (column: string, operator: string, expected: string): Case => [
  column,
  operator,
  undefined,
  undefined,
  expected,
];

const TEXT: Case[] = [
  one('contrib.adresse', 'eq', '100% bio', 'A'),
  one('contrib.adresse', 'eq', '100% BIO', ''),
  one('contrib.adresse', 'not eq', '100% bio', 'BCD'),
  one('contrib.adresse', 'like', 'BIO', 'AC'),
  one('contrib.adresse', 'like', '0% b', 'A'),
  one('contrib.adresse', 'like', '％', 'A'),
  one('contrib.adresse', 'like', '\\', 'B'),
  one('contrib.adresse', 'like', '＼', 'B'),
  one('contrib.adresse', 'like', '＿', ''),
  one('contrib.adresse', 'not like', 'bio', 'BD'),
  one('contrib.adresse', 'lt', '100% bio', 'C'),
  one('contrib.adresse', 'lte', '100% bio', 'AC'),
  one('contrib.adresse', 'gt', '100 bio', 'AB'),
  one('contrib.adresse', 'gte', '100 bio', 'ABC'),
  ['contrib.adresse', 'between', '100 bio', '100% bio', 'AC'],
  one('contrib.adresse', 'between', '100 bio et 100% bio', 'AC'),
  one('contrib.adresse', 'in', '100 bio,100% bio', 'AC'),
  one('contrib.adresse', 'in', '["100 bio","rien"]', 'C'),
  one('contrib.adresse', 'in', '[]', ''),
  one('contrib.adresse', 'not in', '["100 bio"]', 'ABD'),
  one('contrib.adresse', 'not in', '[]', 'ABCD'),
  none('contrib.adresse', 'is null', 'D'),
  none('contrib.adresse', 'is not null', 'ABC'),
  one('contrib.telephone', 'like', '0_0', 'A'),
  one('contrib.telephone', 'like', '00', 'AC'),
  one('contrib.telephone', 'not like', '_', 'BCD'),
  one('contrib.nom', 'like', 'EMIL', 'AD'),
  one('contrib.nom', 'like', 'émil', 'AD'),
  one('contrib.nom', 'like', 'ÉMILE', 'A'),
  one('contrib.fullName', 'like', 'fäti', 'C'),
  // too short for the trigram index: in the column alone, whatever the others hold
  one('contrib.fullName', 'like', 'É', 'AD'),
  one('contrib.fullName', 'like', 'do', 'B'),
  one('contrib.nom', 'like', 'LI', 'D'),
  one('contrib.nom', 'not like', 'é', 'BC'),
  one('contrib.telephone', 'like', 'x', 'C'),
  one('contrib.telephone', 'like', '%', ''),
  one('contrib.nom', 'lt', 'Émile', 'B'),
  one('ram.nom', 'like', 'niveau 4', 'ABC'),
  one('user.username', 'not like', 'é_%', 'ABCD'),
];
const INTEGER: Case[] = [
  one('contrib.nbreBetail', 'eq', '5', 'B'),
  one('contrib.nbreBetail', 'not eq', '5', 'ACD'),
  one('contrib.nbreBetail', 'lt', '5', 'D'),
  one('contrib.nbreBetail', 'lte', '5', 'BD'),
  one('contrib.nbreBetail', 'gt', '5', 'C'),
  one('contrib.nbreBetail', 'gte', '5', 'BC'),
  ['contrib.nbreBetail', 'between', '5', '10', 'BC'],
  one('contrib.nbreBetail', 'between', ' 0 et 5 ', 'BD'),
  one('contrib.nbreBetail', 'in', '5,10', 'BC'),
  one('contrib.nbreBetail', 'in', '[5, "0"]', 'BD'),
  one('contrib.nbreBetail', 'not in', '5,10', 'AD'),
  none('contrib.nbreBetail', 'is null', 'A'),
  none('contrib.nbreBetail', 'is not null', 'BCD'),
];
const AMOUNT: Case[] = [
  one('contrib.prevu', 'eq', '1\u202f000', 'AB'),
  one('contrib.prevu', 'eq', '1 000', 'AB'),
  one('contrib.prevu', 'not eq', '1000', 'CD'),
  one('contrib.prevu', 'lt', '1000', 'C'),
  one('contrib.prevu', 'lte', '1000', 'ABC'),
  one('contrib.paye', 'gt', '1000', 'A'),
  one('contrib.paye', 'gte', '1000', 'AB'),
  // C has neither dues nor payments: its figures are 0, on either side of every bound
  one('contrib.restant', 'eq', '0', 'BC'),
  one('contrib.restant', 'eq', '-500', 'A'),
  one('contrib.restant', 'gt', '0', 'D'),
  one('contrib.restant', 'gt', '-1', 'BCD'),
  one('contrib.restant', 'gte', '0', 'BCD'),
  one('contrib.restant', 'gte', '1', 'D'),
  one('contrib.restant', 'lt', '0', 'A'),
  one('contrib.restant', 'lt', '1', 'ABC'),
  one('contrib.restant', 'lte', '0', 'ABC'),
  one('contrib.restant', 'lte', '-1', 'A'),
  ['contrib.restant', 'between', '1', '9000', 'D'],
  ['contrib.restant', 'between', '-600', '-1', 'A'],
  ['contrib.restant', 'between', '-500', '0', 'ABC'],
  one('contrib.restant', 'in', '0,5000', 'BCD'),
  one('contrib.restant', 'not in', '0', 'AD'),
  none('contrib.restant', 'is null', ''),
  none('contrib.restant', 'is not null', 'ABCD'),
];
const BOOLEAN: Case[] = [
  one('contrib.enabled', 'eq', '1', 'ACD'),
  one('contrib.enabled', 'eq', 'false', 'B'),
  one('contrib.enabled', 'not eq', 'oui', 'B'),
  one('contrib.enabled', 'in', '0,1', 'ABCD'),
  one('contrib.enabled', 'not in', '0', 'ACD'),
  none('contrib.enabled', 'is null', ''),
  none('contrib.enabled', 'is not null', 'ABCD'),
];
const INSTANT: Case[] = [
  one('contrib.createdAt', 'eq', '2026-03-10', 'BC'),
  one('contrib.createdAt', 'eq', '10/03/2026', 'BC'),
  one('contrib.createdAt', 'not eq', '2026-03-10', 'AD'),
  one('contrib.createdAt', 'like', '2026-03-10', 'BC'),
  one('contrib.createdAt', 'like', '2026-03', 'ABCD'),
  one('contrib.createdAt', 'like', '2026', 'ABCD'),
  one('contrib.createdAt', 'like', '2026-02', ''),
  one('contrib.createdAt', 'lt', '2026-03-10', 'A'),
  one('contrib.createdAt', 'lte', '2026-03-10', 'ABC'),
  one('contrib.createdAt', 'gt', '2026-03-10', 'D'),
  one('contrib.createdAt', 'gte', '2026-03-10', 'BCD'),
  ['contrib.createdAt', 'dateBetween', '2026-03-09', '2026-03-10', 'ABC'],
  ['contrib.createdAt', 'between', '2026-03-10', '2026-03-10', 'BC'],
  one('contrib.createdAt', 'dateBetween', '2026-03-10 et 2026-03-11', 'BCD'),
  one('contrib.createdAt', 'dateBetween', '2026-03-10 au 2026-03-11', 'BCD'),
  one('contrib.validatedAt', 'eq', '2026-04-01', 'C'),
  one('contrib.validatedAt', 'not eq', '2026-04-01', 'ABD'),
  none('contrib.validatedAt', 'is null', 'ABD'),
  none('contrib.validatedAt', 'is not null', 'C'),
];
const CHOICE: Case[] = [
  one('contrib.statut', 'eq', 'Enrolé', 'AD'),
  one('contrib.statut', 'not eq', 'Enrolé', 'BC'),
  one('contrib.statut', 'in', 'Corrigé,Validé', 'BC'),
  one('contrib.statut', 'not in', '["Corrigé"]', 'ACD'),
  one('contrib.statut', 'like', 'ENROLE', 'AD'),
  one('contrib.statut', 'not like', 'e', ''),
  none('contrib.statut', 'is null', ''),
  none('contrib.statut', 'is not null', 'ABCD'),
];

describe.each([
  ['text', TEXT],
  ['integer', INTEGER],
  ['amount', AMOUNT],
  ['boolean', BOOLEAN],
  ['instant', INSTANT],
  ['choice', CHOICE],
] as const)('a filter on a field of type %s', (type, cases) => {
  it.each(cases)('%s %s %s %s', async (column, operator, x, y, expected) => {
    expect(await kept(row(column, operator, x, y))).toBe(expected);
  });

  it('is tested with every operator of its type', () => {
    const tried = new Set(cases.map(([, operator]) => operator));
    expect(OPERATORS_BY_TYPE[type].filter((operator) => !tried.has(operator))).toEqual([]);
  });
});

describe('a filter on a reference', () => {
  it('accepts one id, several, their negation, or none', async () => {
    const [, second] = town.agents;
    expect(await kept(row('user.id', 'eq', String(second)))).toBe('BD');
    expect(await kept(row('user.id', 'not eq', String(second)))).toBe('AC');
    expect(await kept(row('ram.id', 'in', JSON.stringify([town.nodes[4], town.nodes[5]])))).toBe('ABC');
    expect(await kept(row('ram.id', 'not in', `${town.nodes[4]}, ${town.nodes[5]}`))).toBe('D');
    expect(
      await kept([
        ['filter[ram.id][type]', 'in'],
        ['filter[ram.id][x]', String(town.nodes[3])],
        ['filter[ram.id][x]', String(town.nodes[5])],
      ]),
    ).toBe('CD');
    expect(await kept(row('p.id', 'eq', String(town.nodes[3])))).toBe('ABC');
    expect(await kept(row('p.id', 'is null'))).toBe('');
    expect(await kept(row('p.id', 'is not null'))).toBe('ABCD');
    expect(await kept(row('ent.id', 'eq', '1'))).toBe('');
  });
});

describe('a filter on a decimal', () => {
  it.each([
    ['eq', '1,5', 'a'],
    ['eq', '1.50', 'a'],
    ['not eq', '1.5', 'bc'],
    ['lt', '2', 'a'],
    ['lte', '2.25', 'ab'],
    ['gt', '1,5', 'b'],
    ['gte', '1.5', 'ab'],
    ['between', '1,5 et 2,25', 'ab'],
    ['in', '["2.25"]', 'b'],
    ['not in', '2.25', 'ac'],
    ['is null', '', 'c'],
    ['is not null', '', 'ab'],
  ])('%s %s', async (operator, x, expected) => {
    await pool.query(
      `insert into moyen_paiement (nom, commission, description) values ('a', 1.5, 'décimal'), ('b', 2.25, 'décimal'), ('c', null, 'décimal')
       on conflict do nothing`,
    );
    const address = new URLSearchParams([
      ...row('mp.description', 'eq', 'décimal'),
      ...row('mp.commission', operator, x),
    ]);
    const { body } = await superadmin.get<{ data: { nom: string }[] }>(
      `/v2/moyen_paiements?${address.toString()}`,
    );
    expect(body.data.map(({ nom }) => nom).join('')).toBe(expected);
  });
});

describe('several rows', () => {
  const numbered = (
    ...rows: [column: string, type: string, x: string, connector?: string][]
  ): [string, string][] =>
    rows.flatMap(([column, type, x, connector], index) =>
      Object.entries({ column, type, x, ...(connector ? { connector } : {}) }).map(
        ([part, value]): [string, string] => [`filter[${index}][${part}]`, value],
      ),
    );

  it('are combined, and `and` binds tighter than `or`', async () => {
    const enrole = ['contrib.statut', 'eq', 'Enrolé'] as const;
    const ten = ['contrib.nbreBetail', 'eq', '10'] as const;
    const dodo = ['contrib.nom', 'eq', 'Dodo'] as const;
    expect(await kept(numbered([...enrole], [...ten]))).toBe('');
    expect(await kept(numbered([...enrole], [...ten, 'or']))).toBe('ACD');
    expect(await kept(numbered([...enrole], [...ten, 'or'], [...dodo, 'and']))).toBe('AD');
    expect(await kept(numbered([...dodo], [...ten, 'and'], [...enrole, 'or']))).toBe('AD');
    expect(await kept(numbered([...dodo], [...ten, 'or'], [...enrole, 'or']))).toBe('ABCD');
  });

  it('may name a column twice, in any order of the query', async () => {
    const rows = numbered(['contrib.nbreBetail', 'gte', '5'], ['contrib.nbreBetail', 'lt', '10']);
    expect(await kept(rows)).toBe('B');
    const precedence = numbered(
      ['contrib.statut', 'eq', 'Enrolé'],
      ['contrib.nbreBetail', 'eq', '10', 'or'],
      ['contrib.nom', 'eq', 'Dodo', 'and'],
    );
    expect(await kept(precedence.toReversed())).toBe(await kept(precedence));
  });

  it('ignore a connector on the first row', async () => {
    expect(await kept(numbered(['contrib.statut', 'eq', 'Validé', 'or']))).toBe('C');
    expect(
      await kept(numbered(['contrib.statut', 'eq', 'Validé', 'or'], ['contrib.nbreBetail', 'eq', '10'])),
    ).toBe('C');
  });
});

describe('a column of days', () => {
  const source: ListRows = {
    alias: 'trans',
    from: sql`transaction as trans`,
    key: sql.ref('trans.id'),
    joins: {},
    columns: { 'trans.jour': { sql: sql.ref('trans.jour'), type: 'day' } },
    order: { column: 'trans.jour', direction: 'asc' },
    pageSize: 50,
  };

  it.each([
    ['eq', '='],
    ['lt', '<'],
    ['lte', '<='],
    ['gt', '>'],
    ['gte', '>='],
  ] as const)('is compared by whole days: %s', async (operator, sign) => {
    const [third] = await query<{ jour: string }>(
      'select jour::text from transaction group by 1 order by 1 offset 2 limit 1',
    );
    const rows = await query<{ id: number }>(
      `select id::int from transaction where jour ${sign} $1 order by id`,
      [third?.jour],
    );
    const filter = { column: 'trans.jour', operator, x: third?.jour ?? '', connector: 'and' as const };
    const keys = await readKeys(db, source, { conditions: [], filters: [filter] }, [], 10_000);
    expect(keys).toEqual(rows.map(({ id }) => id));
  });
});

it('every operator of the grammar is tested', () => {
  const tried = new Set(
    [...TEXT, ...INTEGER, ...AMOUNT, ...BOOLEAN, ...INSTANT, ...CHOICE].map(([, operator]) => operator),
  );
  expect(FILTER_OPERATORS.filter((operator) => !tried.has(operator))).toEqual([]);
});
