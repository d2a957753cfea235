/** The act of generating: once, in part, on trial, beside others, and by whom. */
import type { GenerationReport, Problem, Travail } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn, query } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, enrolAt, generate, dues, amounts, pay } = billing(pool, () => superadmin);

afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
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
    for (const annee of [YEAR - 1, YEAR]) {
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
    const town = await townWith(1, [['departement', YEAR, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    const path = `/v2/echeances/generate-by-ramification?items=${placeOf(town, 'departement')}`;
    expect((await superadmin.get(path, { origin: 'https://ailleurs.example' })).status).toBe(403);
    const { status, headers } = await superadmin.get(path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await amounts(id, YEAR)).toEqual([1_000]);
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
    expect((await niamey.get('/v2/travaux/rien')).status).toBe(404);
  });
});
