import { afterAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { openPool } from '#src/platform/database/database.ts';
import { startFolding } from '#src/platform/database/folding.ts';
import { testApp } from '#src/testing/app.ts';
import {
  queryRows,
  queryRow,
  bill,
  book,
  enrol,
  createTown,
  imputeOldestFirst,
  type Town,
  outcomeOf,
} from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool, db } = openPool(url, () => undefined, 8);
afterAll(() => pool.end());

/** A town with taxpayers who owe this year and next, so that moving them touches what is not yet due. */
async function busyTown(taxpayers: number): Promise<{ town: Town; ids: number[] }> {
  const town = await createTown(pool);
  const ids: number[] = [];
  for (let n = 0; n < taxpayers; n++) {
    const { id } = await enrol(pool, town, {
      node: town.nodes[n % 6] ?? town.nodes[0],
      at: '2026-02-03T10:00:00Z',
    });
    for (const annee of [2026, 2099]) await bill(pool, town, id, { annee, montant: 1_000_000 });
    ids.push(id);
  }
  return { town, ids };
}

/** As every writer must: the taxpayers are locked first, by id, so that what is read of them stays as read. */
const lock = (client: pg.PoolClient, town: Town, ids: readonly number[]) =>
  client.query(
    'select from contribuable where entite_id = $1 and id = any($2) order by id for no key update',
    [town.entite, ids],
  );
const pay = (town: Town, id: number, montant: number) =>
  outcomeOf(pool, async (client) => {
    await lock(client, town, [id]);
    await imputeOldestFirst(client, town, await book(client, town, id, { montant }));
  });
const change = (town: Town, ids: readonly number[], assignments: string, values: unknown[]) =>
  outcomeOf(pool, async (client) => {
    await lock(client, town, ids);
    await client.query(`update contribuable set ${assignments} where entite_id = $1 and id = any($2)`, [
      town.entite,
      ids,
      ...values,
    ]);
  });
const move = (town: Town, ids: readonly number[], node: number) =>
  change(town, ids, 'ramification_id = $3', [node]);
/** The worker's turn, whenever it comes. */
const fold = () => outcomeOf(pool, (client) => client.query('select replier_totaux(3)'));
const nodeOf = (town: Town, n: number): number => town.nodes[n % 6] ?? town.nodes[0];

/** Runs a piece of work `times` times on each of several connections at once; all outcomes. */
const together = async (workers: ((turn: number) => Promise<string>)[], times: number): Promise<string[]> =>
  (
    await Promise.all(
      workers.map(async (work) => {
        const outcomes: string[] = [];
        for (let turn = 0; turn < times; turn++) outcomes.push(await work(turn));
        return outcomes;
      }),
    )
  ).flat();
const allDone = (outcomes: string[]) => expect([...new Set(outcomes)]).toEqual(['done']);

/** Resolves once another connection waits for what `client` holds. */
async function holdsUp(client: pg.PoolClient): Promise<void> {
  const { pid } = await queryRow<{ pid: number }>(client, 'select pg_backend_pid() as pid');
  const waiting = 'select count(*) as n from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  while ((await queryRow<{ n: number }>(pool, waiting, [pid])).n === 0);
}

/** A transaction left open while others write: `scene` commits it when it has what it needs. */
async function openTransaction(scene: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await scene(client);
  } finally {
    client.release(true);
  }
}

