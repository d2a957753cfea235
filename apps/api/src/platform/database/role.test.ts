import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { demandRole, openPool } from './database.ts';

const { url, query } = await testApp();
const { db, pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());

const DENIED = '42501';
const totals = (await query<{ nom: string }>('select nom from totaux_tenus()')).map(({ nom }) => nom);

/** The SQLSTATE with which a statement is refused, if it is. */
const refusal = async (text: string): Promise<string | undefined> => {
  try {
    await pool.query(text);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the application’s role', () => {
  it.each(totals)('reads total_%s and does not write it', async (name) => {
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

  it('is what the product starts as, and no other', async () => {
    await expect(demandRole(db)).resolves.toBeUndefined();
    // what a pooler, or an address with options of its own, makes of the pool
    const owner = openPool(
      `${url}${url.includes('?') ? '&' : '?'}options=-c%20timezone%3DUTC`,
      () => undefined,
      1,
    );
    try {
      await expect(demandRole(owner.db)).rejects.toThrow(
        /agirait sur la base comme « \w+ ».*il lui faut le rôle « octroi_app ».*Retirez « options » de DATABASE_URL/,
      );
    } finally {
      await owner.pool.end();
    }
  });
});
