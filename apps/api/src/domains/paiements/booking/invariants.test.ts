import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { openPool } from '#src/platform/database/database.ts';
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

/* What the database itself refuses: every statement here runs under the application's role. */
const { url } = await testApp();
const { pool } = openPool(url, () => undefined, 3);
afterAll(() => pool.end());

const CHECK = '23514';
const FOREIGN_KEY = '23503';
const DENIED = '42501';
const YEAR = { annee: 2026 };

let town: Town;
let id: number;
let due: number;
beforeEach(async () => {
  town = await createTown(pool);
  ({ id } = await enrol(pool, town, { node: town.nodes[4] }));
  due = await bill(pool, town, id, { ...YEAR, montant: 1000 });
});

const write = (work: (client: pg.PoolClient) => Promise<unknown>): Promise<string> => outcomeOf(pool, work);
const change = (text: string, values: unknown[]): Promise<string> =>
  write((client) => client.query(text, values));
/** The SQLSTATE of a statement that the role may not run. */
const refusal = async (text: string, values: unknown[] = []): Promise<string | undefined> => {
  try {
    await pool.query(text, values);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
async function confirmed(montant: number): Promise<number> {
  let paid = 0;
  const outcome = await write(async (client) => {
    paid = await book(client, town, id, { montant });
    await imputeOldestFirst(client, town, paid);
  });
  expect(outcome).toBe('done');
  return paid;
}

describe('a confirmed transaction', () => {
  it.each([
    'montant = montant + 1',
    'frais = frais + 1',
    "statut = 'Failed'",
    "statut = 'En attente de confirmation'",
    "date_transaction = date_transaction - interval '1 day'",
    'moyen_paiement_id = moyen_paiement_id + 1',
    'bureau_accepteur_id = coalesce(bureau_accepteur_id, 0) + 1',
    'betail = not betail',
    'ramification_id = (select max(id) from ramification r where r.entite_id = transaction.entite_id)',
  ])('does not change: %s', async (assignment) => {
    const paid = await confirmed(700);
    expect(await change(`update transaction set ${assignment} where id = $1`, [paid])).toBe(CHECK);
  });

  it('does not go to another taxpayer', async () => {
    const paid = await confirmed(700);
    const { id: other } = await enrol(pool, town, { node: town.nodes[4] });
    expect(await change('update transaction set contribuable_id = $2 where id = $1', [paid, other])).toBe(
      CHECK,
    );
  });

  it('is not deleted, with its parts or without', async () => {
    const paid = await confirmed(700);
    expect(await change('delete from transaction where id = $1', [paid])).toBe(CHECK);
    const both = await write(async (client) => {
      await client.query('delete from imputation where transaction_id = $1', [paid]);
      await client.query('delete from transaction where id = $1', [paid]);
    });
    expect(both).toBe(CHECK);
  });

  it('may still be annotated', async () => {
    const paid = await confirmed(700);
    expect(
      await change("update transaction set motif = 'vu', numero_recu = 'R-1' where id = $1", [paid]),
    ).toBe('done');
  });
});

describe('the parts of a transaction', () => {
  it.each([
    ['none', []],
    ['too little', [699]],
    ['too much', [400, 301]],
  ])('are refused where a confirmed one has %s', async (_, parts) => {
    const outcome = await write(async (client) => {
      const paid = await book(client, town, id, { montant: 700 });
      for (const montant of parts) await impute(client, town, paid, { ...YEAR, montant });
    });
    expect(outcome).toBe(CHECK);
  });

  it('are refused if the transaction is not confirmed', async () => {
    const outcome = await write(async (client) => {
      const waiting = await book(client, town, id, { montant: 700, statut: 'En attente de confirmation' });
      await impute(client, town, waiting, { ...YEAR, montant: 700 });
    });
    expect(outcome).toBe(CHECK);
  });

  it('do not move to another transaction', async () => {
    const paid = await confirmed(700);
    const outcome = await write(async (client) => {
      const other = await book(client, town, id, { montant: 700 });
      await client.query('update imputation set transaction_id = $2 where transaction_id = $1', [
        paid,
        other,
      ]);
    });
    expect(outcome).toBe(CHECK);
  });

  it('pay only the dues of the payer', async () => {
    const { id: neighbour } = await enrol(pool, town, { node: town.nodes[4] });
    const theirs = await bill(pool, town, neighbour, { ...YEAR, montant: 700 });
    const foreignDue = await write(async (client) => {
      await impute(client, town, await book(client, town, id, { montant: 700 }), {
        ...YEAR,
        montant: 700,
        echeance: theirs,
      });
    });
    expect(foreignDue).toBe(CHECK);
    const paid = await confirmed(700);
    expect(
      await change('update imputation set contribuable_id = $2 where transaction_id = $1', [paid, neighbour]),
    ).toBe(CHECK);
  });

  it('name the year of the échéance that they pay', async () => {
    const outcome = await write(async (client) => {
      await impute(client, town, await book(client, town, id, { montant: 700 }), {
        annee: 2025,
        montant: 700,
        echeance: due,
      });
    });
    expect(outcome).toBe(CHECK);
  });

  it('are marked as a former advance only if they pay an échéance', async () => {
    const paid = await confirmed(700);
    expect(
      await change('update imputation set echeance_id = null, avance = true where transaction_id = $1', [
        paid,
      ]),
    ).toBe(CHECK);
  });

  it('keep the place and the day at which they were counted', async () => {
    for (const assignment of ["date_transaction = '2020-05-05'", 'betail = true', 'ramification_id = $3']) {
      const outcome = await write(async (client) => {
        const waiting = await book(client, town, id, { montant: 700, statut: 'En attente de confirmation' });
        await impute(client, town, waiting, { ...YEAR, montant: 700 });
        await client.query(
          `update transaction set statut = 'Confirmé', ${assignment} where entite_id = $1 and id = $2`,
          [town.entite, waiting, ...(assignment.includes('$3') ? [town.nodes[0]] : [])],
        );
      });
      expect(outcome).toBe(CHECK);
    }
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('may change under a refund without the échéance being paid below zero meanwhile', async () => {
    const paid = await confirmed(900);
    const outcome = await write(async (client) => {
      const back = await book(client, town, id, { montant: -500 });
      await impute(client, town, back, { ...YEAR, montant: -500, echeance: due });
    });
    expect(outcome).toBe('done');
    expect(await change('update imputation set created_at = now() where transaction_id = $1', [paid])).toBe(
      'done',
    );
    expect(await queryRow(pool, 'select paye from echeance where id = $1', [due])).toEqual({ paye: 400 });
  });
});

describe('an échéance', () => {
  it('is not paid beyond its amount, in one part or in several', async () => {
    for (const parts of [[1001], [600, 401]]) {
      const outcome = await write(async (client) => {
        const paid = await book(client, town, id, { montant: 1001 });
        for (const montant of parts) await impute(client, town, paid, { ...YEAR, montant, echeance: due });
      });
      expect(outcome).toBe(CHECK);
    }
  });

  it('is not refunded more than was paid on it', async () => {
    await confirmed(300);
    const outcome = await write(async (client) => {
      await impute(client, town, await book(client, town, id, { montant: -301 }), {
        ...YEAR,
        montant: -301,
        echeance: due,
      });
    });
    expect(outcome).toBe(CHECK);
  });

  it('gets no amount below what was paid on it, and is not deleted once it is paid', async () => {
    await confirmed(600);
    expect(await change('update echeance set montant = 599 where id = $1', [due])).toBe(CHECK);
    expect(await change('update echeance set montant = 600 where id = $1', [due])).toBe('done');
    expect(await change('delete from echeance where id = $1', [due])).toBe(FOREIGN_KEY);
  });

  it.each([
    'paye = 1',
    'annee = 2025',
    'contribuable_id = contribuable_id',
    'taxe_id = taxe_id',
    'enrollement_id = enrollement_id',
    'periode = 2',
    'entite_id = 1',
  ])('is of what it is of: the application may not set %s', async (assignment) => {
    expect(await refusal(`update echeance set ${assignment} where id = $1`, [due])).toBe(DENIED);
  });

  it('begins unpaid', async () => {
    const columns =
      'entite_id, contribuable_id, enrollement_id, taxe_id, annee, montant, exigible_le, ramification_id';
    expect(
      await refusal(
        `insert into echeance (${columns}, periode, paye) select ${columns}, 2, 5 from echeance where id = $1`,
        [due],
      ),
    ).toBe(DENIED);
  });
});

describe('a taxpayer who paid', () => {
  it('is not removed', async () => {
    await confirmed(300);
    expect(await change('delete from contribuable where id = $1', [id])).toBe(FOREIGN_KEY);
  });

  it('does not move to another collectivité', async () => {
    const elsewhere = await createTown(pool);
    await confirmed(300);
    expect(
      await change('update contribuable set entite_id = $2, ramification_id = $3 where id = $1', [
        id,
        elsewhere.entite,
        elsewhere.nodes[0],
      ]),
    ).toBe(FOREIGN_KEY);
  });
});

describe('a row that points into another collectivité is refused:', () => {
  /** Table, and what of it is set to the other town's. */
  const CROSSINGS: [string, string, string][] = [
    ['ramification', 'parent_id', 'select min(id) from ramification where entite_id = $1'],
    ['contribuable', 'ramification_id', 'select min(id) from ramification where entite_id = $1'],
    ['nature_activite', 'categorie_id', 'select min(id) from categorie_activite where entite_id = $1'],
    ['taxe', 'nature_activite_id', 'select min(id) from nature_activite where entite_id = $1'],
    ['enrollement', 'contribuable_id', 'select min(id) from contribuable where entite_id = $1'],
    ['enrollement', 'nature_activite_id', 'select min(id) from nature_activite where entite_id = $1'],
    ['echeance', 'ramification_id', 'select min(id) from ramification where entite_id = $1'],
    ['transaction', 'contribuable_id', 'select min(id) from contribuable where entite_id = $1'],
    ['transaction', 'ramification_id', 'select min(id) from ramification where entite_id = $1'],
    ['imputation', 'transaction_id', 'select min(id) from transaction where entite_id = $1'],
    ['imputation', 'contribuable_id', 'select min(id) from contribuable where entite_id = $1'],
    ['imputation', 'echeance_id', 'select min(id) from echeance where entite_id = $1'],
  ];
  it.each(CROSSINGS)('%s.%s', async (table, column, theirs) => {
    await confirmed(300);
    await write((client) => book(client, town, id, { montant: 5, statut: 'En attente de confirmation' }));
    // the template's second collectivité has records of every kind
    const [other] = Object.values(await queryRow<Record<string, number>>(pool, theirs, [2]));
    const unconfirmed = table === 'transaction' ? "and statut <> 'Confirmé'" : '';
    const rows = await queryRows(
      pool,
      `select id from ${table} where entite_id = $1 ${unconfirmed} order by id desc limit 1`,
      [town.entite],
    );
    expect(await change(`update ${table} set ${column} = $2 where id = $1`, [rows[0]?.['id'], other])).toBe(
      FOREIGN_KEY,
    );
  });
});
