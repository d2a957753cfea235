import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows, queryRow, createTown, outcomeOf } from '#src/testing/books.ts';

/* The table of every pair of a sub-entity and one beneath it, against the parents that it is made from. */
const { url, query } = await testApp();
const { pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());

const CHECK = '23514';
const FOREIGN_KEY = '23503';

/** Pairs that the table lacks, has too many of, or at another distance, climbing by parents. */
const wrong = (entite: number) =>
  queryRows(
    pool,
    `with recursive montee as (
       select entite_id, id as ancetre_id, id as descendant_id, 0 as distance, parent_id from ramification where entite_id = $1
       union all
       select m.entite_id, p.id, m.descendant_id, m.distance + 1, p.parent_id from montee m join ramification p on p.id = m.parent_id
     ),
     juste as (select entite_id, ancetre_id, descendant_id, distance from montee),
     tenue as (select entite_id, ancetre_id, descendant_id, distance::int from ramification_descendance where entite_id = $1)
     (select 'manque' as ecart, * from juste except all select 'manque', * from tenue)
     union all
     (select 'de trop', * from tenue except all select 'de trop', * from juste)`,
    [entite],
  );

async function collectivite(): Promise<number> {
  const { entite } = await createTown(pool);
  await pool.query('delete from taxe where entite_id = $1', [entite]);
  for (let left = 6; left > 0; left--)
    await pool.query(
      'delete from ramification r where entite_id = $1 and not exists (select from ramification b where b.parent_id = r.id)',
      [entite],
    );
  return entite;
}
/** Types by level; 5 to 9 are made for the depth of the tests. */
async function types(): Promise<Map<number, number>> {
  await query(
    "insert into type_ramification (nom, niveau) select 'Niveau ' || n, n from generate_series(5, 9) n on conflict do nothing",
  );
  return new Map(
    (await queryRows<{ id: number; niveau: number }>(pool, 'select id, niveau from type_ramification')).map(
      ({ id, niveau }) => [niveau, id],
    ),
  );
}
const place = async (
  on: pg.Pool | pg.PoolClient,
  entite: number,
  type: number,
  parent: number | null,
): Promise<number> =>
  (
    await queryRow<{ id: number }>(
      on,
      'insert into ramification (entite_id, type_id, parent_id, nom, code) values ($1, $2, $3, gen_random_uuid()::text, gen_random_uuid()::text) returning id',
      [entite, type, parent],
    )
  ).id;
const attach = (id: number, parent: number | null): Promise<string> =>
  outcomeOf(pool, (client) =>
    client.query('update ramification set parent_id = $2 where id = $1', [id, parent]),
  );
const chain = async (entite: number, levels: number[]): Promise<number[]> => {
  const byLevel = await types();
  const ids: number[] = [];
  for (const level of levels)
    ids.push(await place(pool, entite, byLevel.get(level) ?? 0, ids.at(-1) ?? null));
  return ids;
};

describe('the table of descendants', () => {
  it('is right after the load', async () => {
    for (const entite of [1, 2, 12]) expect(await wrong(entite)).toEqual([]);
  });

  it('stays right through any creations, moves and removals', async () => {
    const byLevel = await types();
    const act = fc.record({
      kind: fc.constantFrom('create', 'create', 'move', 'move', 'root', 'swap', 'remove'),
      a: fc.nat(50),
      b: fc.nat(50),
      level: fc.integer({ min: 1, max: 9 }),
    });
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30, size: 'max' }), async (acts) => {
        const entite = await collectivite();
        for (const { kind, a, b, level } of acts) {
          const nodes = await queryRows<{ id: number }>(
            pool,
            'select id from ramification where entite_id = $1 order by id',
            [entite],
          );
          const one = nodes[a % Math.max(nodes.length, 1)]?.id ?? null;
          const other = nodes[b % Math.max(nodes.length, 1)]?.id ?? null;
          const outcome = await outcomeOf(pool, async (client) => {
            if (kind === 'create')
              await place(client, entite, byLevel.get(level) ?? 0, level === 1 ? null : other);
            else if (kind === 'move')
              await client.query('update ramification set parent_id = $2 where id = $1', [one, other]);
            else if (kind === 'root')
              await client.query('update ramification set parent_id = null where id = $1', [one]);
            else if (kind === 'swap')
              await client.query(
                'update ramification set parent_id = case id when $1 then $2::int else $1::int end where id in ($1, $2)',
                [one, other],
              );
            else await client.query('delete from ramification where id = $1', [one]);
          });
          outcomes.add(`${kind} ${outcome}`);
        }
        expect(await wrong(entite)).toEqual([]);
      }),
      { numRuns: 15 },
    );
    expect([...outcomes]).toEqual(expect.arrayContaining(['create done', 'move done', 'remove done']));
  });

  it('follows several moves in one statement', async () => {
    const entite = await collectivite();
    const [departement = 0, quartier = 0, zone = 0, secteur = 0] = await chain(entite, [1, 2, 3, 4]);
    const [other = 0] = await chain(entite, [1]);
    const outcome = await outcomeOf(pool, (client) =>
      client.query(
        'update ramification set parent_id = case id when $1 then $3::int when $2 then $4::int end where id in ($1, $2)',
        [quartier, secteur, other, departement],
      ),
    );
    expect(outcome).toBe('done');
    expect(await wrong(entite)).toEqual([]);
    const beneath = await queryRows<{ id: number }>(
      pool,
      'select descendant_id as id from ramification_descendance where ancetre_id = $1 order by 1',
      [other],
    );
    expect(beneath.map(({ id }) => id)).toEqual([quartier, zone, other].toSorted((a, b) => a - b));
  });

  it('is right for a sub-entity created during a move above it', async () => {
    const entite = await collectivite();
    const [, quartier = 0, zone = 0] = await chain(entite, [1, 2, 3]);
    const [other = 0] = await chain(entite, [1]);
    const secteur = (await types()).get(4) ?? 0;
    const mover = await pool.connect();
    try {
      await mover.query('begin');
      await mover.query('update ramification set parent_id = $2 where id = $1', [quartier, other]);
      let settled = false;
      const making = place(pool, entite, secteur, zone).finally(() => (settled = true));
      const { pid } = await queryRow<{ pid: number }>(mover, 'select pg_backend_pid() as pid');
      const waiting = 'select count(*) as n from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      while (!settled && (await queryRow<{ n: number }>(pool, waiting, [pid])).n === 0);
      await mover.query('commit');
      await making;
    } finally {
      mover.release(true);
    }
    expect(await wrong(entite)).toEqual([]);
  });
});

