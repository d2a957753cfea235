import type { Dashboard } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import {
  ACCOUNTS,
  addressOf,
  type FigureWorld,
  figureWorld,
  selectionOf,
} from '#src/testing/figures/figure-world.ts';
import { type Choice, type Figure, isInScope, lineage, recompute } from '#src/testing/figures/figures.ts';

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

let world: FigureWorld;
beforeAll(async () => {
  world = await figureWorld(pool, signIn);
});
const selection = selectionOf(() => world);

const sum = <Row>(rows: Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

async function read<Body>(choice: Choice, path: string, query = addressOf(choice)): Promise<Body> {
  const reply = await world.callers.get(choice.account)?.get<Body>(`${path}?${query}`);
  expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
  return reply?.body as Body;
}

/** Dashboard, totals, rows and base rows say the same of a selection. */
async function agree(choice: Choice): Promise<Figure> {
  const { stats, details } = await read<Dashboard>(choice, '/v2/dashboard/by-entite');
  const totals = await read<Totals>(choice, '/v2/contribuables/totaux');
  const rows = await read<Rows>(choice, '/v2/contribuables', `${addressOf(choice)}&itemperpage=5000`);
  const { restant, ...figure } = stats;

  expect(figure).toEqual(await recompute(pool, world.nodes, world.scopes.get(choice.account) ?? {}, choice));
  expect(restant).toBe(figure.prevu - figure.paiement);
  const { total_records, prevu, paye } = totals;
  const money = { prevu, paye, restant: totals.restant };
  expect(money).toEqual({ prevu: figure.prevu, paye: figure.paiement, restant });
  expect(rows.meta.total_records).toBe(total_records);
  expect(rows.data).toHaveLength(total_records);
  if (choice.base === 'enrolement') expect(total_records).toBe(figure.contribuables);
  expect(sum(rows.data, ({ situation }) => situation.total)).toBe(figure.prevu);
  expect(sum(rows.data, ({ situation }) => situation.payer)).toBe(figure.paiement);
  expect(sum(rows.data, ({ situation }) => situation.restant)).toBe(restant);
  for (const name of ['contribuables', 'prevu', 'paiement', 'restant'] as const)
    expect(sum(details, (line) => line[name])).toBe(stats[name]);
  // screens ask for sub-entities by `ms` alone
  if (!choice.ramification)
    for (const line of [
      ...details.filter(({ direct }) => direct),
      ...details.filter(({ contribuables, prevu }) => contribuables + prevu > 0).slice(0, 3),
    ])
      await agreeOnRow(choice, line);
  return figure;
}

/** A row of the table says what the list says that it opens. */
async function agreeOnRow(choice: Choice, line: Dashboard['details'][number]): Promise<void> {
  const { id, type, direct } = line;
  const place = type === 'entite' ? { entite: [id], ms: undefined } : { ms: [id] };
  const address = `${addressOf({ ...choice, ...place })}${direct ? '&direct=1' : ''}`;
  const totals = await read<Totals>(choice, '/v2/contribuables/totaux', address);
  expect(totals, address).toMatchObject({
    prevu: line.prevu,
    paye: line.paiement,
    restant: line.restant,
  });
  if (choice.base === 'enrolement') expect(totals.total_records).toBe(line.contribuables);
}

describe('a figure', () => {
  it('is the same on the dashboard, in the totals, over the rows of the list and from base rows, for every selection', async () => {
    await fc.assert(
      fc.asyncProperty(selection, async (choice) => {
        if (isInScope(world.nodes, world.scopes.get(choice.account) ?? {}, choice)) await agree(choice);
        else {
          const reply = await world.callers
            .get(choice.account)
            ?.get(`/v2/dashboard/by-entite?${addressOf(choice)}`);
          expect(reply?.status, JSON.stringify(choice)).toBe(404);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is not zero for the selections that the property must cover', async () => {
    for (const account of ACCOUNTS)
      for (const base of ['enrolement', 'encaissement'] as const) {
        const { contribuables, prevu, paiement } = await agree({ account, base, betail: '0' });
        expect(Math.min(contribuables, prevu, paiement), `${account} ${base}`).toBeGreaterThan(0);
      }
    expect((await agree({ account: 'superadmin', base: 'enrolement', betail: '1' })).prevu).toBeGreaterThan(
      0,
    );
  });

  it('covers the part of the chosen place in the user’s scope, at any depth', async () => {
    const [zone = 0] = world.scopes.get('lecture')?.ramifications ?? [];
    const departement = lineage(world.nodes, zone).at(-1) ?? 0;
    const own = await agree({ account: 'lecture', base: 'enrolement', betail: '0', ms: [zone] });
    expect(await agree({ account: 'lecture', base: 'enrolement', betail: '0', ms: [departement] })).toEqual(
      own,
    );
    expect(
      await agree({
        account: 'lecture',
        base: 'enrolement',
        betail: '0',
        ms: [departement, zone],
      }),
    ).toEqual(own);
    expect(own.contribuables).toBeGreaterThan(0);
  });
});
