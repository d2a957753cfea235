/** The golden cases of docs/regles-de-calcul.md, worked by hand. */
import type { GenerationReport, Problem, Travail } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import {
  ask,
  askOne,
  book,
  enrol,
  foundTown,
  imputeOldestFirst,
  type Town,
  within,
} from '#src/testing/books.ts';
import { drift } from '#src/testing/drift.ts';

const { url, signIn, query } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});

type Price = number | Record<string, number> | 'exclue';

/** A town of its own with one tax of a frequency, and its rates by place and year. */
async function townWith(
  occurrences: number,
  rates: [place: keyof typeof PLACES, annee: number, price: Price][],
) {
  const town = await foundTown(pool);
  const [taxe, other] = town.taxes;
  const { id: frequence } = await askOne<{ id: number }>(
    pool,
    `insert into frequence (nom, occurrences) values (gen_random_uuid()::text, $1) returning id`,
    [occurrences],
  );
  await pool.query('update taxe set frequence_id = $2 where id = $1', [taxe, frequence]);
  await pool.query('delete from taxe where id = $1', [other]);
  for (const [place, annee, price] of rates) await rate(town, place, annee, price);
  return town;
}

const PLACES = { departement: 0, autre: 1, quartier: 2, zone: 3, secteur: 4, secteur2: 5 } as const;
const placeOf = (town: Town, place: keyof typeof PLACES): number => town.nodes[PLACES[place]] ?? 0;

