import { type Application, MESSAGES, type Problem, type TarifLieu } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';
import { named, type Place, rate, type Taxe, taxDesk } from '#src/testing/taxes.ts';

const app = await testApp();
const { nobody, query } = app;
const { by, haut, quartier, autre, idOf, next, newEquipement, create, created, patch } = await taxDesk(app);

type Page = Problem & { data: Record<string, unknown>[]; meta: { total_records: number } };

describe('a change of a tax', () => {
  it('replaces its applications, and keeps the ids of those that stay', async () => {
    const before = await created({ applications: [rate(haut, YEAR, 5), rate(autre, YEAR, 6)] });
    const idAt = (taxe: Taxe, place: Place) =>
      taxe.applications.find(({ ramification }) => ramification.id === place.id)?.id;
    const { status, body } = await patch(before.id, {
      applications: [
        named(haut, YEAR, { Un: 1, Deux: 2 }),
        { ramification: quartier.id, annee: YEAR, exclue: true },
      ],
    });
    expect(status).toBe(200);
    expect(idAt(body, haut)).toBe(idAt(before, haut));
    expect(idAt(body, autre)).toBeUndefined();
    expect(body.applications).toHaveLength(2);
    expect(body.version).toBeGreaterThan(before.version);
    const [avant, apres] = (
      await query<{ n: number }>(
        `select jsonb_array_length(doc -> 'applications') as n from (
          select unnest(array[avant, apres]) as doc from journal
          where ressource = 'entite_taxes' and enregistrement_id = $1 and acte = 'modifier') documents`,
        [before.id],
      )
    ).map(({ n }) => n);
    expect([avant, apres]).toEqual([2, 2]);
  });

  it('may be sent back as it was read: nothing changes, nothing is written', async () => {
    const before = await created({ applications: [named(haut, YEAR, { Un: 1, Deux: 2 })] });
    const actes = await query('select count(*) from journal');
    const { status, body } = await patch(before.id, before);
    expect(status).toBe(200);
    expect(body).toEqual(before);
    expect(await query('select count(*) from journal')).toEqual(actes);
  });

  it('keeps précisions in the order in which they were given, as everybody reads it', async () => {
    const libelles = ({ applications }: Taxe): string[] | undefined =>
      applications[0]?.precisione.map(({ libelle }) => libelle);
    const before = await created({ applications: [named(haut, YEAR, { Grand: 9, Petit: 5, Moyen: 7 })] });
    expect(libelles(before)).toEqual(['Grand', 'Petit', 'Moyen']);
    const { body } = await patch(before.id, {
      applications: [named(haut, YEAR, { Moyen: 7, Grand: 9, Petit: 5 })],
    });
    expect(libelles(body)).toEqual(['Moyen', 'Grand', 'Petit']);
    expect(body.tarifs[0]?.valeurs.map(({ libelle }) => libelle)).toEqual(['Moyen', 'Grand', 'Petit']);
    const ids = ({ applications }: Taxe) => applications[0]?.precisione.map(({ id }) => id).toSorted();
    expect(ids(body)).toEqual(ids(before));
    const rates = await by('niamey').get<{ data: TarifLieu[] }>(
      `/v2/entite_taxes/tarifs?ramification=${haut.id}&annee=${YEAR}`,
    );
    const offered = rates.body.data.find(({ taxe }) => taxe.id === before.id);
    expect(offered?.precisions.map(({ libelle }) => libelle)).toEqual(['Moyen', 'Grand', 'Petit']);
  });

  it('takes an activity in place of the equipment', async () => {
    const { id } = await created({ applications: [rate(haut, 2023, 5)] });
    const natureActivite = (
      await by('niamey').send<{ id: number }>('POST', '/v2/nature_activites', {
        nom: next(),
        entite: 1,
        categorie: 1,
      })
    ).body.id;
    const { body } = await patch(id, { natureActivite });
    expect(body).toMatchObject({ natureActivite: { id: natureActivite }, typeEquipement: null });
  });

  it('leaves no précision behind that nothing holds', async () => {
    const orphans = () =>
      query(
        'select id from precision_taxe p where created_by_id is not null and not exists (select from application_precision where precision_id = p.id)',
      );
    const before = await orphans();
    const { id } = await created({
      applications: [named(haut, YEAR, { Un: 1 }), named(autre, YEAR, { Un: 1 })],
    });
    expect(
      await query(
        'select distinct precision_id from application_precision ap join application a on a.id = ap.application_id where a.taxe_id = $1',
        [id],
      ),
    ).toHaveLength(1);
    await patch(id, { applications: [named(haut, YEAR, { Un: 2 })] });
    expect(await orphans()).toEqual(before);
    expect((await by('niamey').send('DELETE', `/v2/entite_taxes/${id}`)).status).toBe(204);
    expect(await orphans()).toEqual(before);
  });

  it('is refused to a second editor who has not seen the first one’s rates', async () => {
    const { id, version, applications } = await created();
    const match = { 'if-match': `"${version}"` };
    expect((await patch(id, { applications: [rate(haut, YEAR, 7)] }, match)).status).toBe(200);
    expect((await patch(id, { nom: next() }, match)).status).toBe(412);
    const alone = applications[0]?.id;
    const now = await by('niamey').get<Taxe>(`/v2/entite_taxes/${id}`);
    expect(now.headers['etag']).toBe(`"${now.body.version}"`);
    await by('niamey').send('PATCH', `/v2/applications/${alone}`, { tarif: 8 });
    expect((await patch(id, { nom: next() }, { 'if-match': `"${now.body.version}"` })).status).toBe(412);
  });

  it('does not touch a closed year, by whatever call', async () => {
    const { id, applications } = await created({
      applications: [named(haut, 2022, { Un: 1 }), named(haut, 2023, { Un: 1 })],
    });
    const old = applications.find(({ annee }) => annee === '2022') as Application;
    await query('insert into annee_close (entite_id, annee) values (1, 2022)');
    try {
      const refused = [
        await patch(id, { applications: [named(haut, 2023, { Un: 1 })] }),
        await patch(id, { applications: [named(haut, 2022, { Un: 2 }), named(haut, 2023, { Un: 1 })] }),
        await by('niamey').send('PATCH', `/v2/applications/${old.id}`, { tarif: 5 }),
        await by('niamey').send('DELETE', `/v2/applications/${old.id}`),
        await by('niamey').send('POST', '/v2/applications', rate(haut, 2022, 5)),
        await by('niamey').send('PATCH', `/v2/precisions/${old.precisione[0]?.id}`, { tarif: 5 }),
        await by('niamey').send('DELETE', `/v2/entite_taxes/${id}`),
      ];
      expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409, 409]);
      const updated = await patch(id, {
        nom: next(),
        applications: [named(haut, 2022, { Un: 1 }), named(haut, 2023, { Un: 3 })],
      });
      expect(updated.status).toBe(200);
    } finally {
      await query('delete from annee_close where entite_id = 1');
    }
  });

  it('keeps frequency and target where dues rest on them; name, category and rates may change', async () => {
    const [busy] = await query<{ id: number; nom: string; frequence_id: number }>(
      `select t.id, t.nom, t.frequence_id from taxe t where entite_id = 1 and type_equipement_id is not null
       and exists (select from echeance e where e.entite_id = 1 and e.taxe_id = t.id) order by id limit 1`,
    );
    const { id = 0, frequence_id = 0 } = busy ?? {};
    const other = await idOf(`select min(id) as id from frequence where id <> ${frequence_id}`);
    const updated = await patch(id, { frequence: other });
    expect(updated.status).toBe(409);
    expect(updated.body.errors).toEqual([{ field: 'frequence', message: updated.body.message }]);
    expect((await patch(id, { typeEquipement: await newEquipement() })).status).toBe(409);
    expect((await patch(id, { nom: `${busy?.nom} bis`, enabled: false })).status).toBe(200);
    const refused = await by('niamey').send<Problem>('DELETE', `/v2/entite_taxes/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(MESSAGES.suppressionImpossible);
    expect(refused.body.errors).toEqual([
      { field: 'echeance', message: expect.stringMatching(/^Lié à : \d+ échéance\(s\)$/) },
    ]);
    const free = await created();
    const bulk = await by('niamey').send('POST', '/v2/entite_taxes/suppression', { ids: [id, free.id] });
    expect(bulk.body).toMatchObject({ total: 2, supprimes: 1, refuses: [{ id }] });
  });
});

describe('who may do what with taxes', () => {
  it('is nobody’s without a session, and another collectivité’s only to itself', async () => {
    const { id, applications } = await created();
    const paths = [`/v2/entite_taxes/${id}`, `/v2/applications/${applications[0]?.id}`];
    for (const path of [...paths, '/v2/entite_taxes', '/v2/precisions'])
      expect((await nobody.get(path)).status).toBe(401);
    for (const path of paths) {
      expect((await by('maradi').get(path)).status).toBe(404);
      expect((await by('maradi').send('PATCH', path, { tarif: 1 })).status).toBe(404);
      expect((await by('maradi').send('DELETE', path)).status).toBe(404);
      for (const account of ['niamey', 'superadmin', 'admin.nta', 'plateau', 'lecture'] as const)
        expect((await by(account).get(path)).status, account).toBe(200);
    }
    expect((await create({}, by('maradi'))).status).toBe(404);
    const { body } = await by('maradi').get<Page>('/v2/entite_taxes?itemperpage=500');
    expect(new Set(body.data.map(({ entite }) => (entite as { id: number }).id))).toEqual(new Set([2]));
  });

  it('is written by whoever has the right and the whole collectivité', async () => {
    await query(
      `insert into permission (groupe_id, navigation_id, nom) select g.id, n.id, unnest(n.permissions)
       from groupe g, navigation n where g.nom = 'Gestionnaire' and n.cle = 'taxes' on conflict do nothing`,
    );
    const { id, applications } = await created({ applications: [named(haut, YEAR, { Un: 1 })] });
    const application = applications[0];
    for (const account of ['lecture', 'plateau'] as const) {
      const writes = [
        await create({}, by(account)),
        await by(account).send('PATCH', `/v2/entite_taxes/${id}`, { nom: next() }),
        await by(account).send('DELETE', `/v2/entite_taxes/${id}`),
        await by(account).send('POST', '/v2/applications', rate(haut, YEAR, 5)),
        await by(account).send('PATCH', `/v2/applications/${application?.id}`, { tarif: 5 }),
        await by(account).send('DELETE', `/v2/applications/${application?.id}`),
        await by(account).send('POST', '/v2/precisions', { annee: YEAR, libelle: 'Un', tarif: 5 }),
        await by(account).send('PATCH', `/v2/precisions/${application?.precisione[0]?.id}`, { tarif: 5 }),
        await by(account).send('DELETE', `/v2/precisions/${application?.precisione[0]?.id}`),
      ];
      expect(
        writes.map(({ status }) => status),
        account,
      ).toEqual([403, 403, 403, 403, 403, 403, 403, 403, 403]);
    }
    for (const account of ['admin.nta', 'superadmin'] as const)
      expect((await create({}, by(account))).status, account).toBe(201);
  });
});

describe('a category of taxes', () => {
  it('is common or a collectivité’s: all read the common ones, Super Admin writes them', async () => {
    const nom = next();
    const common = await by('superadmin').send<{ id: number; entite: null }>('POST', '/v2/categorietaxes', {
      nom,
    });
    expect(common).toMatchObject({ status: 201, body: { entite: null, enabled: true } });
    for (const account of ['niamey', 'maradi', 'plateau', 'lecture'] as const) {
      const path = `/v2/categorietaxes/${common.body.id}`;
      expect((await by(account).get(path)).status, account).toBe(200);
      expect((await by(account).send('PATCH', path, { nom: next() })).status, account).toBe(403);
      expect((await by(account).send('DELETE', path)).status, account).toBe(403);
    }
    expect((await by('niamey').send('POST', '/v2/categorietaxes', { nom: next() })).status).toBe(403);
    const own = await by('niamey').send<{ id: number }>('POST', '/v2/categorietaxes', { nom, entite: 1 });
    expect(own.status).toBe(201);
    expect((await by('maradi').get(`/v2/categorietaxes/${own.body.id}`)).status).toBe(404);
    const { body } = await by('niamey').get<Page>('/v2/categorietaxes?itemperpage=500');
    const of = new Set(body.data.map(({ entite }) => (entite as { id: number } | null)?.id ?? null));
    expect(of).toEqual(new Set([1, null]));
  });

  it('of several collectivités, one is found by those that it may use: its own and the common ones', async () => {
    const make = async (values: object): Promise<number> =>
      (await by('superadmin').send<{ id: number }>('POST', '/v2/categorietaxes', { nom: next(), ...values }))
        .body.id;
    const [common, own, foreign] = [await make({}), await make({ entite: 1 }), await make({ entite: 2 })];
    const found = async (filter: string): Promise<number[]> =>
      (await by('superadmin').get<Page>(`/v2/categorietaxes?itemperpage=500&${filter}`)).body.data
        .map(({ id }) => Number(id))
        .filter((id) => [common, own, foreign].includes(id));
    const usable = 'filter[ct.valable][type]=eq&filter[ct.valable][x]=1';
    expect(new Set(await found(usable))).toEqual(new Set([common, own]));
    // another condition narrows all of them, the common ones and its own
    expect(await found(`${usable}&filter[ct.id][type]=eq&filter[ct.id][x]=${own}`)).toEqual([own]);
    expect(await found('filter[ct.valable][type]=not eq&filter[ct.valable][x]=1')).toEqual([foreign]);
  });

  it('asks for its name', async () => {
    const { status, body } = await by('niamey').send<Problem>('POST', '/v2/categorietaxes', { entite: 1 });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'nom' }]);
  });
});
