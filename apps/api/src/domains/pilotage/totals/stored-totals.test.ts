import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { ACT_NAMES, ACTS, type ActName, type Draw } from '#src/testing/figures/acts.ts';
import { testApp } from '#src/testing/app.ts';
import {
  queryRows,
  queryRow,
  bill,
  book,
  enrol,
  createTown,
  impute,
  imputeOldestFirst,
  type Town,
  outcomeOf,
} from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { redrawContours } from '../carte/carte.service.ts';

const { url, query } = await testApp();
const { db, pool } = openPool(url, () => undefined, 4);
afterAll(() => db.destroy());

const play = (town: Town, name: ActName, draw: Draw): Promise<string> =>
  outcomeOf(pool, (client) => ACTS[name](client, town, draw));

/** Carries what waits into the totals and draws the outlines that are marked, as the workers do. */
const fold = async (): Promise<void> => {
  await pool.query('select replier_totaux()');
  await redrawContours(db);
};

/** A taxpayer with a position and without a line. */
async function enrolPlaced({ entite, nodes, agents }: Town): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    pool,
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id, latitude, longitude)
     values ($1, $2, gen_random_uuid()::text, 'Essai', $3, 13, 2) returning id`,
    [entite, nodes[4], agents[0]],
  );
  return id;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  who: fc.nat(200),
  where: fc.nat(200),
  amount: fc.integer({ min: 1, max: 40_000 }),
  day: fc.nat(1200),
  flag: fc.boolean(),
});

describe('stored totals', () => {
  it('equal those of the base rows after the load', async () => {
    expect(await drift(pool)).toEqual([]);
  });

  it('come from loaded data that satisfy all rules, although triggers were off during the load', async () => {
    const [row] = await query<{ n: number }>(
      'select count(verifier_transaction(entite_id, id))::int as n from transaction',
    );
    expect(row?.n).toBeGreaterThan(1000);
  });

  it('equal those of the base rows after any acts in a town, in any order', async () => {
    // the worker comes after an act, or has stopped and comes after another
    const act = fc.record({ name: fc.constantFrom(...ACT_NAMES), draw, folds: fc.boolean() });
    const beginning = [
      { name: 'enrole', draw: { who: 2, where: 3, amount: 7, day: 366, flag: true }, folds: false },
      { name: 'exige', draw: { who: 0, where: 5, amount: 900, day: 2, flag: true }, folds: true },
      ...[0, 1, 2].flatMap(
        (who) =>
          [
            { name: 'emet_avis', draw: { who, where: 0, amount: 900, day: 0, flag: false }, folds: false },
            {
              name: 'remet_avis',
              draw: { who, where: who * 3, amount: 900, day: 0, flag: false },
              folds: false,
            },
          ] as const,
      ),
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30, size: 'max' }), async (acts) => {
        const town = await createTown(pool);
        for (const { name, draw: numbers, folds } of [...beginning, ...acts]) {
          await play(town, name, numbers);
          if (folds) await fold();
        }
        expect(await drift(pool, [town.entite])).toEqual([]);
      }),
      { numRuns: 12 },
    );
    expect(await drift(pool)).toEqual([]);
  });

  it('count on the map of the new collectivité a taxpayer who moves there', async () => {
    const [from, to] = [await createTown(pool), await createTown(pool)];
    const id = await enrolPlaced(from);
    await pool.query('update contribuable set entite_id = $2, ramification_id = $3 where id = $1', [
      id,
      to.entite,
      to.nodes[4],
    ]);
    expect(await drift(pool)).toEqual([]);
  });

  it('equal a full computation: computing them again changes nothing', async () => {
    const count = `select count(*)::int as n, sum(prevu)::text as prevu, sum(paye)::text as paye
      from (select sum(prevu) as prevu, sum(paye) as paye from tenu_montant
        group by entite_id, annee, betail, grain, debut, ramification_id) m where prevu <> 0 or paye <> 0`;
    const before = await query(count);
    await query('select refaire_totaux()');
    expect(await query(count)).toEqual(before);
    expect(await drift(pool)).toEqual([]);
  });
});

describe('a town, to the franc', () => {
  const years = async (town: Town, table: string, columns: string) => {
    await fold();
    return queryRows(
      pool,
      `select ${columns} from total_${table} where entite_id = $1 and grain = 'a' order by 1, 2`,
      [town.entite],
    );
  };
  /** Enrolled on the last evening of 2025; 14 000 due over two years, 15 500 paid and 2 000 of it given back. */
  async function settled(): Promise<{ town: Town; id: number }> {
    const town = await createTown(pool);
    const { id } = await enrol(pool, town, { node: town.nodes[4], at: '2025-12-31T22:30:00Z' });
    await bill(pool, town, id, { annee: 2025, montant: 10_000 });
    const due = await bill(pool, town, id, { annee: 2026, montant: 4000 });
    const outcome = await outcomeOf(pool, async (client) => {
      await imputeOldestFirst(
        client,
        town,
        await book(client, town, id, { montant: 15_500, at: '2026-03-02T10:00:00Z' }),
      );
      const back = await book(client, town, id, { montant: -2000, at: '2026-03-03T10:00:00Z' });
      await impute(client, town, back, { annee: 2026, montant: -1500 });
      await impute(client, town, back, { annee: 2026, montant: -500, echeance: due });
    });
    expect(outcome).toBe('done');
    return { town, id };
  }

  it('counts an enrolment on its local day, week, month and year', async () => {
    const town = await createTown(pool);
    await enrol(pool, town, { node: town.nodes[4], at: '2025-12-31T22:30:00Z' });
    await enrol(pool, town, { node: town.nodes[4], at: '2025-12-31T23:30:00Z' }); // 00:30 in Niamey
    const days = await queryRows(
      pool,
      'select grain, debut, total from total_enrolement where entite_id = $1 order by 1, 2',
      [town.entite],
    );
    expect(days).toEqual(
      ['2025-01-01', '2026-01-01']
        .map((debut) => ({ grain: 'a', debut, total: 1 }))
        .concat(
          ['2025-12-31', '2026-01-01'].map((debut) => ({ grain: 'j', debut, total: 1 })),
          ['2025-12-01', '2026-01-01'].map((debut) => ({ grain: 'm', debut, total: 1 })),
          [{ grain: 's', debut: '2025-12-29', total: 2 }],
        ),
    );
  });

  it('counts a payment for the dues of each year, its excess in the year of the payment, and subtracts a refund', async () => {
    const { town } = await settled();
    expect(await years(town, 'montant', 'annee, prevu, paye')).toEqual([
      { annee: 2025, prevu: 10_000, paye: 10_000 },
      { annee: 2026, prevu: 4000, paye: 3500 },
    ]);
  });

  it('keeps received and refunded sums apart', async () => {
    const { town } = await settled();
    const received = [{ debut: '2026-01-01', recu: 15_500, rembourse: 2000, nombre: 2 }];
    expect(await years(town, 'encaissement', 'debut, recu, rembourse, nombre')).toEqual(received);
    expect(await years(town, 'encaissement_agent', 'debut, recu, rembourse, nombre')).toEqual(received);
    expect(await years(town, 'encaissement_taxe', 'taxe_id, recu, rembourse')).toEqual([
      { taxe_id: 0, recu: 1500, rembourse: 1500 },
      { taxe_id: town.taxes[0], recu: 14_000, rembourse: 500 },
    ]);
  });

  it('moves the dues and paid sums of a taxpayer with it, and keeps received money where it was received', async () => {
    const { town, id } = await settled();
    await pool.query('update contribuable set ramification_id = $3 where entite_id = $1 and id = $2', [
      town.entite,
      id,
      town.nodes[1],
    ]);
    const moved = await queryRows(
      pool,
      "select annee, sum(prevu)::int as prevu from tenu_montant where entite_id = $1 and grain = 'a' and ramification_id = $2 group by 1 order by 1",
      [town.entite, town.nodes[1]],
    );
    expect(moved).toEqual([
      { annee: 2025, prevu: 10_000 },
      { annee: 2026, prevu: 4000 },
    ]);
    expect(
      await queryRows(pool, 'select distinct ramification_id from tenu_encaissement where entite_id = $1', [
        town.entite,
      ]),
    ).toEqual([{ ramification_id: town.nodes[4] }]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});
