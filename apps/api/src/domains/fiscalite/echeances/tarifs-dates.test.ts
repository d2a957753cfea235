/** Rates that begin within their year: what each period costs, and what every screen and call says of it. */
import type { FicheIndividuelle, Problem, Simulation, TarifLieu } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { queryRows, type Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, enrolAt, generate, dues, amounts, pay, countIn, quantify } = billing(
  pool,
  () => superadmin,
);

afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
});

/** The body of a town's tax, with these rates. */
async function bodyOf(town: Town, applications: object[]): Promise<Record<string, unknown>> {
  const { body: taxe } = await superadmin.get<Record<string, unknown>>(`/v2/entite_taxes/${town.taxes[0]}`);
  const id = (value: unknown) => (value as { id: number } | null)?.id ?? null;
  return {
    nom: taxe['nom'],
    entite: id(taxe['entite']),
    categorie: id(taxe['categorie']),
    frequence: id(taxe['frequence']),
    natureActivite: id(taxe['natureActivite']),
    typeEquipement: id(taxe['typeEquipement']),
    applications,
  };
}
const save = (town: Town, applications: object[]) =>
  superadmin.send<Problem>('PATCH', `/v2/entite_taxes/${town.taxes[0]}`, { applications });

describe('a rate from a day', () => {
  it('leaves the periods before it as they are, paid or not', async () => {
    const town = await townWith(4, [['departement', 2026, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    await pay(town, id, 2_000, '2026-04-10');
    await rate(town, 'departement', 2026, 1_500, '2026-07-01');
    expect(await generate(town, 2026)).toMatchObject({ creees: 0, retarifees: 2, fermees: 0, inchangees: 2 });
    expect((await dues(id, 2026)).map(({ montant, paye }) => [montant, paye])).toEqual([
      [1_000, 1_000],
      [1_000, 1_000],
      [1_500, 0],
      [1_500, 0],
    ]);
    expect(await generate(town, 2026)).toMatchObject({ creees: 0, retarifees: 0, inchangees: 4 });
  });

  it('is inherited before it begins, and decides for the place from then on', async () => {
    const town = await townWith(4, [['departement', 2026, 1_000]]);
    await rate(town, 'quartier', 2026, 2_000, '2026-07-01');
    await rate(town, 'departement', 2026, 1_200, '2026-10-01');
    const below = await enrolAt(town, 'secteur', '2025-03-02');
    const top = await enrolAt(town, 'departement', '2025-03-02');
    await generate(town, 2026);
    expect(await amounts(below.id, 2026)).toEqual([1_000, 1_000, 2_000, 2_000]);
    expect(await amounts(top.id, 2026)).toEqual([1_000, 1_000, 1_000, 1_200]);
  });

  it('may leave a place out, and take it in again', async () => {
    const town = await townWith(12, [['departement', 2026, 100]]);
    await rate(town, 'zone', 2026, 'exclue', '2026-04-01');
    await rate(town, 'zone', 2026, 300, '2026-11-15');
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    expect((await dues(id, 2026)).map(({ periode, montant }) => [periode, montant])).toEqual([
      [1, 100],
      [2, 100],
      [3, 100],
      [12, 300],
    ]);
  });

  it('begins with the first period whose first day it reaches, and never for one that began before', async () => {
    const town = await townWith(1, []);
    await rate(town, 'departement', 2026, 5_000, '2026-07-01');
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    const report = await generate(town, 2026);
    expect(report).toMatchObject({ creees: 0, sansTarif: [{ motif: 'tarif', lignes: 1 }] });
    const listed = await superadmin.get<{ data: { id: number; motif: string }[] }>(
      `/v2/echeances/sans-tarif?entite=${town.entite}&annee=2026`,
    );
    expect(listed.body.data.map((row) => [row.id, row.motif])).toEqual([[ligne, 'tarif']]);
    expect(await amounts(id, 2026)).toEqual([]);
  });

  it('counts units and takes tranches as any other', async () => {
    const town = await townWith(4, [['departement', 2026, 100]]);
    await rate(
      town,
      'departement',
      2026,
      [
        { libelle: 'Petit', tarif: 700, parUnite: false, seuil: 0 },
        { libelle: 'Grand', tarif: 900, parUnite: false, seuil: 5 },
      ],
      '2026-07-01',
    );
    await countIn(town, 2026);
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(ligne, 6);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([600, 600, 900, 900]);
    const sheet = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel?annee=2026`);
    expect(sheet.body.activites.map(({ total }) => total)).toEqual([3_000]);
  });

  it('shows its two rates on the individual sheet by their total, one line for the base', async () => {
    const town = await townWith(4, [['departement', 2026, 1_000]]);
    await rate(town, 'departement', 2026, 1_500, '2026-07-01');
    const { id } = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    const { body } = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel?annee=2026`);
    expect(body.activites).toMatchObject([{ nombre: 1, prixUnitaire: 5_000, total: 5_000 }]);
  });
});

describe('a rate from a day, through the API', () => {
  const rates = (town: Town, ...more: [tarif: number, depuis: string | null][]) =>
    more.map(([tarif, depuis]) => ({
      ramification: placeOf(town, 'departement'),
      annee: YEAR,
      tarif,
      ...(depuis === null ? {} : { depuis }),
    }));
  const JULY = `${YEAR}-07-01`;

  it('is saved, read, announced and billed as announced', async () => {
    const town = await townWith(4, [['departement', YEAR, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', `${YEAR - 1}-03-02`);
    await enrolAt(town, 'autre', `${YEAR - 1}-03-02`);
    await generate(town, YEAR);
    const applications = rates(town, [1_000, null], [1_500, JULY]);
    const { body: announced } = await superadmin.send<Simulation>('POST', '/v2/entite_taxes/simulation', {
      ...(await bodyOf(town, applications)),
      id: town.taxes[0],
    });
    expect(announced.annees).toMatchObject([{ annee: YEAR, contribuables: 1, lignes: 1, montant: 5_000 }]);
    expect(announced.changements).toMatchObject([
      { annee: YEAR, crees: 0, retarifees: 2, inchangees: 2, avant: 2_000, apres: 3_000, deplacees: 0 },
    ]);
    const saved = await save(town, applications);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body).toMatchObject({
      applications: [
        { depuis: null, tarif: 1_000 },
        { depuis: JULY, tarif: 1_500 },
      ],
      tarifs: [
        {
          annee: String(YEAR),
          valeurs: [
            { libelle: null, depuis: null, tarifs: [1_000] },
            { libelle: null, depuis: JULY, tarifs: [1_500] },
          ],
        },
      ],
    });
    expect(await amounts(id, YEAR)).toEqual([1_000, 1_000, 1_500, 1_500]);
    // the first day of the year is the whole year
    await save(town, rates(town, [1_100, `${YEAR}-01-01`], [1_500, JULY]));
    expect(await amounts(id, YEAR)).toEqual([1_100, 1_100, 1_500, 1_500]);
    // and back
    await save(town, rates(town, [1_100, null]));
    expect(await amounts(id, YEAR)).toEqual([1_100, 1_100, 1_100, 1_100]);
  });

  it('offers forms the rate of today', async () => {
    const town = await townWith(4, [['departement', YEAR, 1_000]]);
    await rate(town, 'quartier', YEAR, 2_000, `${YEAR}-01-02`);
    await rate(town, 'zone', YEAR, 9_000, `${YEAR}-12-31`);
    const shown = async (place: 'quartier' | 'secteur' | 'autre') =>
      (
        await superadmin.get<{ data: TarifLieu[] }>(
          `/v2/entite_taxes/tarifs?ramification=${placeOf(town, place)}&annee=${YEAR}`,
        )
      ).body.data.map(({ tarif }) => tarif);
    expect([await shown('quartier'), await shown('secteur'), await shown('autre')]).toEqual([
      [2_000],
      [2_000],
      [],
    ]);
  });

  it('changes alone, as an application of its tax', async () => {
    const town = await townWith(4, [['departement', YEAR, 1_000]]);
    await save(town, rates(town, [1_000, null], [1_500, JULY]));
    const [later] = await queryRows<{ id: number }>(
      pool,
      'select id from application where taxe_id = $1 and depuis is not null',
      [town.taxes[0]],
    );
    const move = (depuis: string | null) =>
      superadmin.send<Problem & { depuis: string }>('PATCH', `/v2/applications/${later?.id}`, { depuis });
    expect((await move(`${YEAR}-10-01`)).body).toMatchObject({ depuis: `${YEAR}-10-01`, tarif: 1_500 });
    const refused = await move(null);
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([
      400,
      `Cette sous-entité a deux tarifs pour ${YEAR}`,
    ]);
  });

  it.each<[string, (town: Town) => object[], string]>([
    ['outside its year', (town) => rates(town, [1_000, null], [1_500, `${YEAR + 1}-07-01`]), 'depuis'],
    ['before its year', (town) => rates(town, [1_000, null], [1_500, `${YEAR - 1}-12-31`]), 'depuis'],
    ['that is no day', (town) => rates(town, [1_000, null], [1_500, `${YEAR}-02-30`]), 'depuis'],
    ['twice', (town) => rates(town, [1_000, null], [1_500, JULY], [1_600, JULY]), 'depuis'],
    ['twice on the first day', (town) => rates(town, [1_000, null], [1_500, `${YEAR}-01-01`]), 'annee'],
  ])('is refused %s, with words', async (_what, applications, field) => {
    const town = await townWith(4, [['departement', YEAR, 1_000]]);
    const { status, body } = await save(town, applications(town));
    expect([status, body.errors?.[0]?.field.split('.').at(-1)]).toEqual([400, field]);
    expect(body.errors?.[0]?.message).toMatch(/jour|date|deux tarifs/);
  });
});
