/** Rates by the unit through the API: what they need, what is refused, and what a save leaves as it is. */
import { formatNumber, type Problem, type Simulation } from '@octroi/contract';
import { tarifsText } from '@octroi/contract/fiscalite/taxes/taxe-columns';
import { describe, expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';
import { type Taxe, taxDesk } from '#src/testing/taxes.ts';

const world = await testApp();
const { by, haut, autre, newEquipement, categorie, frequence } = await taxDesk(world);
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
    const stored = await read(body.id);
    expect(stored.tarifs.map(tarifsText)).toEqual([`Dur 500 par m², Banco ${formatNumber(3_000)}`]);
    const precisions = stored.applications[0]?.precisione ?? [];
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

describe('tranches', () => {
  const CV = [
    { libelle: 'Jusqu’à 8 CV', tarif: 7_000, seuil: 0 },
    { libelle: 'De 9 à 15 CV', tarif: 10_000, seuil: 9 },
    { libelle: 'À partir de 16 CV', tarif: 1_000, parUnite: true, seuil: 16 },
  ];
  const inCv = () => newEquipement({ unite: 'CV', uniteDecimales: 0 });
  const tranched = (type: number, precisione: object[], more: object = {}) =>
    bodyOf(type, { tarif: null, precisione, ...more });
  const field = ({ errors }: Problem) => errors?.[0]?.field;

  it('are stored with their thresholds, and kept by a change that does not name them', async () => {
    const { status, body } = await post(tranched(await inCv(), CV));
    expect(status, JSON.stringify(body)).toBe(201);
    const seuils = async () =>
      (await read(body.id)).applications[0]?.precisione.map(({ tarif, seuil }) => [tarif, seuil]);
    expect(await seuils()).toEqual([
      [7_000, 0],
      [10_000, 9],
      [1_000, 16],
    ]);
    await by('niamey').send('PATCH', `/v2/entite_taxes/${body.id}`, {
      applications: [
        {
          ramification: haut.id,
          annee: YEAR,
          precisione: CV.map(({ libelle, tarif }) => ({ libelle, tarif: tarif + 500 })),
        },
      ],
    });
    expect(await seuils()).toEqual([
      [7_500, 0],
      [10_500, 9],
      [1_500, 16],
    ]);
    const [, second] = (await read(body.id)).applications[0]?.precisione ?? [];
    const move = (seuil: number | null) =>
      by('niamey').send<Problem>('PATCH', `/v2/precisions/${second?.id}`, { seuil });
    expect((await move(10)).status).toBe(200);
    for (const seuil of [null, 0, 16]) {
      const refused = await move(seuil);
      expect([refused.status, field(refused.body)]).toEqual([400, 'seuil']);
    }
  });

  it.each<[string, object[], string]>([
    ['equal thresholds', [CV[0]!, { ...CV[1], seuil: 0 }], 'precisione'],
    ['falling thresholds', [CV[1]!, CV[0]!], 'precisione'],
    ['a précision without a threshold beside', [CV[0]!, { libelle: 'Au choix', tarif: 5 }], 'precisione'],
    ['a negative threshold', [{ ...CV[0], seuil: -1 }], 'precisione.0.seuil'],
    ['a threshold of three decimals', [{ ...CV[0], seuil: 0.125 }], 'precisione.0.seuil'],
    ['a threshold beyond all quantities', [{ ...CV[0], seuil: 1e9 }], 'precisione.0.seuil'],
    ['a threshold in words', [{ ...CV[0], seuil: 'neuf' }], 'precisione.0.seuil'],
  ])('are refused with %s, at the field', async (_what, precisione, where) => {
    const { status, body } = await post(tranched(await inCv(), precisione));
    expect([status, field(body)?.replace(/^applications\.0\./, '')]).toEqual([400, where]);
  });

  it('are refused beside précisions that are chosen, elsewhere in the tax', async () => {
    const body = tranched(await inCv(), CV);
    const chosen = { ramification: autre.id, annee: YEAR, precisione: [{ libelle: 'Au choix', tarif: 5 }] };
    const reply = await post({ ...body, applications: [...body.applications, chosen] });
    expect([reply.status, field(reply.body)]).toEqual([400, 'precisione']);
  });

  it('are refused for a base that is counted by piece, and keep its unit', async () => {
    const refused = await post(tranched(await newEquipement(), CV.slice(0, 2)));
    expect([refused.status, field(refused.body)]).toEqual([400, 'applications.0.precisione']);
    const type = await inCv();
    expect((await post(tranched(type, CV.slice(0, 2)))).status).toBe(201);
    const taken = await by('niamey').send<Problem>('PATCH', `/v2/type_equipements/${type}`, { unite: null });
    expect(taken.status).toBe(409);
  });

  it('stand beside a tax that asks for a précision: the line chooses one of that tax alone', async () => {
    const type = await inCv();
    const asking = bodyOf(type, { tarif: null, precisione: [{ libelle: 'Neuf', tarif: 40 }] });
    expect((await post(asking)).status).toBe(201);
    expect((await post(tranched(type, CV))).status).toBe(201);
    const enrol = (precision: string | null) =>
      by('niamey').send<Problem>('POST', '/v2/contribuables', {
        nom: 'Salou',
        ramification: haut.id,
        lignes: [{ typeEquipement: type, precision, quantite: 9 }],
      });
    for (const precision of [null, 'De 9 à 15 CV']) {
      const refused = await enrol(precision);
      expect([refused.status, field(refused.body)]).toEqual([400, 'lignes.0.precision']);
      expect(refused.body.message).not.toContain('De 9 à 15 CV,');
    }
    expect((await enrol('Neuf')).status).toBe(201);
  });

  it('are told by the simulation as they are billed, beside what the other taxes of the base ask', async () => {
    const type = await inCv();
    const other = bodyOf(type, { tarif: 300 });
    const { body: charged } = await post(other);
    for (const quantite of [8, 9, 20])
      await by('niamey').send('POST', '/v2/contribuables', {
        nom: 'Moussa',
        ramification: haut.id,
        lignes: [{ typeEquipement: type, quantite }],
      });
    await by('niamey').send('POST', '/v2/echeances/generation', { entite: 1, annee: YEAR, taxe: charged.id });
    const body = tranched(type, CV);
    const simulate = (more: object = {}) =>
      by('niamey').send<Simulation>('POST', '/v2/entite_taxes/simulation', { ...body, ...more });
    const announced = await simulate();
    expect(announced.status, JSON.stringify(announced.body)).toBe(200);
    expect(announced.body.annees).toMatchObject([
      {
        contribuables: 3,
        lignes: 3,
        montant: 7_000 + 10_000 + 20_000,
        quantites: { unite: 'CV', somme: 37, sans: 0 },
        autres: [{ nom: other.nom, montant: 900 }],
      },
    ]);
    const { body: saved } = await post(body);
    await by('niamey').send('POST', '/v2/echeances/generation', { entite: 1, annee: YEAR, taxe: saved.id });
    expect(
      await query('select montant::int from echeance where taxe_id = $1 order by 1', [saved.id]),
    ).toEqual([{ montant: 7_000 }, { montant: 10_000 }, { montant: 20_000 }]);
    const later = await simulate({
      id: saved.id,
      applications: [{ ...body.applications[0], precisione: [CV[0], { ...CV[1], seuil: 10 }, CV[2]] }],
    });
    expect(later.body.changements).toMatchObject([
      { crees: 0, retarifees: 1, inchangees: 2, avant: 10_000, apres: 7_000 },
    ]);
  });
});
