import { CONTOURS } from '@octroi/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows, type Connection, enrol, createTown, type Town, outcomeOf } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, query, runPeriodic } = await testApp();
const { db, pool } = openPool(url, () => undefined, 4);
afterAll(() => db.destroy());

let town: Town;
/** Three taxpayers around a square of which the last corner is free, in a secteur of the town. */
let taxpayers: number[];

const at = (on: Connection, id: number, latitude: number, longitude: number) =>
  on.query('update contribuable set latitude = $2, longitude = $3 where id = $1', [id, latitude, longitude]);

async function enrolAt(on: Connection, node: number, latitude: number, longitude: number): Promise<number> {
  const { id } = await enrol(on, town, { node });
  await at(on, id, latitude, longitude);
  return id;
}

/** The corners of each outline of the town, as (latitude, longitude), by place. */
async function outlines(entite = town.entite): Promise<Record<number, string[]>> {
  const rows = await queryRows<{ id: number; coins: number[][] }>(
    pool,
    'select ramification_id as id, coins from enveloppe where entite_id = $1',
    [entite],
  );
  return Object.fromEntries(rows.map(({ id, coins }) => [id, [...new Set(coins.map(String))].toSorted()]));
}

beforeEach(async () => {
  town = await createTown(pool);
  taxpayers = [];
  for (const [y, x] of [
    [13, 2],
    [13, 2.01],
    [13.01, 2],
  ] as const)
    taxpayers.push(await enrolAt(pool, town.nodes[4] as number, y, x));
  await runPeriodic('contours');
});

const THREE = ['13,2', '13,2.01', '13.01,2'];

describe('an outline that is stored', () => {
  it('exists for each level that the map draws, and for no other', async () => {
    const [, , quartier, , secteur] = town.nodes;
    expect(await outlines()).toEqual({ [quartier as number]: THREE, [secteur as number]: THREE });
    const levels = await query<{ niveau: number }>(
      `select distinct t.niveau from enveloppe v join ramification r on r.id = v.ramification_id
       join type_ramification t on t.id = r.type_id order by 1`,
    );
    expect(levels.map(({ niveau }) => niveau)).toEqual(
      Object.values(CONTOURS).toSorted((one, other) => one - other),
    );
  });

  it.each([
    ['a taxpayer comes', async () => void (await enrolAt(pool, town.nodes[4] as number, 13.01, 2.01))],
    ['a taxpayer goes', () => pool.query('delete from contribuable where id = $1', [taxpayers[0]])],
    ['a position is corrected', () => at(pool, taxpayers[0] as number, 13.002, 2.002)],
    [
      'a position is taken away',
      () => pool.query('update contribuable set latitude = null where id = $1', [taxpayers[0]]),
    ],
    [
      'a taxpayer changes place',
      () =>
        pool.query('update contribuable set ramification_id = $2 where id = $1', [
          taxpayers[0],
          town.nodes[1],
        ]),
    ],
    [
      'a taxpayer goes to another collectivité',
      async () => {
        const other = await createTown(pool);
        await pool.query('delete from enrollement where contribuable_id = $1', [taxpayers[0]]);
        await pool.query('update contribuable set entite_id = $2, ramification_id = $3 where id = $1', [
          taxpayers[0],
          other.entite,
          other.nodes[4],
        ]);
      },
    ],
    [
      'its place goes below another',
      () =>
        pool.query('update ramification set parent_id = $2 where id = $1', [town.nodes[4], town.nodes[1]]),
    ],
    [
      'its place gets another type',
      () =>
        pool.query(
          "update ramification set type_id = (select id from type_ramification where nom = 'Zone'), parent_id = $2 where id = $1",
          [town.nodes[4], town.nodes[2]],
        ),
    ],
  ])('is computed again soon after %s', async (_change, act) => {
    const before = await outlines();
    await act();
    // marked until then: the verification awaits it
    expect(await drift(pool)).toEqual([]);
    expect(await outlines()).toEqual(before);
    await runPeriodic('contours');
    expect(await outlines()).not.toEqual(before);
    expect(await drift(pool)).toEqual([]);
  });

  it('follows the level of a type', async () => {
    const level = (niveau: number) =>
      query("update type_ramification set niveau = $1 where nom = 'Secteur'", [niveau]);
    const before = await outlines();
    await level(5);
    await runPeriodic('contours');
    expect(await outlines()).toEqual({ [town.nodes[2] as number]: THREE });
    await level(4);
    await runPeriodic('contours');
    expect(await outlines()).toEqual(before);
    expect(await drift(pool)).toEqual([]);
  });

  it('is not marked by a change that leaves positions', async () => {
    await pool.query(
      "update contribuable set telephone = '90000000', statut = 'Validé', nbre_betail = 3 where entite_id = $1",
      [town.entite],
    );
    await enrol(pool, town, { node: town.nodes.find((id) => id % 5 === 0) ?? (town.nodes[0] as number) });
    const marks = await queryRows(
      pool,
      `select from attente_enveloppe a join contribuable c using (entite_id, ramification_id)
       where a.entite_id = $1 and c.latitude is null`,
      [town.entite],
    );
    expect(marks).toEqual([]);
  });

  it('is computed without waiting for writers or delaying them, and later changes are drawn next', async () => {
    const [one, other] = taxpayers as [number, number];
    const node = town.nodes[4] as number;
    const outcome = await outcomeOf(pool, async (first) => {
      await at(first, one, 13.001, 2.001);
      // another position of the place is corrected, and the outlines are drawn, before this one is done
      expect(await outcomeOf(pool, (second) => at(second, other, 13, 2.02))).toBe('done');
      await runPeriodic('contours');
      expect((await outlines())[node]).toEqual(['13,2', '13,2.02', '13.01,2']);
    });
    expect(outcome).toBe('done');
    await runPeriodic('contours');
    expect((await outlines())[node]).toEqual(['13,2.02', '13.001,2.001', '13.01,2']);
    expect(await drift(pool)).toEqual([]);
  });

  it('is reported by the verification if it does not surround its taxpayers', async () => {
    await query('update enveloppe set coins[1][1] = 14 where entite_id = $1', [town.entite]);
    expect(await drift(pool)).toHaveLength(2);
    await query('select refaire_enveloppes()');
    expect(await drift(pool)).toEqual([]);
  });
});
