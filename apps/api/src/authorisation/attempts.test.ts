import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { newPerson } from '#src/testing/people.ts';
import { idFrom, newName } from './testing/expectation.ts';
import { gather, type Kind } from './testing/people.ts';
import { DEPARTEMENT, NIAMEY } from './testing/resources.ts';

const world = await gather(await testApp());
const { by, query, make } = world;

const MARADI = 2;
/** Records of Maradi, as somebody of Niamey may name them, and records that nobody has. */
const foreign = {
  entite: MARADI,
  ramification: 0,
  categorieTaxe: 0,
  categorieActivite: 0,
  typeEquipement: 0,
  nature: 0,
  precision: 0,
  application: 0,
  taxe: 0,
};
type Foreign = typeof foreign;
const missing = Object.fromEntries(Object.keys(foreign).map((name) => [name, 2_000_000_000])) as Foreign;
/** Another département of Niamey than that of `plateau`. */
let elsewhere = 0;

beforeAll(async () => {
  const [found] = await query<Foreign & { elsewhere: number }>(
    `select
       (select min(id) from ramification where entite_id = $1) as ramification,
       (select min(id) from categorie_taxe where entite_id = $1) as "categorieTaxe",
       (select min(id) from type_equipement where entite_id = $1) as "typeEquipement",
       (select min(id) from nature_activite where entite_id = $1) as nature,
       (select min(precision_id) from application_precision join application a on a.id = application_id
        where a.entite_id = $1 and annee = $3) as precision,
       (select min(id) from categorie_activite where entite_id = $1) as "categorieActivite",
       (select min(id) from application where entite_id = $1 and annee = $3) as application,
       (select min(id) from taxe where entite_id = $1) as taxe,
       (select max(id) from ramification where entite_id = $2 and parent_id is null) as elsewhere`,
    [MARADI, NIAMEY, YEAR],
  );
  Object.assign(foreign, found);
  elsewhere = found?.elsewhere ?? 0;
});

