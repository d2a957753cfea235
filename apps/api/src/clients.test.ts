/* API clients against the product in a separate process, which is killed meanwhile. */
import { afterAll, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { queryRows } from '#src/testing/books.ts';
import { accountOf } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { serverProcess } from '#src/testing/process.ts';
import { collect, work } from '../../../tests/clients/clients.mjs';

const { url: database } = await testApp();
const { pool } = openPool(database, () => undefined, 2);
const { url, start, stop } = await serverProcess(database);
afterAll(() => pool.end());

const paymentsOf = async (graine = 'coupure'): Promise<number> =>
  (
    await queryRows<{ n: number }>(
      pool,
      "select count(*)::int as n from transaction where cle_idempotence like '%:' || $1 || '-%'",
      [graine],
    )
  )[0]?.n ?? 0;

/** Collectivités with a gap in this year's receipts. */
const holes = () =>
  queryRows(
    pool,
    `select entite_id from (select entite_id, split_part(numero_recu, '-', 3)::int as rang from transaction
       where numero_recu is not null and extract(year from jour) = extract(year from now())) r
     group by 1 having count(*) <> max(rang)`,
  );

it('enrolments, photos and payments sent over a bad network to a killed server are recorded once', async () => {
  await start();
  const agent = {
    url,
    username: 'agent.terrain',
    password: PASSWORD,
    clients: 5,
    contribuables: 4,
    graine: 'coupure',
    coupures: 0.15,
  };
  const working = work(agent);
  await expect.poll(() => paymentsOf(), { timeout: 120_000, interval: 20 }).toBeGreaterThan(8);
  await stop('SIGKILL');
  const acknowledged = await paymentsOf();
  expect(acknowledged).toBeLessThan(40);
  await start();
  const done = await working;
  expect(done).toMatchObject({ contribuables: 20, paiements: 40 });
  expect(done.reprises).toBeGreaterThan(0);

  // started again, it finds everything done
  const again = await work({ ...agent, coupures: 0 });
  expect(again).toMatchObject({ contribuables: 20, paiements: 40, francs: done.francs });
  expect(await paymentsOf()).toBe(40);
  const enrolled = await queryRows<{ n: number; photos: number }>(
    pool,
    "select count(*)::int as n, count(photo)::int as photos from contribuable where nom like 'Terrain coupure-%'",
  );
  expect(enrolled).toEqual([{ n: 20, photos: 20 }]);
  for (const { id, owed } of done.visits) {
    const { paye, avance } = await accountOf(pool, id);
    expect(paye.reduce((sum, part) => sum + part, 0) + avance).toBe(owed || 1000);
  }
  expect(await holes()).toEqual([]);
  expect(await drift(pool)).toEqual([]);
}, 240_000);

it('every payment confirmed to fifty clients is recorded once, even if the server is killed', async () => {
  await start();
  const working = collect({
    url,
    username: 'agent.terrain',
    password: PASSWORD,
    clients: 50,
    paiements: 400,
    graine: 'cinquante',
  });
  await expect.poll(() => paymentsOf('cinquante'), { timeout: 120_000, interval: 20 }).toBeGreaterThan(100);
  await stop('SIGKILL');
  expect(await paymentsOf('cinquante')).toBeLessThan(400);
  await start();
  const { booked, reprises } = await working;
  expect(reprises).toBeGreaterThan(0);
  const written = await queryRows<{
    cle: string;
    id: number;
    contribuable: number;
    montant: number;
    numeroRecu: string;
  }>(
    pool,
    `select split_part(cle_idempotence, ':', 2) as cle, id, contribuable_id as contribuable, montant, numero_recu as "numeroRecu"
     from transaction where cle_idempotence like '%:cinquante-%' order by id`,
  );
  expect(written).toHaveLength(400);
  const told = booked.map(({ cle, id, contribuable, montant, numeroRecu }) => ({
    cle,
    id,
    contribuable,
    montant,
    numeroRecu,
  }));
  expect(written).toEqual(told.toSorted((a, b) => a.id - b.id));
  expect(await holes()).toEqual([]);
  expect(await drift(pool)).toEqual([]);
}, 240_000);
