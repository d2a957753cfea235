/** Random histories of a taxpayer’s account, for property tests (`fast-check`). */
import fc from 'fast-check';
import type pg from 'pg';
import { expect } from 'vitest';
import { type Caller, YEAR } from './app.ts';
import { billing, placeOf } from './billing.ts';
import type { Town } from './books.ts';
import { MOYEN, pay, refund } from './caisse.ts';

/** Years with possible dues. */
export const YEARS = [YEAR - 2, YEAR - 1, YEAR, YEAR + 1];
const PLACES = ['secteur', 'secteur2', 'departement'] as const;

export type Act =
  | { kind: 'pay'; montant: number; annee?: number | undefined; day?: string | undefined }
  | { kind: 'wait'; montant: number }
  | { kind: 'refund'; montant: number }
  | { kind: 'reverse'; which: number }
  | { kind: 'rate'; annee: number; tarif: number }
  | { kind: 'move'; place: (typeof PLACES)[number] }
  | { kind: 'lignes'; some: boolean };

const amount = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 3000, max: 60_000 }));

export const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      montant: amount,
      annee: fc.option(fc.constantFrom(...YEARS), { nil: undefined, freq: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      montant: amount,
      day: fc.constantFrom(`${YEAR - 2}-03-05`, `${YEAR - 1}-12-31`),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), montant: amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), montant: amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      annee: fc.constantFrom(...YEARS),
      tarif: fc.integer({ min: 0, max: 9000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), place: fc.constantFrom(...PLACES) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lignes' as const), some: fc.boolean() }) },
);

/** Day of a taxpayer’s enrolment. */
export const enrolmentDay = fc.constantFrom(`${YEAR - 2}-01-02`, `${YEAR - 1}-11-20`, `${YEAR}-05-17`);

/** @param pool as the database's owner */
export function histories(pool: pg.Pool, caller: () => Caller) {
  const desk = billing(pool, caller);

  /** The payments of a taxpayer, in the order of their ids. */
  const payments = async (id: number): Promise<number[]> =>
    (
      await pool.query<{ id: string }>(
        'select id from transaction where contribuable_id = $1 and montant > 0 order by id',
        [id],
      )
    ).rows.map((row) => Number(row.id));

  /** The given year if it has an échéance; another cannot be paid first. */
  const dueYear = async (id: number, annee: number | undefined): Promise<Record<string, unknown>> =>
    (
      await pool.query('select from echeance where contribuable_id = $1 and annee = $2 and montant > 0', [
        id,
        annee,
      ])
    ).rowCount
      ? { annee }
      : {};

  /** @returns the status of its call; undefined if there is no row for it */
  async function play(town: Town, id: number, given: Act): Promise<number | undefined> {
    switch (given.kind) {
      case 'pay':
        if (given.day === undefined)
          return (await pay(caller(), id, given.montant, await dueYear(id, given.annee))).status;
        await desk.pay(town, id, given.montant, given.day);
        return 201;
      case 'wait':
        return (await pay(caller(), id, given.montant, { moyenPaiement: MOYEN.orange })).status;
      case 'refund':
        return (await refund(caller(), id, given.montant)).status;
      case 'reverse': {
        const which = (await payments(id))[given.which];
        if (which === undefined) return undefined;
        return (await caller().send('DELETE', `/v2/transactions/${which}?motif=Erreur`)).status;
      }
      case 'rate':
        await desk.rate(town, 'departement', given.annee, given.tarif);
        await desk.generate(town, given.annee);
        return 200;
      case 'move':
        return (
          await caller().send('PATCH', `/v2/contribuables/${id}`, {
            ramification: placeOf(town, given.place),
          })
        ).status;
      case 'lignes':
        return (
          await caller().send('PATCH', `/v2/contribuables/${id}`, {
            lignes: given.some ? [{ natureActivite: town.nature }] : [],
          })
        ).status;
    }
  }

  /** Performs all acts of a history; only an excessive refund may be refused. */
  async function playAll(town: Town, id: number, acts: readonly Act[]): Promise<void> {
    for (const each of acts) {
      const status = await play(town, id, each);
      const refusable = { refund: 400, reverse: 409 }[each.kind as string];
      expect([undefined, 200, 201, 204, refusable], JSON.stringify(each)).toContain(status);
    }
  }
  return { ...desk, payments, play, playAll };
}
