/** The golden cases of docs/regles-de-calcul.md, worked by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { at, billing, placeOf } from '#src/testing/billing.ts';
import { queryRows, book, type Town, outcomeOf } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, enrolAt, generate, dues, amounts, pay, parts } = billing(pool, () => superadmin);

afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
});

describe('the price of a line', () => {
  it('is the rate of its place for the year', async () => {
    const town = await townWith(1, [['departement', 2026, 12_000]]);
    const { id } = await enrolAt(town, 'departement', '2025-03-02');
    expect(await generate(town, 2026)).toEqual({
      annee: 2026,
      aBlanc: false,
      creees: 1,
      retarifees: 0,
      fermees: 0,
      inchangees: 0,
      avant: 0,
      apres: 12_000,
      sansTarif: [],
    });
    expect(await dues(id, 2026)).toEqual([{ periode: 1, montant: 12_000, paye: 0, le: '2026-01-01' }]);
    expect(await amounts(id, 2025)).toEqual([]);
  });

  it('is that of its précision', async () => {
    const town = await townWith(1, [['departement', 2026, { Petit: 5_000, Grand: 9_000 }]]);
    const small = await enrolAt(town, 'departement', '2025-03-02');
    const large = await enrolAt(town, 'departement', '2025-03-02');
    const other = await enrolAt(town, 'departement', '2025-03-02');
    for (const [ligne, variation] of [
      [small.ligne, 'Petit'],
      [large.ligne, 'Grand'],
      [other.ligne, 'Énorme'],
    ])
      await pool.query('update enrollement set variation = $2 where id = $1', [ligne, variation]);
    const report = await generate(town, 2026);
    expect(await amounts(small.id, 2026)).toEqual([5_000]);
    expect(await amounts(large.id, 2026)).toEqual([9_000]);
    expect(await amounts(other.id, 2026)).toEqual([]);
    expect(report.sansTarif).toEqual([{ motif: 'precision', lignes: 1 }]);
  });

  it('is inherited from the nearest place above that has one', async () => {
    const town = await townWith(1, [
      ['departement', 2026, 10_000],
      ['quartier', 2026, 8_000],
    ]);
    const below = await enrolAt(town, 'secteur', '2025-03-02');
    const top = await enrolAt(town, 'departement', '2025-03-02');
    const elsewhere = await enrolAt(town, 'autre', '2025-03-02');
    const report = await generate(town, 2026);
    expect(await amounts(below.id, 2026)).toEqual([8_000]);
    expect(await amounts(top.id, 2026)).toEqual([10_000]);
    expect(await amounts(elsewhere.id, 2026)).toEqual([]);
    expect(report.sansTarif).toEqual([{ motif: 'tarif', lignes: 1 }]);
  });

  it('does not reach beneath a sub-entity that was left out', async () => {
    const town = await townWith(1, [
      ['departement', 2026, 10_000],
      ['zone', 2026, 'exclue'],
      ['secteur2', 2026, 4_000],
    ]);
    const excluded = await enrolAt(town, 'secteur', '2025-03-02');
    const again = await enrolAt(town, 'secteur2', '2025-03-02');
    const above = await enrolAt(town, 'quartier', '2025-03-02');
    const report = await generate(town, 2026);
    expect(await amounts(excluded.id, 2026)).toEqual([]);
    expect(await amounts(again.id, 2026)).toEqual([4_000]);
    expect(await amounts(above.id, 2026)).toEqual([10_000]);
    expect(report.sansTarif).toEqual([{ motif: 'exclue', lignes: 1 }]);
  });

  it('is each year’s own', async () => {
    const town = await townWith(1, [
      ['departement', 2025, 10_000],
      ['departement', 2026, 11_000],
    ]);
    const { id } = await enrolAt(town, 'secteur', '2025-12-31');
    await generate(town, 2025);
    await generate(town, 2026);
    expect([await amounts(id, 2025), await amounts(id, 2026)]).toEqual([[10_000], [11_000]]);
  });

  it('is nothing where no tax is meant for it', async () => {
    const town = await townWith(1, [['departement', 2026, 10_000]]);
    await enrolAt(town, 'secteur', '2025-03-02');
    await pool.query('update taxe set enabled = false where entite_id = $1', [town.entite]);
    expect((await generate(town, 2026)).sansTarif).toEqual([{ motif: 'taxe', lignes: 1 }]);
  });
});

describe('the periods of a line', () => {
  it('begin with the month of enrolment, without pro rata', async () => {
    const town = await townWith(12, [['departement', 2026, 1_500]]);
    const { id } = await enrolAt(town, 'secteur', '2026-05-17');
    await generate(town, 2026);
    const billed = await dues(id, 2026);
    expect(billed.map(({ periode, montant }) => [periode, montant])).toEqual(
      [5, 6, 7, 8, 9, 10, 11, 12].map((month) => [month, 1_500]),
    );
    expect(billed.slice(0, 2).map(({ le }) => le)).toEqual(['2026-05-17', '2026-06-01']);
  });

  it('are quarters where the frequency has four', async () => {
    const town = await townWith(4, [['departement', 2026, 4_500]]);
    const { id } = await enrolAt(town, 'secteur', '2026-06-30');
    const old = await enrolAt(town, 'secteur', '2025-06-30');
    await generate(town, 2026);
    expect((await dues(id, 2026)).map(({ periode, le }) => [periode, le])).toEqual([
      [2, '2026-06-30'],
      [3, '2026-07-01'],
      [4, '2026-10-01'],
    ]);
    expect(await amounts(old.id, 2026)).toEqual([4_500, 4_500, 4_500, 4_500]);
  });

  it('are months of so many days where it is daily', async () => {
    const town = await townWith(365, [
      ['departement', 2024, 100],
      ['departement', 2026, 100],
    ]);
    const { id } = await enrolAt(town, 'secteur', '2026-11-20');
    const old = await enrolAt(town, 'secteur', '2023-01-01');
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([3_000, 3_100]);
    await generate(town, 2024);
    expect((await amounts(old.id, 2024))[1]).toBe(2_900);
  });

  it('are months that make the year’s weeks where it is weekly', async () => {
    const town = await townWith(52, [['departement', 2026, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-11-20');
    await generate(town, 2026);
    const billed = await amounts(id, 2026);
    // 52 000 x 31 / 365 = 4 416,44 and 52 000 x 59 / 365 = 8 405,48: what is cumulated is rounded
    expect(billed.slice(0, 2)).toEqual([4_416, 8_405 - 4_416]);
    expect(billed.reduce((sum, montant) => sum + montant, 0)).toBe(52_000);
  });
});

describe('the day on which a line is due', () => {
  const delay = (town: Town, days: number) =>
    pool.query('update entite set delai_nouveau = $2 where id = $1', [town.entite, days]);
  const days = async (id: number, annee: number) => (await dues(id, annee)).map(({ le }) => le);

  it('is never before it was enrolled, whatever the frequency', async () => {
    for (const [occurrences, periods] of [
      [1, ['2026-11-26']],
      [12, ['2026-11-26', '2026-12-01']],
      [365, ['2026-11-26', '2026-12-01']],
    ] as const) {
      const town = await townWith(occurrences, [
        ['departement', 2026, 12_000],
        ['departement', 2027, 12_000],
      ]);
      const { id } = await enrolAt(town, 'secteur', '2026-11-26');
      await generate(town, 2026);
      await generate(town, 2027);
      expect(await days(id, 2026)).toEqual(periods);
      expect((await days(id, 2027))[0]).toBe('2027-01-01');
    }
  });

  it('is later by the days that the collectivité gives who is newly enrolled, into the next year too', async () => {
    const town = await townWith(12, [
      ['departement', 2026, 1_000],
      ['departement', 2027, 1_000],
    ]);
    await delay(town, 45);
    const fresh = await enrolAt(town, 'secteur', '2026-11-26');
    const old = await enrolAt(town, 'secteur', '2026-02-03');
    await generate(town, 2026);
    await generate(town, 2027);
    expect(await days(fresh.id, 2026)).toEqual(['2027-01-10', '2027-01-10']);
    expect((await days(fresh.id, 2027)).slice(0, 2)).toEqual(['2027-01-10', '2027-02-01']);
    expect((await days(old.id, 2026)).slice(0, 4)).toEqual([
      '2026-03-20',
      '2026-03-20',
      '2026-04-01',
      '2026-05-01',
    ]);
  });

  it('stays what it was when the collectivité gives other days', async () => {
    const town = await townWith(1, [['departement', 2026, 12_000]]);
    const { id } = await enrolAt(town, 'secteur', '2026-11-26');
    await generate(town, 2026);
    await delay(town, 30);
    await generate(town, 2026);
    expect(await days(id, 2026)).toEqual(['2026-11-26']);
  });

  it('changes neither the year that it is of nor which due is paid first', async () => {
    const town = await townWith(12, [
      ['departement', 2026, 1_000],
      ['departement', 2027, 1_000],
    ]);
    await delay(town, 365);
    const { id } = await enrolAt(town, 'secteur', '2026-11-26');
    await generate(town, 2026);
    await delay(town, 0);
    await generate(town, 2027);
    // what 2026 asks falls due on 26/11/2027, after most of 2027, and is paid before it
    await pay(town, id, 2_500, '2027-02-01');
    expect((await dues(id, 2026)).map(({ paye }) => paye)).toEqual([1_000, 1_000]);
    expect((await dues(id, 2027)).map(({ paye }) => paye).slice(0, 2)).toEqual([500, 0]);
  });
});

describe('payments follow', () => {
  it('a dearer rate leaves the rest to be paid', async () => {
    const town = await townWith(1, [['departement', 2026, 12_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    await pay(town, id, 5_000, '2026-02-01');
    await rate(town, 'departement', 2026, 15_000);
    expect(await generate(town, 2026)).toMatchObject({ retarifees: 1, avant: 12_000, apres: 15_000 });
    expect(await dues(id, 2026)).toMatchObject([{ montant: 15_000, paye: 5_000 }]);
  });

  it('a cheaper rate turns what was paid above it into an advance, which the next year takes up', async () => {
    const town = await townWith(1, [
      ['departement', 2026, 12_000],
      ['departement', 2027, 1_500],
    ]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    await pay(town, id, 5_000, '2026-02-01');
    await rate(town, 'departement', 2026, 3_000);
    await generate(town, 2026);
    expect(await dues(id, 2026)).toMatchObject([{ montant: 3_000, paye: 3_000 }]);
    expect(await parts(id)).toEqual([
      { annee: 2026, avance: false, montant: 3_000 },
      { annee: 2026, avance: true, montant: 2_000 },
    ]);
    await generate(town, 2027);
    expect(await parts(id)).toEqual([
      { annee: 2026, avance: false, montant: 3_000 },
      { annee: 2026, avance: true, montant: 500 },
      { annee: 2027, avance: false, montant: 1_500 },
    ]);
  });

  it('an advance of several payments pays the oldest dues first, and all of it is used once', async () => {
    const town = await townWith(12, [['departement', 2026, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    for (const montant of [700, 800, 1_600]) await pay(town, id, montant, '2025-06-01');
    await generate(town, 2026);
    expect((await dues(id, 2026)).map(({ paye }) => paye)).toEqual([
      1_000,
      1_000,
      1_000,
      100,
      ...Array(8).fill(0),
    ]);
    expect(await parts(id)).toEqual([{ annee: 2026, avance: false, montant: 3_100 }]);
    expect(
      await queryRows(pool, 'select distinct avance from imputation where contribuable_id = $1', [id]),
    ).toEqual([{ avance: true }]);
  });

  it('a part that was an advance is told from one that was not, also once a lower price has freed some of it', async () => {
    const town = await townWith(1, [['departement', 2026, 10_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await pay(town, id, 6_000, '2025-06-01');
    await generate(town, 2026);
    await pay(town, id, 4_000, '2026-06-01');
    const countAdvances = () =>
      queryRows<{ avance: boolean; montant: number }>(
        pool,
        `select avance, sum(montant)::int as montant from imputation
         where contribuable_id = $1 and echeance_id is not null group by 1 order by 1`,
        [id],
      );
    expect(await countAdvances()).toEqual([
      { avance: false, montant: 4_000 },
      { avance: true, montant: 6_000 },
    ]);
    await rate(town, 'departement', 2026, 5_000);
    await generate(town, 2026);
    expect(await countAdvances()).toEqual([{ avance: true, montant: 5_000 }]);
  });

  it('what a refund took back of the advances pays nothing', async () => {
    const town = await townWith(1, [['departement', 2026, 10_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await pay(town, id, 6_000, '2025-06-01');
    const outcome = await outcomeOf(pool, async (client) => {
      const back = await book(client, town, id, { montant: -2_500, at: at('2025-07-01') });
      await client.query(
        'insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant) values ($1, $2, $3, 2025, -2500)',
        [town.entite, back, id],
      );
    });
    expect(outcome).toBe('done');
    await generate(town, 2026);
    expect(await dues(id, 2026)).toMatchObject([{ montant: 10_000, paye: 3_500 }]);
    expect((await parts(id)).find(({ avance }) => avance)?.montant ?? 0).toBe(0);
  });

  it('a taxpayer that moved is billed where it is, and once', async () => {
    const town = await townWith(12, [
      ['departement', 2026, 1_000],
      ['autre', 2026, 2_000],
    ]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    await pay(town, id, 4_000, '2026-02-01');
    await pool.query('update contribuable set ramification_id = $2 where id = $1', [
      id,
      placeOf(town, 'autre'),
    ]);
    await generate(town, 2026);
    const billed = await dues(id, 2026);
    expect(billed).toHaveLength(12);
    expect(billed.every(({ montant }) => montant === 2_000)).toBe(true);
    expect(billed.reduce((sum, { paye }) => sum + paye, 0)).toBe(4_000);
  });

  it('who moved is billed where it was on the first day of each period', async () => {
    const town = await townWith(12, [
      ['departement', 2026, 1_000],
      ['autre', 2026, 2_000],
    ]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await pool.query(`select demenager($1, array[$2::bigint], $3, '2026-11-01')`, [
      town.entite,
      id,
      placeOf(town, 'autre'),
    ]);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([...Array(10).fill(1_000), 2_000, 2_000]);
  });

  it('livestock is billed like the rest', async () => {
    const town = await townWith(1, [['departement', 2026, 2_500]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02', 40);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([2_500]);
  });
});
