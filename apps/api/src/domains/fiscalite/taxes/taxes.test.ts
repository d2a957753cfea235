import { FORFAIT, type Problem, TAXE_MESSAGES } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';
import { named, rate, type Taxe, taxDesk } from '#src/testing/taxes.ts';

const app = await testApp();
const { query } = app;
const {
  by,
  haut,
  quartier,
  autre,
  maradi,
  categorie,
  frequence,
  idOf,
  next,
  newEquipement,
  bodyOf,
  create,
  created,
  patch,
} = await taxDesk(app);

type Page = Problem & { data: Record<string, unknown>[]; meta: { total_records: number } };

const counts = () =>
  query(`select (select count(*) from taxe) as taxes, (select count(*) from application) as applications,
    (select count(*) from precision_taxe) as precisions, (select count(*) from journal) as actes`);

describe('a tax', () => {
  it('is created whole, in one call and one line of the journal', async () => {
    const body = await created({
      appartenance: 'Commune',
      applications: [
        named(haut, YEAR, { Petit: 50, Grand: 150 }),
        named(haut, YEAR + 1, { Petit: 60, Grand: 150 }),
        { ramification: quartier.id, annee: YEAR, exclue: true },
        named(autre, YEAR, { Petit: 50, Grand: 100 }),
        named(autre, YEAR + 1, { Petit: 60, Grand: 150 }),
      ],
    });
    expect(body).toMatchObject({
      taxe: { id: body.id, nom: body.nom },
      appartenance: 'Commune',
      entite: { id: 1 },
      natureActivite: null,
      enabled: true,
      tarifs: [
        {
          annee: String(YEAR),
          sousEntites: 2,
          valeurs: [
            { libelle: 'Petit', tarifs: [50] },
            { libelle: 'Grand', tarifs: [100, 150] },
          ],
        },
        { annee: String(YEAR + 1), sousEntites: 2 },
      ],
    });
    const [first] = body.applications.filter(({ ramification }) => ramification.id === haut.id);
    expect(first).toEqual({
      id: expect.any(Number),
      ramification: { id: haut.id, nom: haut.nom },
      annee: String(YEAR),
      depuis: null,
      tarif: null,
      exclue: false,
      ...FORFAIT,
      precisione: [
        {
          id: expect.any(Number),
          annee: String(YEAR),
          libelle: 'Petit',
          tarif: 50,
          parUnite: false,
          seuil: null,
        },
        {
          id: expect.any(Number),
          annee: String(YEAR),
          libelle: 'Grand',
          tarif: 150,
          parUnite: false,
          seuil: null,
        },
      ],
    });
    expect(body.applications.filter(({ exclue }) => exclue)).toMatchObject([
      { ramification: { id: quartier.id }, tarif: null, precisione: [] },
    ]);
    const journal = await query<{ acte: string; apres: { applications: unknown[] } }>(
      "select acte, apres from journal where ressource = 'entite_taxes' and enregistrement_id = $1",
      [body.id],
    );
    expect(journal).toMatchObject([{ acte: 'créer', apres: { applications: { length: 5 } } }]);
  });

  it('is listed with the ids of its applications, names from the last to the first, fifty a page', async () => {
    const { id } = await created();
    const { body } = await by('niamey').get<Page>('/v2/entite_taxes');
    expect(body.data).toHaveLength(50);
    const names = body.data.map(({ nom }) => nom as string);
    expect(names).toEqual(names.toSorted(new Intl.Collator('fr', { numeric: true }).compare).toReversed());
    const found = await by('niamey').get<Page>(`/v2/entite_taxes?filter[t.id]=${id}`);
    const ids = await query<{ id: number }>('select id from application where taxe_id = $1', [id]);
    expect(found.body.data).toMatchObject([{ id, applications: ids.map((row) => row.id) }]);
  });

  it('is found by what it is charged on, its category, its frequency and its years', async () => {
    const { id, typeEquipement } = await created({ applications: [rate(haut, 2022, 1)] });
    const { nom } = typeEquipement as unknown as { nom: string };
    for (const [column, value] of Object.entries({
      'teq.id': typeEquipement?.id,
      't.objet': nom,
      'a.annee': 2022,
      'ram.id': haut.id,
      'ct.id': categorie,
      'f.id': frequence,
      'ent.id': 1,
    })) {
      const params = new URLSearchParams({ [`filter[${column}]`]: String(value), itemperpage: '500' });
      const { body } = await by('niamey').get<Page>(`/v2/entite_taxes?${params.toString()}`);
      expect(
        body.data.map((row) => row['id']),
        column,
      ).toContain(id);
    }
  });

  it.each([
    ['nom', { nom: ' ' }, TAXE_MESSAGES.nom],
    ['entite', { entite: undefined }, TAXE_MESSAGES.entite],
    ['categorie', { categorie: null }, TAXE_MESSAGES.categorie],
    ['frequence', { frequence: undefined }, TAXE_MESSAGES.frequence],
    ['natureActivite', { typeEquipement: null }, TAXE_MESSAGES.natureActivite],
    ['typeEquipement', { typeEquipement: null }, TAXE_MESSAGES.typeEquipement],
    ['annee', { applications: [] }, TAXE_MESSAGES.annee],
  ])('asks for its %s in the words of the specification', async (field, more, message) => {
    const given = await bodyOf(more);
    const before = await counts();
    const { status, body } = await by('niamey').send<Taxe>('POST', '/v2/entite_taxes', given);
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ field, message });
    expect(await counts()).toEqual(before);
  });

  it('is charged on an activity or on an equipment, never on both', async () => {
    const natureActivite = await idOf('select min(id) as id from nature_activite where entite_id = 1');
    const { status, body } = await create({ natureActivite });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.field).toBe('typeEquipement');
  });

  it('refers to what is active and of its own collectivité', async () => {
    const foreign = {
      typeEquipement: await idOf('select min(id) as id from type_equipement where entite_id = 2'),
      categorie: await idOf('select min(id) as id from categorie_taxe where entite_id = 2'),
    };
    for (const [field, id] of Object.entries(foreign)) {
      const { status, body } = await create({ [field]: id });
      expect(status, field).toBe(400);
      expect(body.errors?.[0]?.field).toBe(field);
    }
    const inactive = await create({ typeEquipement: await newEquipement({ enabled: false }) });
    expect(inactive.body.errors?.[0]?.field).toBe('typeEquipement');
    const common = await by('superadmin').send<{ id: number }>('POST', '/v2/categorietaxes', { nom: next() });
    expect((await created({ categorie: common.body.id })).id).toBeGreaterThan(0);
  });

  it.each([
    ['a rate below zero', () => [{ ...rate(haut, YEAR, -1) }], 'applications.0.tarif'],
    ['a fraction of a franc', () => [rate(haut, YEAR, 10.5)], 'applications.0.tarif'],
    ['more than a hundred million', () => [rate(haut, YEAR, 100_000_001)], 'applications.0.tarif'],
    ['no rate', () => [{ ramification: haut.id, annee: YEAR, tarif: null }], 'applications.0.tarif'],
    [
      'a rate beside précisions',
      () => [{ ...named(haut, YEAR, { Un: 1 }), tarif: 5 }],
      'applications.0.tarif',
    ],
    ['a label twice', () => [named(haut, YEAR, { Étal: 1, etal: 2 })], 'applications.0.precisione'],
    [
      'a précision without a label',
      () => [{ ...named(haut, YEAR, { Un: 1 }), precisione: [{ libelle: ' ', tarif: 1 }] }],
      'applications.0.precisione.0.libelle',
    ],
    ['a year before 2022', () => [rate(haut, 2021, 5)], 'annee'],
    ['a year after the next', () => [rate(haut, YEAR + 2, 5)], 'annee'],
    ['a sub-entity and year twice', () => [rate(haut, YEAR, 5), rate(haut, YEAR, 6)], 'applications.1.annee'],
    ['another collectivité’s sub-entity', () => [rate(maradi, YEAR, 5)], 'applications.0.ramification'],
    [
      'a year without a rate for a sub-entity',
      () => [rate(haut, YEAR, 5), rate(autre, YEAR, 5), rate(autre, YEAR + 1, 6)],
      'applications',
    ],
    ['nothing but exclusions', () => [{ ramification: haut.id, annee: YEAR, exclue: true }], 'annee'],
  ])('does not take %s, and leaves nothing behind', async (_, applications, field) => {
    const given = await bodyOf({ applications: applications() });
    const before = await counts();
    const { status, body } = await by('niamey').send<Taxe>('POST', '/v2/entite_taxes', given);
    expect(status).toBe(400);
    expect(body.errors?.map((fault) => fault.field)).toContain(field);
    expect(await counts()).toEqual(before);
  });

  it('leaves nothing when its last précision is at fault', async () => {
    const given = await bodyOf({
      applications: [named(haut, YEAR, { Petit: 50 }), named(autre, YEAR, { Petit: 50, Grand: -1 })],
    });
    const before = await counts();
    expect((await by('niamey').send('POST', '/v2/entite_taxes', given)).status).toBe(400);
    expect(await counts()).toEqual(before);
  });

  it('inherits: what lies beneath a rated sub-entity needs no rate of its own in every year', async () => {
    const { applications } = await created({
      applications: [rate(haut, YEAR, 5), rate(haut, YEAR + 1, 5), rate(quartier, YEAR, 9)],
    });
    expect(applications).toHaveLength(3);
  });

  it('may be one of several on a base, of which one asks for a précision in a year', async () => {
    const bases = { Petit: 50, Grand: 150 };
    const first = await created({ applications: [named(haut, YEAR, bases)] });
    const same = { typeEquipement: first.typeEquipement?.id };
    expect((await create({ ...same, applications: [rate(haut, YEAR, 300)] })).status).toBe(201);
    const asking = { ...same, applications: [named(autre, YEAR, { Neuf: 10, Vieux: 5 })] };
    const { status, body } = await create(asking);
    expect(status).toBe(409);
    expect(body.code).toBe('conflit.doublon');
    expect(body.message).toContain(`« ${first.nom} »`);
    expect(body.message).toContain(String(YEAR));
    const idle = await create({ ...asking, enabled: false });
    expect(idle.status).toBe(201);
    expect((await patch(idle.body.id, { enabled: true })).status).toBe(409);
    expect((await create({ ...same, applications: [named(haut, YEAR - 1, bases)] })).status).toBe(201);
  });

  it('is the only one that asks for a précision also when two are saved at the same moment', async () => {
    const typeEquipement = await newEquipement();
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => create({ typeEquipement, applications: [named(autre, YEAR, { Petit: 10 })] })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });
});