async function rate(town: Town, place: keyof typeof PLACES, annee: number, price: Price): Promise<void> {
  await pool.query('delete from application where taxe_id = $1 and ramification_id = $2 and annee = $3', [
    town.taxes[0],
    placeOf(town, place),
    annee,
  ]);
  const { id } = await askOne<{ id: number }>(
    pool,
    `insert into application (entite_id, taxe_id, ramification_id, annee, tarif, exclue) values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      town.entite,
      town.taxes[0],
      placeOf(town, place),
      annee,
      typeof price === 'number' ? price : null,
      price === 'exclue',
    ],
  );
  if (typeof price === 'object')
    for (const [libelle, tarif] of Object.entries(price))
      await pool.query(
        `with p as (insert into precision_taxe (annee, libelle, tarif) values ($2, $3, $4) returning id)
         insert into application_precision select $1, id from p`,
        [id, annee, libelle, tarif],
      );
}

const at = (day: string): string => `${day}T10:00:00+01:00`;
async function enrolAt(
  town: Town,
  place: keyof typeof PLACES,
  day: string,
  betail: number | null = null,
): Promise<{ id: number; ligne: number }> {
  const enrolled = await enrol(pool, town, { node: placeOf(town, place), at: at(day), betail });
  await pool.query('update enrollement set created_at = $2 where id = $1', [enrolled.ligne, at(day)]);
  return enrolled;
}

interface Asked {
  aBlanc?: boolean;
  ramifications?: number[];
}
async function generate(town: Town, annee: number, more: Asked = {}): Promise<GenerationReport> {
  const { status, body } = await superadmin.send<{ data: Travail[] }>('POST', '/v2/echeances/generation', {
    ...(more.ramifications ? {} : { entite: town.entite }),
    annee,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const [travail] = body.data;
  expect(travail?.statut, travail?.message ?? '').toBe('terminé');
  return travail?.rapport as GenerationReport;
}

const dues = (contribuable: number, annee: number) =>
  ask<{ periode: number; montant: number; paye: number; le: string }>(
    pool,
    `select periode, montant, paye, exigible_le::text as le from echeance
     where contribuable_id = $1 and annee = $2 order by periode, id`,
    [contribuable, annee],
  );
const amounts = async (contribuable: number, annee: number): Promise<number[]> =>
  (await dues(contribuable, annee)).map(({ montant }) => montant);

async function pay(town: Town, contribuable: number, montant: number, day: string): Promise<void> {
  const outcome = await within(pool, async (client) => {
    const transaction = await book(client, town, contribuable, { montant, at: at(day) });
    await imputeOldestFirst(client, town, transaction);
  });
  expect(outcome).toBe('done');
}
/** Advances by year, and parts of échéances by year. */
const parts = (contribuable: number) =>
  ask<{ annee: number; avance: boolean; montant: number }>(
    pool,
    `select annee, echeance_id is null as avance, sum(montant)::int as montant from imputation
     where contribuable_id = $1 group by 1, 2 order by 1, 2`,
    [contribuable],
  );

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
    expect(billed[0]?.le).toBe('2026-05-01');
  });

  it('are quarters where the frequency has four', async () => {
    const town = await townWith(4, [['departement', 2026, 4_500]]);
    const { id } = await enrolAt(town, 'secteur', '2026-06-30');
    const old = await enrolAt(town, 'secteur', '2025-06-30');
    await generate(town, 2026);
    expect((await dues(id, 2026)).map(({ periode, le }) => [periode, le])).toEqual([
      [2, '2026-04-01'],
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
  });

  it('what a refund took back of the advances pays nothing', async () => {
    const town = await townWith(1, [['departement', 2026, 10_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await pay(town, id, 6_000, '2025-06-01');
    const outcome = await within(pool, async (client) => {
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

  it('livestock is billed like the rest', async () => {
    const town = await townWith(1, [['departement', 2026, 2_500]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02', 40);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([2_500]);
  });
});

describe('a generation', () => {
  it('changes nothing when it is done again', async () => {
    const town = await townWith(12, [['departement', 2026, 1_000]]);
    await enrolAt(town, 'secteur', '2025-03-02');
    await enrolAt(town, 'zone', '2026-03-02');
    expect(await generate(town, 2026)).toMatchObject({ creees: 22 });
    expect(await generate(town, 2026)).toMatchObject({ creees: 0, retarifees: 0, inchangees: 22, apres: 0 });
  });

  it('finds nothing to do in the books of the demonstration', async () => {
    const year = new Date().getFullYear();
    for (const annee of [year - 1, year]) {
      const { body } = await superadmin.send<{ data: Travail[] }>('POST', '/v2/echeances/generation', {
        entite: 1,
        annee,
      });
      const report = body.data[0]?.rapport as GenerationReport;
      expect(report).toMatchObject({ creees: 0, retarifees: 0 });
      expect(report.inchangees).toBeGreaterThan(100);
    }
  });

  it('says beforehand what it would do, and does nothing', async () => {
    const town = await townWith(4, [['departement', 2026, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    expect(await generate(town, 2026, { aBlanc: true })).toMatchObject({
      aBlanc: true,
      creees: 4,
      apres: 4_000,
    });
    expect(await amounts(id, 2026)).toEqual([]);
    await generate(town, 2026);
    await rate(town, 'departement', 2026, 1_100);
    expect(await generate(town, 2026, { aBlanc: true })).toMatchObject({
      retarifees: 4,
      avant: 4_000,
      apres: 4_400,
    });
    expect(await amounts(id, 2026)).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  it('is kept to the sub-entities asked for and what lies beneath them', async () => {
    const town = await townWith(1, [
      ['departement', 2026, 1_000],
      ['autre', 2026, 1_000],
    ]);
    const here = await enrolAt(town, 'secteur', '2025-03-02');
    const there = await enrolAt(town, 'autre', '2025-03-02');
    await generate(town, 2026, { ramifications: [placeOf(town, 'quartier')] });
    expect([await amounts(here.id, 2026), await amounts(there.id, 2026)]).toEqual([[1_000], []]);
  });

  it('comes to the same when two run at once', async () => {
    const town = await townWith(12, [['departement', 2026, 1_000]]);
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, i) => enrolAt(town, i % 2 ? 'secteur' : 'zone', '2025-03-02')),
    );
    for (const { id } of people) await pay(town, id, 1_500, '2025-06-01');
    const reports = await Promise.all([1, 2, 3].map(() => generate(town, 2026)));
    expect(reports.reduce((sum, { creees }) => sum + creees, 0)).toBe(144);
    for (const { id } of people)
      expect((await dues(id, 2026)).map(({ paye }) => paye)).toEqual([1_000, 500, ...Array(10).fill(0)]);
  });

  it('leaves a closed year alone', async () => {
    const town = await townWith(1, [['departement', 2026, 1_000]]);
    await enrolAt(town, 'secteur', '2025-03-02');
    await pool.query('insert into annee_close (entite_id, annee) values ($1, 2026)', [town.entite]);
    const { status, body } = await superadmin.send<Problem>('POST', '/v2/echeances/generation', {
      entite: town.entite,
      annee: 2026,
    });
    expect([status, body.code]).toEqual([409, 'conflit.regle']);
    expect(body.message).toContain('2026');
  });

  it('is started by the call of the specification too, from our own pages only', async () => {
    const town = await townWith(1, [['departement', new Date().getFullYear(), 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    const path = `/v2/echeances/generate-by-ramification?items=${placeOf(town, 'departement')}`;
    expect((await superadmin.get(path, { origin: 'https://ailleurs.example' })).status).toBe(403);
    const { status, headers } = await superadmin.get(path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await amounts(id, new Date().getFullYear())).toEqual([1_000]);
    expect((await superadmin.get('/v2/echeances/generate-by-ramification')).status).toBe(400);
  });

  it('is refused to whoever has no right, only part of the collectivité, or another', async () => {
    const [niamey, lecture, plateau] = await Promise.all([
      signIn('niamey'),
      signIn('lecture'),
      signIn('plateau'),
    ]);
    const [elsewhere] = await query<{ id: number }>(
      'select id from ramification where entite_id = 2 limit 1',
    );
    const body = { ramifications: [elsewhere?.id] };
    expect((await niamey.send('POST', '/v2/echeances/generation', body)).status).toBe(404);
    expect((await niamey.send('POST', '/v2/echeances/generation', { entite: 2 })).status).toBe(404);
    expect((await lecture.send('POST', '/v2/echeances/generation', { entite: 1 })).status).toBe(403);
    expect((await plateau.send('POST', '/v2/echeances/generation', { entite: 1 })).status).toBe(403);
    for (const wrong of [
      {},
      { entite: 1, ramifications: [1] },
      { ramifications: [] },
      { entite: 1, annee: 1 },
    ])
      expect((await niamey.send('POST', '/v2/echeances/generation', wrong)).status).toBe(400);
  });

  it('lists the lines that it found no rate for, each with the reason', async () => {
    const town = await townWith(1, [
      ['departement', 2026, { Petit: 5_000 }],
      ['zone', 2026, 'exclue'],
    ]);
    const lines = {
      precision: await enrolAt(town, 'quartier', '2025-03-02'),
      exclue: await enrolAt(town, 'secteur', '2025-03-02'),
      tarif: await enrolAt(town, 'autre', '2025-03-02'),
    };
    const rated = await enrolAt(town, 'quartier', '2025-03-02');
    await pool.query("update enrollement set variation = 'Petit' where id = $1", [rated.ligne]);
    const report = await generate(town, 2026);
    const list = async () =>
      (
        await superadmin.get<{ data: { id: number; motif: string }[]; meta: { total_records: number } }>(
          `/v2/echeances/sans-tarif?entite=${town.entite}&annee=2026`,
        )
      ).body;
    const { data, meta } = await list();
    expect(Object.fromEntries(data.map(({ id, motif }) => [id, motif]))).toEqual(
      Object.fromEntries(Object.entries(lines).map(([motif, { ligne }]) => [ligne, motif])),
    );
    expect(report.sansTarif.reduce((sum, { lignes }) => sum + lignes, 0)).toBe(meta.total_records);
    await pool.query('update taxe set enabled = false where entite_id = $1', [town.entite]);
    expect((await list()).data.map(({ motif }) => motif)).toEqual(['taxe', 'taxe', 'taxe']);
    const niamey = await signIn('niamey');
    expect(
      (await niamey.get<{ data: [] }>(`/v2/echeances/sans-tarif?entite=${town.entite}`)).body.data,
    ).toEqual([]);
  });

  it('is followed by its author alone', async () => {
    const [niamey, maradi] = await Promise.all([signIn('niamey'), signIn('maradi')]);
    const { body } = await niamey.send<{ data: Travail[] }>('POST', '/v2/echeances/generation', {
      entite: 1,
      aBlanc: true,
    });
    const id = body.data[0]?.id;
    expect((await niamey.get<Travail>(`/v2/travaux/${id}`)).body).toMatchObject({ id, statut: 'terminé' });
    expect((await maradi.get(`/v2/travaux/${id}`)).status).toBe(404);
    expect((await maradi.send('POST', `/v2/travaux/${id}/annulation`)).status).toBe(404);
    expect((await niamey.get('/v2/travaux/rien')).status).toBe(400);
  });
});
