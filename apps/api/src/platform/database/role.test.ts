import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { demandPooledSessions, demandRole, openPool, PREPARED } from './database.ts';

const { url, query } = await testApp();
const { db, pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());

const DENIED = '42501';
const totals = (await query<{ nom: string }>('select nom from totaux_tenus()')).map(({ nom }) => nom);

/** The SQLSTATE of a statement's refusal, if it is refused. */
const refusal = async (text: string): Promise<string | undefined> => {
  try {
    await pool.query(text);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the application’s role', () => {
  it.each(totals)('may read total_%s, but not write it', async (name) => {
    expect(await refusal(`select from total_${name} limit 1`)).toBeUndefined();
    for (const text of [
      `update total_${name} set entite_id = 1`,
      `delete from total_${name}`,
      `insert into total_${name} select * from total_${name}`,
      `truncate total_${name}`,
    ])
      expect(await refusal(text)).toBe(DENIED);
  });

  it.each([
    'select refaire_totaux()',
    "select refaire_total('recette')",
    "select porter_montants('{}')",
    'delete from ramification_descendance',
    "update parametre set valeur = 'UTC'",
    'alter table contribuable disable trigger total_insert',
    'set session_replication_role = replica',
    'truncate imputation',
    'drop trigger total_insert on imputation',
    'insert into migration values (1, 2)',
  ])('may not: %s', async (text) => {
    expect(await refusal(text)).toBe(DENIED);
  });

  it('is required at the start; any other role is refused', async () => {
    await expect(demandRole(db)).resolves.toBeUndefined();
    // the effect of a pooler, or of an address with its own options
    const owner = openPool(
      `${url}${url.includes('?') ? '&' : '?'}options=-c%20timezone%3DUTC`,
      () => undefined,
      1,
    );
    try {
      await expect(demandRole(owner.db)).rejects.toThrow(
        /agirait sur la base comme « \w+ ».*il lui faut le rôle « octroi_app ».*Retirez « options » de DATABASE_URL.*OCTROI_PGBOUNCER/,
      );
    } finally {
      await owner.pool.end();
    }
  });
});

describe('through a pooler of transactions', () => {
  const statement = `${PREPARED} select $1::int as n`;
  const named = async (open: ReturnType<typeof openPool>): Promise<number> => {
    try {
      await open.pool.query(statement, [1]);
      const { rows } = await open.pool.query('select count(*)::int as n from pg_prepared_statements');
      return (rows[0] as { n: number }).n;
    } finally {
      await open.pool.end();
    }
  };

  it('no statement is prepared by name and no option is sent', async () => {
    expect(await named(openPool(url, () => undefined, 1))).toBe(1);
    const pooled = openPool(url, () => undefined, 1, 10_000, { pooled: true });
    expect(pooled.pool.options.options).toBeUndefined();
    expect(await named(pooled)).toBe(0);
  });

  it('the start refuses the owner, sessions without settings, and another database', async () => {
    const bare = openPool(url, () => undefined, 1, 10_000, { pooled: true });
    try {
      await expect(demandRole(bare.db)).rejects.toThrow(/il lui faut le rôle « octroi_app »/);
      await expect(demandPooledSessions(bare.db, url)).rejects.toThrow(
        /alter role octroi_app set statement_timeout = '60s';\n.*idle_in_transaction/,
      );
      const other = new URL(url);
      other.pathname = '/postgres';
      await expect(demandPooledSessions(bare.db, other.href)).rejects.toThrow(/mène à une autre base/);
      await expect(demandPooledSessions(db, url)).resolves.toBeUndefined();
    } finally {
      await bare.pool.end();
    }
  });
});
