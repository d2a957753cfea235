import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { startFolding } from '#src/platform/database/folding.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows, queryRow, enrol, createTown, type Town, outcomeOf } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, query, signIn } = await testApp();
const { pool, db } = openPool(url, () => undefined, 8);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');

const waiting = async (): Promise<number> =>
  (await queryRow<{ n: number }>(pool, 'select count(*) as n from mouvement_en_attente')).n;

/**
 * Payments, one at each place on each day by each method, each an advance of its own: no two make the same movement.
 * @param montant francs of each, other than those before
 * @param days from the first of January 2025 on
 */
async function payAll(town: Town, montant: number, days: number): Promise<void> {
  const outcome = await outcomeOf(pool, async (client) => {
    await client.query(
      `insert into transaction (entite_id, contribuable_id, ramification_id, betail, no_transaction, montant, statut,
         moyen_paiement_id, date_transaction)
       select c.entite_id, c.id, c.ramification_id, c.betail, gen_random_uuid()::text, $2, 'Confirmé', moyen,
         '2025-01-01T10:00:00Z'::timestamptz + make_interval(days => n)
       from contribuable c, unnest($3::int[]) moyen, generate_series(0, $4 - 1) n where c.entite_id = $1`,
      [town.entite, montant, town.moyens, days],
    );
    await client.query(
      `insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
       select t.entite_id, t.id, t.contribuable_id, 2025, t.montant from transaction t
       where t.entite_id = $1 and t.montant = $2`,
      [town.entite, montant],
    );
  });
  expect(outcome).toBe('done');
}

/** All that the town's dashboards, statistics and lists tell of its money. */
async function readTotals(town: Town): Promise<unknown[]> {
  const place = `entite=${town.entite}&from=2025-01-15&to=2025-11-20`;
  const replies = await Promise.all(
    [
      `/v2/dashboard/by-entite?${place}`,
      `/v2/dashboard/by-entite?${place}&base=encaissement`,
      `/v2/statistiques/transactions/moyen-par-paiement?${place}`,
      `/v2/statistiques/transactions/par-lieu?${place}`,
      `/v2/statistiques/carte?${place}`,
      `/v2/transactions/totaux?${place}`,
    ].map((path) => superadmin.get<unknown>(path)),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  return replies.map(({ body }) => body);
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('movements not added to the totals for an hour', () => {
  let town: Town;
  beforeAll(async () => {
    town = await createTown(pool);
    for (const node of town.nodes) await enrol(pool, town, { node, at: '2025-02-03T10:00:00Z' });
    for (const montant of [700, 900]) await payAll(town, montant, 365);
  }, 120_000);

  it('give every figure the value that it has once they are added', async () => {
    const pending = await waiting();
    expect(pending).toBeGreaterThan(10_000);
    const before = await readTotals(town);
    expect(await drift(pool, [town.entite])).toEqual([]);
    const { montant, n } = await queryRow<{ montant: number; n: number }>(
      pool,
      'select sum(montant)::bigint as montant, count(*) as n from transaction where entite_id = $1',
      [town.entite],
    );
    expect([montant, n]).toEqual([6 * 2 * 365 * (700 + 900), 6 * 2 * 365 * 2]);
    expect(await waiting()).toBe(pending);
    await foldedAll();
    expect(await readTotals(town)).toEqual(before);
    expect(await drift(pool, [town.entite])).toEqual([]);
  }, 120_000);

  it('are read once per figure, in any number', async () => {
    await payAll(town, 300, 60);
    for (const total of ['encaissement', 'recette', 'encaissement_taxe', 'montant']) {
      const [row] = await queryRows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        pool,
        `explain (analyze, format json) select debut, count(*) from tenu_${total}
         where entite_id = $1 and grain = 'm' and debut between '2025-01-01' and '2025-11-01' group by 1`,
        [town.entite],
      );
      const scans = nodesOf(row!['QUERY PLAN'][0].Plan).filter(({ 'Relation Name': table }) =>
        table?.startsWith('attente_'),
      );
      expect(scans.map((scan) => scan['Actual Loops'])).toEqual([1]);
    }
  });

  it('are added once by two processes at the same moment, during payments', async () => {
    await payAll(town, 400, 120);
    const errors: unknown[] = [];
    const log = { error: ({ err }: { err: unknown }) => errors.push(err) };
    const folders = [startFolding(db, log, 1), startFolding(db, log, 1)];
    await payAll(town, 500, 120);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    await Promise.all(folders.map((folder) => folder.stop()));
    expect(errors).toEqual([]);
    expect(folders.every((folder) => folder.at() !== undefined)).toBe(true);
    expect(await drift(pool, [town.entite])).toEqual([]);
  }, 120_000);

  it('stay waiting if the process that adds them is killed, and the next one adds them', async () => {
    await payAll(town, 600, 200);
    const pending = await waiting();
    const folder = await pool.connect();
    const { pid } = await queryRow<{ pid: number }>(folder, 'select pg_backend_pid() as pid');
    await folder.query('begin');
    expect((await queryRow<{ n: number }>(folder, 'select replier_totaux(3000) as n')).n).toBeGreaterThan(
      2999,
    );
    // nobody sees the one without the other
    expect(await waiting()).toBe(pending);
    expect(await drift(pool, [town.entite])).toEqual([]);
    expect((await queryRow<{ n: number }>(pool, 'select replier_totaux() as n')).n).toBe(0);
    await killed(pid);
    folder.release(true);
    expect(await waiting()).toBe(pending);
    expect(await drift(pool, [town.entite])).toEqual([]);
    await foldedAll();
    expect(await drift(pool, [town.entite])).toEqual([]);
  }, 120_000);

  async function foldedAll(): Promise<void> {
    while ((await queryRow<{ n: number }>(pool, 'select replier_totaux(5000) as n')).n > 0);
    expect(await waiting()).toBe(0);
  }

  /** As the machine's owner would: the process that serves a connection ends, and what it had begun is undone. */
  async function killed(pid: number): Promise<void> {
    await query('select pg_terminate_backend($1)', [pid]);
    await expect
      .poll(() => queryRows(pool, 'select from pg_stat_activity where pid = $1', [pid]))
      .toEqual([]);
  }
});
