/**
 * A session plans the queries of a trigger once, at its first call, for the number of rows of that first statement. Neither a payment
 * nor a generation of échéances may depend on which of them came first in its session.
 */
import { afterAll, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { openPool } from './database.ts';

const { url, query } = await testApp();
const { pool } = openPool(url, () => undefined, 1);
afterAll(() => pool.end());

it('a single échéance reads one taxpayer, after a whole town was written in the same session', async () => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const read = async (): Promise<number> => {
      const { rows } = await client.query<{ n: string }>(
        `select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables where relname = 'contribuable'`,
      );
      return Number(rows[0]?.n);
    };
    const raise = (where: string): Promise<{ rowCount: number | null }> =>
      client.query(`update echeance set montant = montant + 100 where entite_id = 1 and ${where}`);
    expect((await raise('true')).rowCount).toBeGreaterThan(500);
    const { rows } = await client.query<{ id: string }>(
      'select id from echeance where entite_id = 1 order by id limit 1',
    );
    const before = await read();
    expect((await raise(`id = ${rows[0]?.id}`)).rowCount).toBe(1);
    expect((await read()) - before).toBeLessThan(50);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('no trigger joins the old rows of a statement with its new rows', async () => {
  // planned for one row, such a join compares each old row with each new one
  const bodies = await query<{ name: string; body: string }>(
    `select distinct proname as name, prosrc as body from pg_trigger join pg_proc p on p.oid = tgfoid
     where tgoldtable is not null and tgnewtable is not null`,
  );
  expect(bodies.length).toBeGreaterThan(5);
  const joins =
    /\b(?<one>anciens|nouveaux)(?: (?!where\b|order\b|group\b|except\b|union\b)\w+)?,?\s*(?:(?:left|right|full|inner|cross)\s+)*(?:join\s+)?(?!\k<one>)(?:anciens|nouveaux)\b/;
  expect('from nouveaux n join anciens o on o.id = n.id').toMatch(joins);
  expect('select id from nouveaux except select id from anciens').not.toMatch(joins);
  expect(bodies.filter(({ body }) => joins.test(body)).map(({ name }) => name)).toEqual([]);
});

it('no index of échéances has a column that payments change, so that a payment changes rows in place', async () => {
  const indexed = await query<{ column: string }>(
    `select distinct a.attname as column from pg_index i
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid > 0
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
     where i.indrelid = 'echeance'::regclass
     union
     select a.attname from pg_index i join pg_constraint c on c.conindid = i.indexrelid
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(c.conkey) where i.indrelid = 'echeance'::regclass`,
  );
  const columns = indexed.map(({ column }) => column);
  expect(columns).toContain('exigible_le');
  expect(columns.filter((column) => ['paye', 'eteint', 'admis', 'updated_at'].includes(column))).toEqual([]);
});
