/** What people read that takes too long: it is cut off, and takes nothing from those who pay. */
import type { Problem } from '@octroi/contract';
import pg from 'pg';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { pay } from '#src/testing/caisse.ts';

/** More people than there are connections for quick or long reads. */
const PEOPLE = 8;

const { url, query, signIn } = await testApp({ servers: { readTimeouts: [200, 1500] } });

it('reads that take too long are refused with advice to narrow them; payments and other reads do not wait for them', async () => {
  const caller = await signIn('superadmin');
  const [payer] = await query<{ id: number }>(
    'select contribuable_id::int as id from du_contribuable where exercice > 0 order by 1 limit 1',
  );
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    // nobody can read equipment: as if there were too much of it
    await owner.query('begin; lock table equipement in access exclusive mode');
    let settled = 0;
    const reads = Array.from({ length: PEOPLE }, async (_, n) => {
      const reply = await caller.get<Problem>(`/v2/equipements?nombre=0&page=${n + 1}`);
      settled += 1;
      return reply;
    });
    expect((await pay(caller, payer!.id, 100)).status).toBe(201);
    expect((await caller.get('/v2/impayes')).status).toBe(200);
    expect((await caller.get('/v2/transactions')).status).toBe(200);
    expect(settled).toBe(0);
    for (const { status, body } of await Promise.all(reads)) {
      expect([status, body.code]).toEqual([503, 'demande.trop-longue']);
      expect(body.message).toBe('La demande a pris trop de temps. Réduisez la période ou ajoutez un filtre.');
    }
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
  expect((await caller.get('/v2/equipements?page=9')).status).toBe(200);
});

it('a read that takes longer than quick ones may is answered', async () => {
  const caller = await signIn('superadmin');
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query('begin; lock table equipement in access exclusive mode');
    const reading = caller.get('/v2/equipements?page=2');
    await owner.query('select pg_sleep(0.6)');
    await owner.query('rollback');
    expect((await reading).status).toBe(200);
  } finally {
    await owner.end();
  }
});
