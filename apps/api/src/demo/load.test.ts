import { describe, expect, it } from 'vitest';
import { loadContribuables, loadReference } from './load.ts';
import { GROWING, setIndexesAside } from './load/schema.ts';
import { configured, differences, empty, gaps, loaded, OPTIONS, prints } from './testing/demo.ts';

/** More than are generated without a pause. */
const FEW = { ...OPTIONS, contribuables: 60 };

describe('the load', { timeout: 60_000 }, () => {
  it('gives the same rows for the same seed and day', async () => {
    const first = await configured();
    const second = await configured();
    const third = await configured();
    await loadContribuables(first.client, FEW);
    await loadContribuables(second.client, FEW);
    await loadContribuables(third.client, { ...FEW, seed: 2 });
    expect(await prints(first.query)).toEqual(await prints(second.query));
    expect(await prints(first.query)).not.toEqual(await prints(third.query));
  });

  it('gives the same rows when it drops indexes, and creates them again', async () => {
    const plain = await configured();
    const bulk = await configured();
    const indexes = "select indexdef from pg_indexes where schemaname = 'public' order by 1";
    const constraints =
      'select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint order by 1, 2';
    const before = [await bulk.query(indexes), await bulk.query(constraints)];
    await loadContribuables(plain.client, FEW);
    await loadContribuables(bulk.client, { ...FEW, bulk: true });
    expect(await prints(bulk.query)).toEqual(await prints(plain.query));
    expect(await differences(bulk.query)).toEqual([]);
    expect([await bulk.query(indexes), await bulk.query(constraints)]).toEqual(before);
  });

  it('adds rows without repeating existing ones', async () => {
    const { client, query } = await loaded();
    await loadContribuables(client, FEW);
    await loadContribuables(client, { ...FEW, contribuables: 50, bulk: true });
    expect(await query('select count(*)::int as n from contribuable')).toEqual([{ n: 410 }]);
    const [{ people } = { people: 0 }] = await query<{ people: number }>(
      'select count(distinct (nom, prenom, telephone))::int as people from contribuable',
    );
    expect(people).toBe(410);
    expect(await differences(query)).toEqual([]);
    expect(await gaps(query)).toEqual([]);
  });

  it('is refused in production and beside real data', async () => {
    const { client } = await empty();
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      await expect(loadReference(client)).rejects.toThrow(/production/);
      await expect(loadContribuables(client, OPTIONS)).rejects.toThrow(/production/);
    } finally {
      process.env['NODE_ENV'] = before;
    }
    await client.query("insert into ville (nom) values ('Téra')");
    await expect(loadReference(client)).rejects.toThrow(/déjà des données/);
    await expect(loadContribuables(client, OPTIONS)).rejects.toThrow(/démonstration/);
  });

  it('leaves nothing behind when it fails', async () => {
    const { client, query } = await configured();
    await client.query('alter table imputation add check (montant < 0)');
    await expect(loadContribuables(client, { ...OPTIONS, bulk: true })).rejects.toThrow();
    expect(
      await query(
        'select (select count(*) from contribuable)::int + (select count(*) from compteur)::int as n',
      ),
    ).toEqual([{ n: 0 }]);
    const [{ indexes } = { indexes: 0 }] = await query<{ indexes: number }>(
      "select count(*)::int as indexes from pg_indexes where tablename = 'transaction'",
    );
    expect(indexes).toBeGreaterThan(10);
  });
});

describe('dropping indexes', () => {
  it('keeps the indexes that foreign keys need', async () => {
    const { client, query } = await empty();
    await client.query('begin');
    await setIndexesAside(client, GROWING);
    const left = await query<{ indexname: string }>(
      `select indexname from pg_indexes where tablename in (${GROWING.map((t) => `'${t}'`).join(', ')}) order by 1`,
    );
    expect(left.map(({ indexname }) => indexname)).toEqual(
      GROWING.filter((table) => table !== 'imputation')
        .flatMap((table) =>
          // échéances point at a line of their taxpayer, changes of quantity at the line
          table === 'enrollement' ? ['enrollement_de_contribuable', 'enrollement_pkey'] : [`${table}_pkey`],
        )
        .toSorted(),
    );
    await client.query('rollback');
  });
});