const status = async (kind: Kind, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await by(kind).send(method, `/v2/${path}`, body)).status;
const contribuableIn = (place: number): Promise<number> =>
  idFrom(
    world,
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
     select entite_id, id, $2, 'Essai', 1 from ramification where id = $1 returning id`,
    [place, newName()],
  );
const rateIn = (ramification: number) => ({ ramification, annee: YEAR, tarif: 100 });
const exists = async (table: string, id: number): Promise<boolean> =>
  (await query(`select from ${table} where id = $1`, [id])).length === 1;

describe('a record', () => {
  it.each(['ramifications', 'categorie_activites', 'type_equipements', 'categorietaxes'])(
    'of %s cannot be moved to another collectivité',
    async (path) => {
      const body = {
        nom: newName(),
        entite: NIAMEY,
        ...(path === 'ramifications' ? { code: newName(), type: 1 } : {}),
      };
      const id = await make(path, body, 'niamey');
      for (const kind of ['niamey', 'admin.nta', 'superadmin'] as const) {
        const { body: row } = await by(kind).send<{ entite: { id: number } }>('PATCH', `/v2/${path}/${id}`, {
          entite: MARADI,
        });
        expect(row.entite.id, kind).toBe(NIAMEY);
      }
    },
  );

  it('cannot refer to a record of another collectivité, which is answered like a missing record', async () => {
    const typeEquipement = await make('type_equipements', { nom: newName(), entite: NIAMEY, enabled: true });
    const categorie = await make('categorietaxes', { nom: newName(), entite: NIAMEY });
    const categorieActivite = await make('categorie_activites', { nom: newName(), entite: NIAMEY });
    const quartier = await idFrom(world, 'select min(id) as id from ramification where parent_id = $1', [
      DEPARTEMENT,
    ]);
    const account = await world.copyOf('lecture');
    const place = { ramification: DEPARTEMENT, annee: YEAR };
    const taxe = { nom: newName(), entite: NIAMEY, categorie, frequence: 1, typeEquipement };
    const rated = { ...taxe, applications: [{ ...place, tarif: 100 }] };
    const id = await make('entite_taxes', rated, 'niamey');
    const nature = { nom: newName(), entite: NIAMEY, categorie: categorieActivite };
    const activite = await make('nature_activites', nature, 'niamey');
    const named = { nom: newName(), code: newName(), entite: NIAMEY };
    const reader = newPerson({ groupe: GROUPE_ID.consultation, entites: [NIAMEY] });

    const attempts: ['POST' | 'PATCH', string, (there: Foreign) => object][] = [
      [
        'POST',
        'nature_activites',
        (there) => ({ ...nature, nom: newName(), categorie: there.categorieActivite }),
      ],
      ['PATCH', `nature_activites/${activite}`, (there) => ({ categorie: there.categorieActivite })],
      ['POST', 'entite_taxes', (there) => ({ ...rated, nom: newName(), categorie: there.categorieTaxe })],
      [
        'POST',
        'entite_taxes',
        (there) => ({ ...rated, nom: newName(), typeEquipement: there.typeEquipement }),
      ],
      [
        'POST',
        'entite_taxes',
        (there) => ({ ...rated, nom: newName(), typeEquipement: null, natureActivite: there.nature }),
      ],
      [
        'POST',
        'entite_taxes',
        (there) => ({ ...taxe, nom: newName(), applications: [rateIn(there.ramification)] }),
      ],
      [
        'POST',
        'entite_taxes',
        (there) => ({ ...taxe, nom: newName(), applications: [{ ...place, precisione: [there.precision] }] }),
      ],
      ['POST', 'entite_taxes', (there) => ({ ...taxe, nom: newName(), applications: [there.application] })],
      ['PATCH', `entite_taxes/${id}`, (there) => ({ categorie: there.categorieTaxe })],
      ['PATCH', `entite_taxes/${id}`, (there) => ({ typeEquipement: there.typeEquipement })],
      ['PATCH', `entite_taxes/${id}`, (there) => ({ applications: [rateIn(there.ramification)] })],
      ['POST', 'applications', (there) => rateIn(there.ramification)],
      ['POST', 'applications', (there) => ({ ...place, precisione: [there.precision] })],
      ['POST', 'ramifications', (there) => ({ ...named, type: 2, parent: there.ramification })],
      ['PATCH', `ramifications/${quartier}`, (there) => ({ parent: there.ramification })],
      ['PATCH', `ramifications/${elsewhere}`, (there) => ({ parent: there.ramification })],
      ['POST', 'users', (there) => ({ ...reader, ramifications: [there.ramification] })],
      ['POST', 'users', (there) => ({ ...reader, entites: [NIAMEY, there.entite] })],
      ['PATCH', `users/${account}`, (there) => ({ entites: [NIAMEY, there.entite] })],
      ['PATCH', `users/${account}`, (there) => ({ ramifications: [there.ramification] })],
      ['POST', 'echeances/generation', (there) => ({ entite: NIAMEY, taxe: there.taxe })],
    ];
    const wrong: unknown[] = [];
    for (const [method, path, body] of attempts) {
      const replyText = async (there: Foreign): Promise<string> => {
        const reply = await by('niamey').send<{ message: string }>(method, `/v2/${path}`, body(there));
        return `${reply.status} ${reply.body.message}`.replaceAll(/identifiant \d+/g, 'identifiant');
      };
      const [reply, ofNothing] = [await replyText(foreign), await replyText(missing)];
      if (!reply.startsWith('400') || reply !== ofNothing)
        wrong.push({ attempt: `${method} ${path} ${JSON.stringify(body(foreign))}`, told: reply, ofNothing });
    }
    expect(wrong).toEqual([]);
  });

  it('of another collectivité is not billed by a generation for one’s own', async () => {
    const ramifications = [DEPARTEMENT, foreign.ramification];
    expect(await status('niamey', 'POST', 'echeances/generation', { ramifications })).toBe(404);
    expect(await status('niamey', 'POST', 'echeances/generation', { entite: MARADI })).toBe(404);
    expect(await query('select from travail')).toEqual([]);
  });
});

describe('rights', () => {
  it('cannot be granted to oneself', async () => {
    const id = await idFrom(world, "select id from utilisateur where username = 'niamey'");
    const wishes = [
      { groupe: GROUPE_ID.superAdmin },
      { groupe: GROUPE_ID.adminNta },
      { entites: [NIAMEY, MARADI] },
      { type: 2 },
    ];
    for (const wish of wishes)
      expect(await status('niamey', 'PATCH', `users/${id}`, wish), JSON.stringify(wish)).toBeOneOf([
        400, 403,
      ]);
    const { body } = await by('niamey').get<{ user: object }>('/v2/session');
    expect(body.user).toMatchObject({ groupe: { id: GROUPE_ID.administrateur }, entites: [{ id: NIAMEY }] });
  });

  it('cannot be granted to oneself in the profile', async () => {
    const wish = { nom: 'Djibo', groupe: GROUPE_ID.superAdmin, entites: [MARADI], enabled: true, type: 2 };
    expect(await status('niamey', 'PATCH', 'profil', wish)).toBe(200);
    const { body } = await by('niamey').get<{ user: object }>('/v2/session');
    expect(body.user).toMatchObject({ groupe: { id: GROUPE_ID.administrateur }, entites: [{ id: NIAMEY }] });
  });

  it('cannot be gained through the account of another user', async () => {
    const id = await world.copyOf('lecture');
    for (const groupe of [GROUPE_ID.superAdmin, GROUPE_ID.adminNta]) {
      expect(await status('niamey', 'POST', 'users', newPerson({ groupe, entites: [NIAMEY] }))).toBe(403);
      expect(await status('niamey', 'PATCH', `users/${id}`, { groupe })).toBe(403);
    }
    const above = await idFrom(world, "select id from utilisateur where username = 'admin.nta'");
    expect(
      await status('niamey', 'POST', `users/${above}/mot-de-passe`, {
        password: 'Puits-natte-27',
        passwordConfirm: 'Puits-natte-27',
      }),
    ).toBe(403);
    expect(await status('niamey', 'PATCH', `users/${above}`, { email: 'a@octroi.test' })).toBe(403);
    expect(await status('niamey', 'DELETE', `users/${above}/sessions`)).toBe(403);
  });
});

describe('a bulk act', () => {
  const select = async (kind: Kind, resource: string, search: string) =>
    (
      await by(kind).send<{ token: string; count: number }>('POST', '/v2/selections', {
        resource,
        query: search,
      })
    ).body;
  const remove = (kind: Kind, path: string, body: object) =>
    by(kind).send<{ total: number; supprimes: number; refuses: { id: number }[] }>(
      'POST',
      `/v2/${path}/suppression`,
      body,
    );

  it('refuses a selection of another user or of another list', async () => {
    const id = await make('type_equipements', { nom: newName(), entite: NIAMEY });
    const search = `filter[teq.id]=${id}`;
    const own = await select('niamey', 'type_equipements', search);
    expect(own.count).toBe(1);
    for (const kind of ['maradi', 'admin.nta', 'superadmin'] as const)
      expect((await remove(kind, 'type_equipements', { selection: own.token })).status, kind).toBe(400);
    expect((await remove('niamey', 'categorietaxes', { selection: own.token })).status).toBe(400);
    expect(await exists('type_equipement', id)).toBe(true);
    expect((await remove('niamey', 'type_equipements', { selection: own.token })).body.supprimes).toBe(1);
  });

  it('selects only rows within the scope', async () => {
    const counts = async (kind: Kind, search: string) => (await select(kind, 'contribuables', search)).count;
    const whole = await counts('niamey', '');
    expect(await counts('maradi', `entite=${NIAMEY}`)).toBe(0);
    expect(await counts('plateau', '')).toBeGreaterThan(0);
    expect(await counts('plateau', '')).toBeLessThan(whole);
    expect((await select('maradi', 'ramifications', `filter[ent.id]=${NIAMEY}`)).count).toBe(0);
    expect((await select('maradi', 'users', `filter[ent.id]=${NIAMEY}`)).count).toBe(0);
  });

  it('of a user tied to a département leaves out rows of other départements', async () => {
    const id = await world.copyOf('plateau');
    await query('update utilisateur set groupe_id = $2 where id = $1', [id, GROUPE_ID.adminNta]);
    const caller = await world.enter(id);
    const [inside, outside, far] = [
      await contribuableIn(DEPARTEMENT),
      await contribuableIn(elsewhere),
      await contribuableIn(foreign.ramification),
    ];
    const { body } = await caller.send<{ supprimes: number; refuses: { id: number }[] }>(
      'POST',
      '/v2/contribuables/suppression',
      { ids: [inside, outside, far] },
    );
    expect(body.supprimes).toBe(1);
    expect(body.refuses.map((refusal) => refusal.id)).toEqual([outside, far]);
    expect((await caller.send('DELETE', `/v2/contribuables/${outside}`)).status).toBe(404);
    // the configuration of the collectivité, its own département included, is not a part's to write
    expect(
      (await caller.send('PATCH', `/v2/ramifications/${DEPARTEMENT}`, { parent: elsewhere })).status,
    ).toBe(403);
    expect(
      (await caller.send('POST', '/v2/echeances/generation', { ramifications: [DEPARTEMENT] })).status,
    ).toBe(403);
    expect((await caller.get('/v2/journal')).status).toBe(403);
  });
});

describe('saved views', () => {
  it('cannot be read or overwritten by another user', async () => {
    const view = { ecran: 'contribuables', nom: 'Ma vue', recherche: 'page=1' };
    await make('vues', view, 'niamey');
    await make('vues', { ...view, recherche: 'page=2' }, 'maradi');
    for (const [kind, recherches] of [
      ['niamey', ['page=1']],
      ['maradi', ['page=2']],
      ['superadmin', []],
    ] as const) {
      const { body } = await by(kind).get<{ recherche: string }[]>('/v2/vues?ecran=contribuables');
      expect(
        body.map(({ recherche }) => recherche),
        kind,
      ).toEqual(recherches);
    }
  });
});
