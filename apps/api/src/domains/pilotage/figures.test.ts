import type { Dashboard } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';
import { askOne, bill, book, enrol, imputeOldestFirst, refund, within } from '#src/testing/books.ts';
import {
  type Attached,
  type Choice,
  type Figure,
  lineage,
  type Node,
  readNodes,
  recompute,
} from '#src/testing/figures.ts';

/*
 * One figure, however it is asked: the dashboard, the totals of the list behind it, the sum of that list's rows, and
 * the same computed from base rows.
 */
const { signIn, url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());

interface Totals {
  total_records: number;
  prevu: number;
  paye: number;
  restant: number;
}
type Rows = {
  data: { situation: { total: number; payer: number; restant: number } }[];
  meta: { total_records: number };
};

const ACCOUNTS = ['superadmin', 'niamey', 'plateau', 'lecture'] as const;
const callers = new Map<Account, Caller>();
let nodes: Node[] = [];
const scopes = new Map<Account, Attached>();

beforeAll(async () => {
  nodes = await readNodes(pool);
  const of = (entite: number, niveau: number): Node[] =>
    nodes.filter((node) => node.entite_id === entite && node.niveau === niveau);
  const at = (entite: number, niveau: number, rank: number): number => of(entite, niveau)[rank]?.id ?? 0;

  // an account tied to a zone, to a secteur inside it, and to a quartier of another collectivité
  const zone = at(1, 3, 5);
  const deep = [zone, nodes.find((node) => node.parent_id === zone)?.id ?? 0, at(2, 2, 1)];
  await pool.query(
    "delete from utilisateur_entite where utilisateur_id = (select id from utilisateur where username = 'lecture')",
  );
  await pool.query(
    "insert into utilisateur_ramification select u.id, unnest($1::int[]) from utilisateur u where username = 'lecture'",
    [deep],
  );
  scopes
    .set('superadmin', {})
    .set('niamey', { entites: [1] })
    .set('plateau', { ramifications: [at(1, 1, 0)] })
    .set('lecture', { ramifications: deep });

  // percentages of their own, one of them with a fraction
  await pool.query('update entite set commission = case id when 1 then 12.5 when 2 then 0 end where id <= 3');

  // taxpayers above the secteurs and around the turn of the year, with dues, payments, refunds and a move afterwards
  for (const entite of [1, 2])
    for (const [rank, niveau] of [1, 2, 3, 3, 4, 1].entries()) {
      const { id: nature } = await askOne<{ id: number }>(
        pool,
        'select min(id) as id from nature_activite where entite_id = $1',
        [entite],
      );
      const { id: taxe } = await askOne<{ id: number }>(
        pool,
        'select min(id) as id from taxe where entite_id = $1',
        [entite],
      );
      const town = {
        entite,
        nature,
        agents: [8 - entite, 7] as [number, number],
        taxes: [taxe, taxe] as [number, number],
        moyens: [1, 2] as [number, number],
      };
      const outcome = await within(pool, async (client) => {
        const { id } = await enrol(client, town, {
          node: rank === 2 ? (entite === 1 ? zone : (deep[2] ?? 0)) : at(entite, niveau, rank % 2),
          at: `202${4 + (rank % 2)}-12-31T${rank % 3 === 0 ? 22 : 23}:30:00Z`,
          betail: rank === 5 ? 12 : null,
        });
        for (const annee of [2024, 2025, 2026, 2027])
          await bill(client, town, id, { annee, montant: 1001 + rank, periode: 1 + rank });
        await imputeOldestFirst(
          client,
          town,
          await book(client, town, id, {
            montant: 2500 + rank * 999,
            at: `2025-12-31T2${2 + (rank % 2)}:30:00Z`,
          }),
        );
        await refund(client, town, id, 100 + rank);
        if (rank === 3)
          await client.query('update contribuable set ramification_id = $2 where id = $1', [
            id,
            at(entite, 4, 7),
          ]);
      });
      expect(outcome).toBe('done');
    }
  for (const account of ACCOUNTS) callers.set(account, await signIn(account));
});

const addressOf = ({ account: _, entite, ramification, ms, ...rest }: Choice): string => {
  const given = Object.entries({ ...rest }).filter(([, value]) => value !== undefined);
  const lists = Object.entries({ entite, ramification, ms }).filter(([, ids]) => ids !== undefined);
  return new URLSearchParams([
    ...given.map(([name, value]): [string, string] => [name, String(value)]),
    ...lists.map(([name, ids]): [string, string] => [name, JSON.stringify(ids)]),
  ]).toString();
};

const ids = (from: () => number[]) =>
  fc.option(
    fc
      .array(fc.nat(10_000), { minLength: 1, maxLength: 3 })
      .map((picks) => picks.map((n) => from()[n % from().length] ?? 0)),
    { nil: undefined },
  );