describe('a sub-entity', () => {
  it('cannot be placed under itself or its descendants', async () => {
    const entite = await collectivite();
    const [departement = 0, quartier = 0, zone = 0] = await chain(entite, [1, 2, 3]);
    for (const parent of [departement, quartier, zone]) expect(await attach(departement, parent)).toBe(CHECK);
    expect(await wrong(entite)).toEqual([]);
    // the levels alone forbid it; so does the table of who lies beneath whom, for itself
    await query('alter table ramification disable trigger ramification_niveau');
    try {
      const refused = query('update ramification set parent_id = $2 where id = $1', [departement, zone]);
      await expect(refused).rejects.toMatchObject({ constraint: 'ramification_cercle' });
    } finally {
      await query('alter table ramification enable trigger ramification_niveau');
    }
    expect(await wrong(entite)).toEqual([]);
  });

  it('cannot be placed in another collectivité', async () => {
    const entite = await collectivite();
    const [departement = 0, quartier = 0] = await chain(entite, [1, 2]);
    const [foreign = 0] = await chain(await collectivite(), [1]);
    expect(await attach(quartier, foreign)).toBe(FOREIGN_KEY);
    expect(
      await outcomeOf(pool, async (client) => place(client, entite, (await types()).get(2) ?? 0, foreign)),
    ).toBe(FOREIGN_KEY);
    expect(
      await outcomeOf(pool, (client) =>
        client.query('update ramification set entite_id = 1 where id = $1', [departement]),
      ),
    ).toBe(FOREIGN_KEY);
  });

  it('must be below one of a higher level, when created, moved or given another type', async () => {
    const entite = await collectivite();
    const byLevel = await types();
    const [, quartier = 0, zone = 0, secteur = 0] = await chain(entite, [1, 2, 3, 4]);
    const [otherZone = 0] = await chain(entite, [3]);
    const retype = (id: number, level: number) =>
      outcomeOf(pool, (client) =>
        client.query('update ramification set type_id = $2 where id = $1', [id, byLevel.get(level)]),
      );
    expect(await attach(zone, otherZone)).toBe(CHECK);
    expect(await outcomeOf(pool, (client) => place(client, entite, byLevel.get(2) ?? 0, zone))).toBe(CHECK);
    expect(await retype(secteur, 3)).toBe(CHECK);
    expect(await retype(quartier, 3)).toBe(CHECK);
    expect(await retype(quartier, 4)).toBe(CHECK);
    expect(await retype(secteur, 5)).toBe('done');
    expect(await attach(secteur, quartier)).toBe('done');
  });

  it('keeps its place when the level of its type is changed', async () => {
    await chain(await collectivite(), [1, 2]);
    const level = (name: string, niveau: number) =>
      outcomeOf(pool, (client) =>
        client.query('update type_ramification set niveau = $2 where nom = $1', [name, niveau]),
      );
    expect(await level('Département', 2)).toBe(CHECK);
    expect(await level('Quartier', 1)).toBe(CHECK);
    expect(await level('Niveau 9', 9)).toBe('done');
  });

  it('cannot be removed while it has descendants', async () => {
    const [departement = 0, quartier = 0] = await chain(await collectivite(), [1, 2]);
    const remove = (id: number) =>
      outcomeOf(pool, (client) => client.query('delete from ramification where id = $1', [id]));
    expect(await remove(departement)).toBe(FOREIGN_KEY);
    expect([await remove(quartier), await remove(departement)]).toEqual(['done', 'done']);
    expect(
      await queryRows(
        pool,
        'select from ramification_descendance where ancetre_id = $1 or descendant_id = $1',
        [departement],
      ),
    ).toEqual([]);
  });
});