describe('concurrent transactions', () => {
  it('that pay for and move the same taxpayer do not deadlock, and totals stay right', async () => {
    const { town, ids } = await busyTown(1);
    const [id = 0] = ids;
    allDone(
      await together(
        [
          () => pay(town, id, 60_000),
          () => pay(town, id, 70_000),
          (turn) => move(town, [id], nodeOf(town, turn)),
          (turn) => move(town, [id], nodeOf(town, turn + 3)),
          fold,
        ],
        25,
      ),
    );
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('that pay for, move, validate, change livestock and enrol many taxpayers do not deadlock, and totals stay right', async () => {
    const { town, ids } = await busyTown(6);
    allDone(
      await together(
        [
          (turn) => pay(town, ids[turn % 6] ?? 0, 5000),
          (turn) => pay(town, ids[(turn * 5) % 6] ?? 0, 1_000_001),
          (turn) => move(town, turn % 2 ? ids : ids.toReversed(), nodeOf(town, turn)),
          (turn) => change(town, ids, "statut = 'Validé', nbre_betail = $3", [turn % 3 ? 1 : null]),
          (turn) =>
            outcomeOf(pool, async (client) => {
              await lock(client, town, ids);
              await client.query('update echeance set montant = montant + $2 where entite_id = $1', [
                town.entite,
                turn,
              ]);
            }),
          () =>
            outcomeOf(pool, async (client) => {
              const { id } = await enrol(client, town, { node: town.nodes[0], at: '2026-02-03T10:00:00Z' });
              await bill(client, town, id, { annee: 2026, montant: 10 });
            }),
          fold,
        ],
        15,
      ),
    );
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('that issue, replace, deliver and take back the notices of taxpayers who move do not deadlock, and totals stay right', async () => {
    const { town, ids } = await busyTown(3);
    const locked = (turn: number, text: string) =>
      outcomeOf(pool, async (client) => {
        const id = ids[turn % 3] ?? 0;
        await lock(client, town, [id]);
        await client.query(text, [town.entite, id]);
      });
    const issue = `insert into piece (code, nature, numero, entite_id, contribuable_id, annee, jour, montant, contenu, remplace)
      select upper(left(md5(gen_random_uuid()::text), 20)), 'avis', gen_random_uuid()::text, $1, $2, 2026, '2026-06-01', 900, '{}',
        (select code from piece p where entite_id = $1 and contribuable_id = $2 and nature = 'avis'
          and not exists (select from piece s where s.remplace = p.code))`;
    const deliver = `insert into remise_avis (entite_id, code, contribuable_id, annee, ramification_id, remis_le, remis_a, agent_id)
      select p.entite_id, p.code, p.contribuable_id, p.annee, ${town.nodes[0]}, p.jour, 'proche', ${town.agents[0]}
      from piece p where p.entite_id = $1 and p.contribuable_id = $2 and p.nature = 'avis'
        and not exists (select from remise_avis r where r.code = p.code and r.annulee_le is null)
      order by p.created_at desc limit 1`;
    const takeBack = `update remise_avis set annulee_le = now(), annulee_par_id = agent_id, motif = 'Essai' where id = (
      select max(id) from remise_avis where entite_id = $1 and contribuable_id = $2 and annulee_le is null)`;
    allDone(
      await together(
        [
          (turn) => locked(turn, issue),
          (turn) => locked(turn + 1, deliver),
          (turn) => locked(turn, deliver),
          // the taxpayer is not locked before: the act finds a delivery by its id
          (turn) =>
            outcomeOf(pool, (client) => client.query(takeBack, [town.entite, ids[(turn * 2) % 3] ?? 0])),
          (turn) => move(town, turn % 2 ? ids : ids.toReversed(), nodeOf(town, turn)),
        ],
        20,
      ),
    );
    const { n } = await queryRow<{ n: number }>(
      pool,
      'select count(*)::int as n from remise_avis where entite_id = $1',
      [town.entite],
    );
    expect(n).toBeGreaterThan(5);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('are visible to the franc at every instant, at any stage of the process that adds movements', async () => {
    const { town, ids } = await busyTown(4);
    const exact = async (): Promise<string> => {
      const { ecart } = await queryRow<{ ecart: number }>(
        pool,
        `select (select sum(montant) from transaction where entite_id = $1 and statut = 'Confirmé')
           - (select sum(recu - rembourse) from tenu_recette where entite_id = $1 and grain = 'm') as ecart`,
        [town.entite],
      );
      return ecart === 0 || ecart === null ? 'done' : `${ecart} francs`;
    };
    allDone(
      await together(
        [
          (turn) => pay(town, ids[turn % 4] ?? 0, 700 + turn),
          (turn) => pay(town, ids[(turn + 1) % 4] ?? 0, 300),
          fold,
          fold,
          exact,
          exact,
        ],
        30,
      ),
    );
    expect(await drift(pool, [town.entite])).toEqual([]);
    // what is left is carried as the product does it while it runs
    const errors: unknown[] = [];
    const folding = startFolding(db, { error: ({ err }) => errors.push(err) }, 10);
    const waiting = async (): Promise<number> =>
      (await pool.query<{ n: number }>('select count(*)::int as n from mouvement_en_attente')).rows[0]?.n ??
      0;
    await pay(town, ids[0] ?? 0, 40);
    await expect.poll(waiting).toBe(0);
    await folding.stop();
    expect(errors).toEqual([]);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('count a first payment at the node to which an earlier open move takes its taxpayer', async () => {
    const town = await createTown(pool);
    const { id } = await enrol(pool, town, { node: town.nodes[4] });
    await openTransaction(async (mover) => {
      await mover.query('update contribuable set ramification_id = $2 where id = $1', [id, town.nodes[5]]);
      const paying = pay(town, id, 700);
      await holdsUp(mover);
      await mover.query('commit');
      expect(await paying).toBe('done');
    });
    expect(await drift(pool, [town.entite])).toEqual([]);
    const there = await queryRows(
      pool,
      "select paye from tenu_montant where entite_id = $1 and ramification_id = $2 and grain = 'a'",
      [town.entite, town.nodes[5]],
    );
    expect(there).toEqual([{ paye: 700 }]);
  });

  it('store with a first payment the statut that an earlier open change gives its taxpayer', async () => {
    const town = await createTown(pool);
    const { id } = await enrol(pool, town, { node: town.nodes[4] });
    await openTransaction(async (validator) => {
      await validator.query("update contribuable set statut = 'Validé', nbre_betail = 3 where id = $1", [id]);
      const paying = pay(town, id, 700);
      await holdsUp(validator);
      await validator.query('commit');
      expect(await paying).toBe('done');
    });
    expect(
      await queryRows(
        pool,
        'select betail, statut, paye from total_contribuable where contribuable_id = $1',
        [id],
      ),
    ).toEqual([{ betail: true, statut: 'Validé', paye: 700 }]);
  });

  it('that enrol with dues at a node do not deadlock with a move of another taxpayer away from it', async () => {
    const { town, ids } = await busyTown(1);
    await openTransaction(async (enroller) => {
      const { id } = await enrol(enroller, town, { node: town.nodes[0], at: '2026-02-04T10:00:00Z' });
      const moving = move(town, ids, town.nodes[1]);
      await holdsUp(enroller);
      await bill(enroller, town, id, { annee: 2026, montant: 10 });
      await enroller.query('commit');
      expect(await moving).toBe('done');
    });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('that remove a taxpayer with its dues do not deadlock with an enrolment there', async () => {
    const { town, ids } = await busyTown(1);
    const superadmin = await signIn('superadmin');
    await openTransaction(async (enroller) => {
      const { id } = await enrol(enroller, town, { node: town.nodes[0], at: '2026-02-04T10:00:00Z' });
      const removing = superadmin.send('DELETE', `/v2/contribuables/${ids[0]}`);
      await holdsUp(enroller);
      await bill(enroller, town, id, { annee: 2026, montant: 10 });
      await enroller.query('commit');
      expect((await removing).status).toBe(204);
    });
    expect(await drift(pool, [town.entite])).toEqual([]);
    expect(
      await queryRows(pool, 'select from contribuable where entite_id = $1', [town.entite]),
    ).toHaveLength(1);
  });
});
