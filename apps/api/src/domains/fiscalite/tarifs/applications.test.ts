import type { Application, Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';

const { signIn, query } = await testApp();

let niamey: Caller;
let maradi: Caller;
let adminNta: Caller;
/** Two arrondissements of Niamey, one place of Maradi. */
let places: number[];
let ailleurs: number;
let categorie: number;
beforeAll(async () => {
  [niamey, maradi, adminNta] = await Promise.all([signIn('niamey'), signIn('maradi'), signIn('admin.nta')]);
  const found = await query<{ id: number; entite_id: number }>(
    'select id, entite_id from ramification where parent_id is null order by id',
  );
  places = found.filter((one) => one.entite_id === 1).map(({ id }) => id);
  ailleurs = found.find((one) => one.entite_id === 2)?.id as number;
  categorie = (await query<{ id: number }>('select min(id) as id from categorie_taxe where entite_id = 1'))[0]
    ?.id as number;
});

interface Saved extends Problem {
  id: number;
  version: number;
  applications: Application[];
  annee: string;
  precisione: { id: number; libelle: string; tarif: number }[];
}
let made = 0;
async function send(caller: Caller, method: 'POST' | 'PATCH', path: string, body: object): Promise<Saved> {
  const reply = await caller.send<Saved>(method, `/v2/${path}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
}
const post = (path: string, body: object): Promise<Saved> => send(niamey, 'POST', path, body);
const newTaxe = async (applications: unknown[]) => {
  const { id } = await post('type_equipements', { nom: `Libre ${++made}`, entite: 1, enabled: true });
  return {
    nom: `Taxe ${made}`,
    entite: { id: 1 },
    categorie: String(categorie),
    frequence: 1,
    typeEquipement: { id },
    applications,
  };
};

it('a type of equipment keeps the category that it is given, of its own collectivité', async () => {
  type Type = Saved & { categorie: { id: number; nom: string } | null };
  const categorie = await post('categorie_activites', { nom: `Famille ${++made}`, entite: 1 });
  const { id } = await post('type_equipements', { nom: `Rangé ${made}`, entite: 1, categorie: categorie.id });
  const read = async () => (await niamey.get<Type>(`/v2/type_equipements/${id}`)).body.categorie;
  expect(await read()).toMatchObject({ id: categorie.id });
  await send(niamey, 'PATCH', `type_equipements/${id}`, { description: 'sans elle' });
  expect(await read()).toMatchObject({ id: categorie.id });
  await send(niamey, 'PATCH', `type_equipements/${id}`, { categorie: null });
  expect(await read()).toBeNull();
  const [other] = await query<{ id: number }>(
    'select id from categorie_activite where entite_id <> 1 limit 1',
  );
  const refused = await niamey.send('PATCH', `/v2/type_equipements/${id}`, { categorie: other?.id });
  expect(refused.status).toBe(400);
});

describe('the calls of the specification', () => {
  it('make a tax with précisions: each year its précisions, each sub-entity its application, then the tax', async () => {
    const ids: number[] = [];
    for (const annee of [YEAR, YEAR + 1]) {
      const labels = [
        await post('precisions', { annee: String(annee), libelle: 'Petit', tarif: 50 }),
        await post('precisions', { annee, libelle: 'Grand', tarif: 150 }),
      ];
      expect(labels[0]?.annee).toBe(String(annee));
      for (const ramification of places) {
        const application = await post('applications', {
          ramification,
          annee: String(annee),
          tarif: null,
          precisione: labels.map(({ id }) => id),
        });
        expect(application).toMatchObject({ annee: String(annee), taxe: null, entite: { id: 1 } });
        ids.push(application.id);
      }
    }
    const taxe = await post('entite_taxes', await newTaxe(ids));
    expect(taxe.applications.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
    expect(taxe.applications[0]?.precisione.map(({ libelle }) => libelle)).toEqual(['Petit', 'Grand']);

    const [first, ...others] = ids as [number, ...number[]];
    const next = await post('applications', { ramification: places[0], annee: YEAR, tarif: 70 });
    const changed = await send(niamey, 'PATCH', `entite_taxes/${taxe.id}`, {
      applications: [next.id, ...others],
    });
    expect(changed.applications.map(({ id }) => id)).toContain(next.id);
    expect((await niamey.get(`/v2/applications/${first}`)).status).toBe(404);
  });

  it('make a tax without précisions, and both forms may be mixed', async () => {
    const [ramification] = places;
    const lone = await post('applications', { ramification, annee: YEAR, tarif: 4000 });
    const taxe = await post(
      'entite_taxes',
      await newTaxe([lone.id, { ramification, annee: YEAR + 1, tarif: 4500 }]),
    );
    expect(taxe.applications).toMatchObject([
      { id: lone.id, tarif: 4000 },
      { annee: String(YEAR + 1), tarif: 4500 },
    ]);
  });

  it('refuse an application that another tax has, or that is elsewhere', async () => {
    const [ramification] = places;
    const refusal = await post('entite_taxes', await newTaxe([{ ramification, annee: YEAR, tarif: 1 }]));
    const foreign = await send(maradi, 'POST', 'applications', {
      ramification: ailleurs,
      annee: YEAR,
      tarif: 1,
    });
    for (const id of [refusal.applications[0]?.id, foreign.id, 2_000_000_000]) {
      const reply = await niamey.send('POST', '/v2/entite_taxes', await newTaxe([id]));
      expect(reply.status).toBe(400);
    }
    expect((await niamey.get(`/v2/applications/${foreign.id}`)).status).toBe(404);
    const outside = await niamey.send<Problem>('POST', '/v2/applications', {
      ramification: ailleurs,
      annee: YEAR,
      tarif: 1,
    });
    const missing = await niamey.send<Problem>('POST', '/v2/applications', {
      ramification: 2_000_000_000,
      annee: YEAR,
      tarif: 1,
    });
    expect([outside.status, missing.status]).toEqual([400, 400]);
    expect(outside.body.errors).toEqual(missing.body.errors);
  });
});

describe('an application of a tax', () => {
  it('changes within the rules of its tax, and counts the tax’s version up', async () => {
    const [un, deux] = places as [number, number];
    const taxe = await post(
      'entite_taxes',
      await newTaxe([
        { ramification: un, annee: YEAR, tarif: 10 },
        { ramification: deux, annee: YEAR, tarif: 10 },
        { ramification: deux, annee: YEAR + 1, tarif: 10 },
        { ramification: un, annee: YEAR + 1, tarif: 10 },
      ]),
    );
    const id = taxe.applications.find((one) => one.ramification.id === un && one.annee === String(YEAR))?.id;
    const changed = await send(niamey, 'PATCH', `applications/${id}`, {
      precisione: [{ libelle: 'Un', tarif: 5 }],
    });
    expect(changed).toMatchObject({ id, tarif: null, precisione: [{ libelle: 'Un', tarif: 5 }] });
    expect((await niamey.get<Saved>(`/v2/entite_taxes/${taxe.id}`)).body.version).toBeGreaterThan(
      taxe.version,
    );
    expect((await niamey.send('PATCH', `/v2/applications/${id}`, { tarif: -5 })).status).toBe(400);
    expect((await niamey.send('PATCH', `/v2/applications/${id}`, { annee: YEAR + 1 })).status).toBe(400);
    const gap = await niamey.send<Problem>('DELETE', `/v2/applications/${id}`);
    expect(gap.status).toBe(400);
    expect(gap.body.message).toContain(`pas de tarif pour ${YEAR}`);
    const stored = await niamey.get<Saved>(`/v2/entite_taxes/${taxe.id}`);
    expect(stored.body.applications).toHaveLength(4);
  });

  it('is listed by tax, year, sub-entity and précision', async () => {
    const [ramification] = places;
    const taxe = await post(
      'entite_taxes',
      await newTaxe([{ ramification, annee: YEAR, precisione: [{ libelle: 'Un', tarif: 5 }] }]),
    );
    const precision = taxe.applications[0]?.precisione[0]?.id;
    for (const filter of [`t.id]=${taxe.id}`, `pr.id]=${precision}`]) {
      const { body } = await niamey.get<{ data: Saved[] }>(`/v2/applications?filter[${filter}`);
      expect(body.data).toMatchObject([{ id: taxe.applications[0]?.id, taxe: { id: taxe.id } }]);
    }
  });
});

describe('a précision', () => {
  it('is its author’s until an application takes it', async () => {
    const { id, version } = await post('precisions', { annee: YEAR, libelle: 'Seule', tarif: 5 });
    expect((await adminNta.get(`/v2/precisions/${id}`)).status).toBe(404);
    expect((await maradi.send('PATCH', `/v2/precisions/${id}`, { tarif: 6 })).status).toBe(404);
    const foreign = await maradi.send<Problem>('POST', '/v2/applications', {
      ramification: ailleurs,
      annee: YEAR,
      precisione: [id],
    });
    expect(foreign.status).toBe(400);
    expect(
      (await niamey.send('PATCH', `/v2/precisions/${id}`, { tarif: 6 }, { 'if-match': `"${version}"` })).body,
    ).toMatchObject({ tarif: 6, annee: String(YEAR) });

    const lone = await post('applications', { ramification: places[0], annee: YEAR, precisione: [id] });
    expect((await adminNta.get(`/v2/precisions/${id}`)).status).toBe(200);
    expect((await maradi.get(`/v2/precisions/${id}`)).status).toBe(404);
    const refusal = await niamey.send<Problem>('DELETE', `/v2/precisions/${id}`);
    expect(refusal.status).toBe(409);
    expect(refusal.body.errors).toMatchObject([{ field: 'application_precision' }]);
    expect((await niamey.send('PATCH', `/v2/precisions/${id}`, { annee: YEAR + 1 })).status).toBe(400);
    expect((await niamey.send('DELETE', `/v2/applications/${lone.id}`)).status).toBe(204);
    expect((await niamey.get(`/v2/precisions/${id}`)).status).toBe(404);
  });

  it('is of the year of its application, and has a label of its own there', async () => {
    const old = await post('precisions', { annee: YEAR - 1, libelle: 'Un', tarif: 5 });
    const wrong = await niamey.send('POST', '/v2/applications', {
      ramification: places[0],
      annee: YEAR,
      precisione: [old.id],
    });
    expect(wrong.status).toBe(400);
    const { precisione } = await post('applications', {
      ramification: places[0],
      annee: YEAR,
      precisione: [
        { libelle: 'Un', tarif: 1 },
        { libelle: 'Deux', tarif: 2 },
      ],
    });
    const refusal = await niamey.send<Problem>('PATCH', `/v2/precisions/${precisione[0]?.id}`, {
      libelle: 'DEUX',
    });
    expect(refusal.status).toBe(400);
    expect(refusal.body.errors).toMatchObject([{ field: 'libelle' }]);
    expect((await niamey.send('DELETE', `/v2/precisions/${old.id}`)).status).toBe(204);
  });

  it.each([
    [{ libelle: 'Un', tarif: 5 }, 'annee'],
    [{ annee: YEAR, tarif: 5 }, 'libelle'],
    [{ annee: YEAR, libelle: 'Un' }, 'tarif'],
    [{ annee: YEAR, libelle: 'Un', tarif: 100_000_001 }, 'tarif'],
    [{ annee: 2021, libelle: 'Un', tarif: 5 }, 'annee'],
  ])('is refused as %j', async (body, field) => {
    const { status, body: problem } = await niamey.send<Problem>('POST', '/v2/precisions', body);
    expect(status).toBe(400);
    expect(problem.errors).toMatchObject([{ field }]);
  });
});
