/* Dues that are worked out again while their taxpayers pay: what a lower rate frees goes from year to year meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { billing } from '#src/testing/billing.ts';
import { queryRows } from '#src/testing/books.ts';
import { pay } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, enrolAt, generate } = billing(pool, () => superadmin);

const YEARS = [2026, 2027] as const;
/** Dearer or cheaper than before for both years, in turn. */
const RATES = [3_000, 9_000, 500, 12_000] as const;

it('neither waits in a circle with a payment, nor loses a franc of it', async () => {
  const town = await townWith(4, [
    ['departement', 2026, 6_000],
    ['departement', 2027, 6_000],
  ]);
  const ids: number[] = [];
  for (let n = 0; n < 30; n++)
    ids.push((await enrolAt(town, n % 2 ? 'secteur' : 'secteur2', '2025-03-02')).id);
  for (const annee of YEARS) await generate(town, annee);
  // of both years something is paid, and some have paid more than all
  for (const [n, id] of ids.entries())
    await pay(superadmin, id, 20_000 + 2_000 * (n % 20), {}, `avant-${id}`);

  let rebilling = true;
  const rebill = async (): Promise<void> => {
    for (const [turn, tarif] of RATES.entries()) {
      const years = turn % 2 ? YEARS.toReversed() : YEARS;
      for (const annee of years) {
        await rate(town, 'departement', annee, tarif);
        await generate(town, annee);
      }
    }
    rebilling = false;
  };
  let booked = 0;
  const payAlong = async (payer: number): Promise<void> => {
    for (let turn = 0; rebilling || turn < 5; turn++) {
      const id = ids[(payer * 7 + turn * (payer % 2 ? 1 : -1) + 30 * turn) % ids.length] as number;
      const { status } = await pay(superadmin, id, 100 + turn, {}, `avec-${payer}-${turn}`);
      expect(status).toBe(201);
      booked += 1;
    }
  };
  await Promise.all([rebill(), ...Array.from({ length: 6 }, (_, payer) => payAlong(payer))]);

  expect(booked).toBeGreaterThan(30);
  expect(
    await queryRows(
      pool,
      `select t.contribuable_id from (select contribuable_id, sum(montant) as recu from transaction where entite_id = $1 group by 1) t
       left join (select contribuable_id, sum(montant) as impute from imputation where entite_id = $1 group by 1) i using (contribuable_id)
       where t.recu is distinct from i.impute`,
      [town.entite],
    ),
  ).toEqual([]);
  expect(await drift(pool, [town.entite])).toEqual([]);
}, 240_000);
