/** Rates by the unit through the API: what they need, what is refused, and what a save leaves as it is. */
import type { Problem, Simulation } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';
import { type Taxe, taxDesk } from '#src/testing/taxes.ts';

const world = await testApp();
const { by, haut, newEquipement, categorie, frequence } = await taxDesk(world);
const { query } = world;

let made = 0;
const bodyOf = (typeEquipement: number, application: object) => ({
  nom: `Au mètre ${++made}`,
  entite: 1,
  categorie,
  frequence,
  typeEquipement,
  applications: [{ ramification: haut.id, annee: YEAR, tarif: 500, ...application }],
});
const counted = () => newEquipement({ unite: 'm²', uniteDecimales: 2 });
const post = (body: object) => by('niamey').send<Taxe>('POST', '/v2/entite_taxes', body);
const read = async (id: number) => (await by('niamey').get<Taxe>(`/v2/entite_taxes/${id}`)).body;

describe('a rate by the unit', () => {
  it('is stored with what it counts, and kept by a change that does not name it', async () => {
    const type = await counted();
    const rules = { parUnite: true, franchise: 10, minimum: 2_000, maximum: 50_000, arrondi: 25 };
    const { status, body } = await post(bodyOf(type, rules));
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await read(body.id)).applications).toMatchObject([{ tarif: 500, ...rules }]);
    await by('niamey').send('PATCH', `/v2/entite_taxes/${body.id}`, {
      applications: [{ ramification: haut.id, annee: YEAR, tarif: 600 }],
    });
    expect((await read(body.id)).applications).toMatchObject([{ tarif: 600, ...rules }]);
    const [application] = (await read(body.id)).applications;
    const patched = await by('niamey').send('PATCH', `/v2/applications/${application?.id}`, {
      franchise: null,
    });
    expect(patched.status).toBe(200);
    expect((await read(body.id)).applications).toMatchObject([{ ...rules, tarif: 600, franchise: null }]);
  });

  it('is each précision’s own, and one call may change it', async () => {
    const type = await counted();
    const { status, body } = await post(
      bodyOf(type, {
        tarif: null,
        minimum: 100,
        precisione: [
          { libelle: 'Dur', tarif: 500, parUnite: true },
          { libelle: 'Banco', tarif: 3_000 },
        ],
      }),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    const precisions = (await read(body.id)).applications[0]?.precisione ?? [];
    expect(precisions.map(({ libelle, parUnite }) => [libelle, parUnite])).toEqual([
      ['Dur', true],
      ['Banco', false],
    ]);
    const set = (index: number, parUnite: boolean) =>
      by('niamey').send<Problem>('PATCH', `/v2/precisions/${precisions[index]?.id}`, { parUnite });
    expect((await set(1, true)).status).toBe(200);
    expect((await set(1, false)).status).toBe(200);
    // the minimum would bound nothing any more
    const refused = await set(0, false);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'parUnite']);
  });

  it.each<[string, object, string]>([
    ['a franchise without a rate by the unit', { franchise: 10 }, 'franchise'],
    ['a minimum without one', { minimum: 10 }, 'minimum'],
    ['a rounding without one', { arrondi: 25 }, 'arrondi'],
    ['a minimum above the maximum', { parUnite: true, minimum: 20, maximum: 10 }, 'minimum'],
    ['a franchise of 0', { parUnite: true, franchise: 0 }, 'franchise'],
    ['a franchise of three decimals', { parUnite: true, franchise: 0.125 }, 'franchise'],
    ['a negative minimum', { parUnite: true, minimum: -5 }, 'minimum'],
    ['a rounding to 7', { parUnite: true, arrondi: 7 }, 'arrondi'],
    [
      '« par unité » beside précisions',
      { parUnite: true, tarif: null, precisione: [{ libelle: 'A', tarif: 1 }] },
      'parUnite',
    ],
  ])('is refused with %s, at its field', async (_what, rules, field) => {
    const { status, body } = await post(bodyOf(await counted(), rules));
    expect([status, body.errors?.[0]?.field.replace(/^applications\.0\./, '')]).toEqual([400, field]);
  });

  it('is refused for a base that is counted by piece', async () => {
    const { status, body } = await post(bodyOf(await newEquipement(), { parUnite: true }));
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'applications.0.parUnite']);
    expect(body.message).toContain('donnez-lui d’abord une unité');
  });

  it('is refused where it makes a line of more than 1 000 milliards', async () => {
    const type = await counted();
    const enrolled = await by('niamey').send('POST', '/v2/contribuables', {
      nom: 'Grand',
      ramification: haut.id,
      lignes: [{ typeEquipement: type, quantite: 999_999 }],
    });
    expect(enrolled.status).toBe(201);
    const { status, body } = await post(bodyOf(type, { parUnite: true, tarif: 1_100_000 }));
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'applications.0.tarif']);
  });

  it('is told by the simulation as it is billed, with the quantities of the register', async () => {
    const type = await counted();
    for (const quantite of [3.5, 10, 12.25])
      await by('niamey').send('POST', '/v2/contribuables', {
        nom: 'Moussa',
        ramification: haut.id,
        lignes: [{ typeEquipement: type, quantite }],
      });
    await by('niamey').send('PATCH', `/v2/type_equipements/${type}`, { enabled: true });
    const body = bodyOf(type, { parUnite: true, franchise: 10, minimum: 100 });
    const simulation = await by('niamey').send<Simulation>('POST', '/v2/entite_taxes/simulation', body);
    expect(simulation.status).toBe(200);
    // (12,25 − 10) × 500; the other two are within the franchise
    expect(simulation.body.annees).toMatchObject([
      { lignes: 1, montant: 1_125, quantites: { unite: 'm²', somme: 25.75, moyenne: 8.58, sans: 0 } },
    ]);
    const { body: saved } = await post(body);
    await by('niamey').send('POST', '/v2/echeances/generation', { entite: 1, annee: YEAR, taxe: saved.id });
    expect(await query('select montant::int from echeance where taxe_id = $1', [saved.id])).toEqual([
      { montant: 1_125 },
    ]);
    const smaller = await by('niamey').send<Simulation>('POST', '/v2/entite_taxes/simulation', {
      ...body,
      id: saved.id,
      applications: [{ ...body.applications[0], franchise: 5 }],
    });
    // 5 × 500 and 7,25 × 500; 3,5 m² stay within the franchise
    expect(smaller.body.changements).toMatchObject([
      { crees: 1, creesMontant: 2_500, retarifees: 1, avant: 1_125, apres: 2_500 + 3_625, fermees: 0 },
    ]);
    const larger = await by('niamey').send<Simulation>('POST', '/v2/entite_taxes/simulation', {
      ...body,
      id: saved.id,
      applications: [{ ...body.applications[0], franchise: 50 }],
    });
    expect(larger.body.changements).toMatchObject([{ fermees: 1, fermeesAvant: 1_125, crees: 0 }]);
  });
});