/** Sub-entities where something is, their parents, those of the scopes, and now and then one that does not exist. */
const places = (): number[] => [
  ...nodes.filter(({ niveau }) => niveau <= 2).map(({ id }) => id),
  ...[...scopes.values()].flatMap(({ ramifications = [] }) =>
    ramifications.flatMap((id) => lineage(nodes, id)),
  ),
  999_999,
];
const day = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2024-01-01',
      '2024-12-31',
      '2025-01-01',
      '2025-12-31',
      '2026-01-01',
      '2026-02-28',
      '2026-11-30',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 1095 })
      .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)),
  },
);
const selection: fc.Arbitrary<Choice> = fc
  .record({
    account: fc.constantFrom(...ACCOUNTS),
    entite: fc.option(fc.constantFrom<number[]>([1], [2], [1, 2], [3, 1, 2], [77]), {
      nil: undefined,
      freq: 2,
    }),
    ramification: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: ids(places) },
    ),
    ms: ids(places),
    from: fc.option(day, { nil: undefined, freq: 2 }),
    to: fc.option(day, { nil: undefined, freq: 2 }),
    annee: fc.option(fc.integer({ min: 2024, max: 2027 }), { nil: undefined }),
    base: fc.constantFrom('enrolement' as const, 'enrolement' as const, 'encaissement' as const),
    betail: fc.constantFrom('0' as const, '0' as const, '1' as const),
  })
  .map((choice) =>
    choice.from && choice.to && choice.from > choice.to
      ? { ...choice, from: choice.to, to: choice.from }
      : choice,
  );

const sum = <Row>(rows: Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

async function read<Body>(choice: Choice, path: string, query = addressOf(choice)): Promise<Body> {
  const reply = await callers.get(choice.account)?.get<Body>(`${path}?${query}`);
  expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
  return reply?.body as Body;
}

/** Dashboard, totals, rows and base rows say the same of a selection. */
async function agree(choice: Choice): Promise<Figure> {
  const { stats, details } = await read<Dashboard>(choice, '/v2/dashboard/by-entite');
  const totals = await read<Totals>(choice, '/v2/contribuables/totaux');
  const rows = await read<Rows>(choice, '/v2/contribuables', `${addressOf(choice)}&itemperpage=5000`);
  const { restant, ...figure } = stats;

  expect(figure).toEqual(await recompute(pool, nodes, scopes.get(choice.account) ?? {}, choice));
  expect(restant).toBe(figure.prevu - figure.paiement);
  const { total_records, ...money } = totals;
  expect(money).toEqual({ prevu: figure.prevu, paye: figure.paiement, restant });
  expect(rows.meta.total_records).toBe(total_records);
  expect(rows.data).toHaveLength(total_records);
  if (choice.base === 'enrolement') expect(total_records).toBe(figure.contribuables);
  expect(sum(rows.data, ({ situation }) => situation.total)).toBe(figure.prevu);
  expect(sum(rows.data, ({ situation }) => situation.payer)).toBe(figure.paiement);
  expect(sum(rows.data, ({ situation }) => situation.restant)).toBe(restant);
  for (const name of ['contribuables', 'prevu', 'paiement', 'restant'] as const)
    expect(sum(details, (line) => line[name])).toBe(stats[name]);
  return figure;
}

describe('a figure', () => {
  it('is the same on the dashboard, in the totals, over the rows of the list and from base rows, for every selection', async () => {
    await fc.assert(
      fc.asyncProperty(selection, async (choice) => void (await agree(choice))),
      { numRuns: 40 },
    );
  });

  it('is not empty for the selections that the property is meant to cover', async () => {
    for (const account of ACCOUNTS)
      for (const base of ['enrolement', 'encaissement'] as const) {
        const { contribuables, prevu, paiement } = await agree({ account, base, betail: '0' });
        expect(Math.min(contribuables, prevu, paiement), `${account} ${base}`).toBeGreaterThan(0);
      }
    expect((await agree({ account: 'superadmin', base: 'enrolement', betail: '1' })).prevu).toBeGreaterThan(
      0,
    );
  });

  it('covers the part of the asked place that a person sees, however deep below it that part begins', async () => {
    const [zone = 0] = scopes.get('lecture')?.ramifications ?? [];
    const departement = lineage(nodes, zone).at(-1) ?? 0;
    const own = await agree({ account: 'lecture', base: 'enrolement', betail: '0', ms: [zone] });
    expect(await agree({ account: 'lecture', base: 'enrolement', betail: '0', ms: [departement] })).toEqual(
      own,
    );
    expect(
      await agree({
        account: 'lecture',
        base: 'enrolement',
        betail: '0',
        ms: [departement, departement + 1],
      }),
    ).toEqual(own);
    expect(own.contribuables).toBeGreaterThan(0);
  });
});
