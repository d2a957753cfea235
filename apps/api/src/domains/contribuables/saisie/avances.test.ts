/** What somebody has in advance is his, whatever bases are added and taken away. */
import type { Contribuable } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing } from '#src/testing/billing.ts';
import { queryRows, queryRow, type Town } from '#src/testing/books.ts';
import { pay, refund } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { verify } from '#src/verification/verify.ts';

const { signIn, url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
let superadmin: Caller;
const desk = billing(pool, () => superadmin);
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  expect((await verify(url, () => undefined)).filter(({ check }) => /imput|échéance/.test(check))).toEqual(
    [],
  );
  await pool.end();
});

const linesOf = async (id: number): Promise<Contribuable['lignes']> =>
  (await superadmin.get<Contribuable>(`/v2/contribuables/${id}`)).body.lignes;
async function setLines(
  id: number,
  lignes: readonly { id?: number; natureActivite: number }[],
): Promise<void> {
  const { status, body } = await superadmin.send('PATCH', `/v2/contribuables/${id}`, { lignes });
  expect(status, JSON.stringify(body)).toBe(200);
}
const unchanged = (town: Town, lines: Contribuable['lignes']) =>
  lines.map((line) => ({ id: line.id, natureActivite: town.nature }));
async function add(town: Town, id: number): Promise<void> {
  await setLines(id, [...unchanged(town, await linesOf(id)), { natureActivite: town.nature }]);
}
async function removeLast(town: Town, id: number): Promise<void> {
  await setLines(id, unchanged(town, await linesOf(id)).slice(0, -1));
}

interface Money {
  avance: number;
  /** Paid on dues, by échéance. */
  paye: number;
  du: number;
}
const moneyOf = (id: number): Promise<Money> =>
  queryRow<{ avance: number; paye: number; du: number }>(
    pool,
    `select coalesce((select sum(montant) from imputation where contribuable_id = $1 and echeance_id is null), 0)::int as avance,
       coalesce(sum(paye), 0)::int as paye, coalesce(sum(montant - paye), 0)::int as du from echeance where contribuable_id = $1`,
    [id],
  );

/** The year's only line, 10 000, is paid; 6 000 more is in advance. */
async function creditor(tarif = 10_000) {
  const town = await desk.townWith(1, [['departement', YEAR, tarif]]);
  const { id } = await desk.enrolAt(town, 'secteur', `${YEAR}-01-05`);
  await desk.generate(town, YEAR);
  expect((await pay(superadmin, id, 16_000)).status).toBe(201);
  return { town, id };
}

describe('an advance used by a base', () => {
  it('is an advance again when the base is removed', async () => {
    const { town, id } = await creditor();
    expect(await moneyOf(id)).toEqual({ avance: 6000, paye: 10_000, du: 0 });
    await add(town, id);
    expect(await moneyOf(id)).toEqual({ avance: 0, paye: 16_000, du: 4000 });
    await removeLast(town, id);
    expect(await moneyOf(id)).toEqual({ avance: 6000, paye: 10_000, du: 0 });
    expect(await queryRows(pool, 'select from echeance where contribuable_id = $1', [id])).toHaveLength(1);
  });

  it('comes back alone: direct payments of the base stay', async () => {
    const { town, id } = await creditor();
    await add(town, id);
    expect((await pay(superadmin, id, 3000)).status).toBe(201);
    await removeLast(town, id);
    expect(await moneyOf(id)).toEqual({ avance: 6000, paye: 13_000, du: 0 });
    expect(
      await queryRows(
        pool,
        'select montant, paye from echeance where contribuable_id = $1 and closed_at is not null',
        [id],
      ),
    ).toEqual([{ montant: 3000, paye: 3000 }]);
  });

  it('comes back without the part already refunded', async () => {
    const { town, id } = await creditor();
    await add(town, id);
    expect((await refund(superadmin, id, 2500)).status).toBe(201);
    await removeLast(town, id);
    expect(await moneyOf(id)).toEqual({ avance: 3500, paye: 10_000, du: 0 });
  });

  it('pays the other unpaid dues at once', async () => {
    const { town, id } = await creditor();
    await add(town, id);
    await add(town, id);
    expect(await moneyOf(id)).toEqual({ avance: 0, paye: 16_000, du: 14_000 });
    // the first of the two, which the advance has paid on
    const [own, first, second] = await linesOf(id);
    expect(first && second).toBeTruthy();
    await setLines(id, unchanged(town, [own, second] as Contribuable['lignes']));
    expect(await moneyOf(id)).toEqual({ avance: 0, paye: 16_000, du: 4000 });
  });
});

const amount = fc.integer({ min: 1, max: 20_000 });
const act = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'add' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'remove' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'there and back' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), montant: amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), montant: amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rate' as const), tarif: fc.integer({ min: 0, max: 15_000 }) }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function perform(town: Town, id: number, performed: Act): Promise<void> {
  if (performed.kind === 'add') await add(town, id);
  else if (performed.kind === 'remove') await removeLast(town, id);
  else if (performed.kind === 'there and back') {
    const before = await moneyOf(id);
    await add(town, id);
    await removeLast(town, id);
    expect(await moneyOf(id)).toEqual(before);
  } else if (performed.kind === 'pay')
    expect((await pay(superadmin, id, performed.montant)).status).toBe(201);
  else if (performed.kind === 'refund')
    expect([201, 400]).toContain((await refund(superadmin, id, performed.montant)).status);
  else if (performed.kind === 'reverse') {
    const [row] = await queryRows<{ id: number }>(
      pool,
      'select id from transaction where contribuable_id = $1 and montant > 0 order by id limit 1 offset $2',
      [id, performed.which],
    );
    if (row)
      expect([204, 409]).toContain(
        (await superadmin.send('DELETE', `/v2/transactions/${row.id}?motif=Erreur`)).status,
      );
  } else {
    await desk.rate(town, 'departement', YEAR, performed.tarif);
    await desk.generate(town, YEAR);
  }
}

it('adding and removing a base never loses or gains a franc, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 12),
      fc.array(act, { minLength: 3, maxLength: 10 }),
      async (occurrences, acts) => {
        const town = await desk.townWith(occurrences, [['departement', YEAR, 1000]]);
        const { id } = await desk.enrolAt(town, 'secteur', `${YEAR}-01-05`);
        await desk.generate(town, YEAR);
        for (const each of acts) {
          await perform(town, id, each);
          const { avance, paye, du } = await moneyOf(id);
          const { recu } = await queryRow<{ recu: number }>(
            pool,
            "select coalesce(sum(montant), 0)::int as recu from transaction where contribuable_id = $1 and statut = 'Confirmé'",
            [id],
          );
          expect(avance + paye).toBe(recu);
          // an advance waits for dues, not beside them
          expect(Math.min(avance, du)).toBe(0);
        }
      },
    ),
    { numRuns: 12 },
  );
});
