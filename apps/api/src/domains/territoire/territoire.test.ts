import { MESSAGES, type Noeud, type Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';
import { verify } from '#src/verification/verify.ts';

const { signIn, query, url } = await testApp();

let superadmin: Caller;
let niamey: Caller;
let plateau: Caller;
beforeAll(async () => {
  [superadmin, niamey, plateau] = await Promise.all([
    signIn('superadmin'),
    signIn('niamey'),
    signIn('plateau'),
  ]);
});

interface Saved extends Record<string, unknown> {
  id: number;
  version: number;
}
interface Place {
  id: number;
  parent_id: number | null;
  niveau: number;
  entite_id: number;
}
let made = 0;
const next = (): string => `Essai ${++made}`;
const placesOf = (entite: number): Promise<Place[]> =>
  query<Place>(
    'select r.id, r.parent_id, r.entite_id, t.niveau from ramification r join type_ramification t on t.id = r.type_id where r.entite_id = $1 order by r.id',
    [entite],
  );
const typeOf = async (niveau: number): Promise<number> =>
  (await query<{ id: number }>('select id from type_ramification where niveau = $1', [niveau]))[0]?.id ?? 0;

describe('a collectivité', () => {
  const fields = () => ({ nom: next(), nomCourt: 'Essai', code: `E${made}`, ville: 1 });
  const create = (more: object = {}) =>
    superadmin.send<Saved & Problem>('POST', '/v2/entites', { ...fields(), ...more });

  it('begins inactive, of type 1, with the usual share', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({ enabled: false, type: { id: 1 }, commission: null, ville: { id: 1 } });
  });

  it('has a unique name, ignoring case and accents', async () => {
    const { body: first } = await create({ nom: 'Commune de Téra' });
    const before = await query('select count(*) from entite');
    const { status, body } = await create({ nom: 'commune de TERA' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'conflit.doublon',
      message: MESSAGES.collectiviteExiste,
      errors: [{ field: 'nom', message: MESSAGES.collectiviteExiste }],
    });
    expect(await query('select count(*) from entite')).toEqual(before);
    expect((await create({ code: String(first['code']).toLowerCase() })).body.errors?.[0]?.field).toBe(
      'code',
    );
  });

  it.each([
    ['nom', ''],
    ['nomCourt', null],
    ['code', undefined],
    ['ville', null],
    ['commission', 101],
    ['ville', 999_999],
  ])('is refused with %s = %j', async (field, value) => {
    const { status } = await create({ [field]: value });
    expect(status).toBe(400);
  });

  it('can be changed only by Super Admin', async () => {
    expect((await niamey.send('POST', '/v2/entites', fields())).status).toBe(403);
    expect((await niamey.send('PATCH', '/v2/entites/1', { adresse: 'ici' })).status).toBe(403);
    expect((await niamey.send('DELETE', '/v2/entites/1')).status).toBe(403);
    expect((await niamey.send('PATCH', '/v2/entites/2', { adresse: 'ici' })).status).toBe(403);
    expect((await niamey.get('/v2/entites/2')).status).toBe(404);
  });

  it('can be removed if nothing refers to it; otherwise the refusal names what does', async () => {
    const { body } = await create();
    expect((await superadmin.send('DELETE', `/v2/entites/${body.id}`)).status).toBe(204);
    const refused = await superadmin.send<Problem>('DELETE', '/v2/entites/1');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(MESSAGES.suppressionImpossible);
    const [{ n } = { n: 0 }] = await query<{ n: number }>(
      'select count(*)::int as n from contribuable where entite_id = 1',
    );
    expect(refused.body.errors).toContainEqual({
      field: 'contribuable',
      message: `Lié à : ${n} contribuable(s)`,
    });
    expect(refused.body.errors?.map(({ field }) => field)).toContain('ramification');
  });
});

describe('a sub-entity', () => {
  const create = async (values: object, by = niamey) =>
    by.send<Saved & Problem>('POST', '/v2/ramifications', {
      nom: next(),
      code: `S${made}`,
      entite: 1,
      type: await typeOf(1),
      ...values,
    });

  it('shows its inactive ancestor, in the list and in the tree, while it is active itself', async () => {
    const top = (await create({ nom: 'Dosso Nord' })).body;
    const middle = (await create({ parent: top.id, type: await typeOf(2), enabled: true })).body;
    const low = (await create({ parent: middle.id, type: await typeOf(3), enabled: true })).body;
    const told = async (): Promise<unknown[]> => {
      const tree = (await niamey.get<{ data: Noeud[] }>('/v2/ramifications/arbre?entite=1')).body.data;
      return Promise.all(
        [top, middle, low].map(async ({ id }) => {
          const { masquePar } = (await niamey.get<Saved>(`/v2/ramifications/${id}`)).body;
          expect(tree.find((node) => node.id === id)?.masquePar).toBe(masquePar);
          return masquePar;
        }),
      );
    };
    expect(await told()).toEqual([null, 'Dosso Nord', 'Dosso Nord']);
    await niamey.send('PATCH', `/v2/ramifications/${middle.id}`, { enabled: false });
    expect(await told()).toEqual([null, null, middle['nom']]);
    await niamey.send('PATCH', `/v2/ramifications/${middle.id}`, { enabled: true });
    await niamey.send('PATCH', `/v2/ramifications/${top.id}`, { enabled: true });
    expect(await told()).toEqual([null, null, null]);
  });

  it('is created inactive, at the top or under another', async () => {
    const top = await create({});
    expect(top.status).toBe(201);
    expect(top.body).toMatchObject({ parent: null, enabled: false });
    const below = await create({ parent: top.body.id, type: await typeOf(2) });
    expect(below.body).toMatchObject({ parent: { id: top.body.id }, entite: { id: 1 } });
  });

  it('is in its collectivité, below a higher level, with a unique code', async () => {
    const [elsewhere] = await placesOf(2);
    expect((await create({ parent: elsewhere?.id, type: await typeOf(2) })).status).toBe(400);
    expect((await create({ entite: 2 })).status).toBe(404);
    const { body: top } = await create({});
    const level = await create({ parent: top.id });
    expect([level.status, level.body.code]).toEqual([409, 'conflit.regle']);
    const twin = await create({ code: top['code'] });
    expect([twin.status, twin.body.errors?.[0]?.field]).toEqual([409, 'code']);
  });

  it.each(['nom', 'code', 'entite', 'type'])(
    'is refused without %s, with a message at that field',
    async (field) => {
      const { status, body } = await create({ [field]: null });
      expect(status).toBe(400);
      expect(body.errors?.map((error) => error.field)).toContain(field);
    },
  );

  it('keeps its code and its collectivité', async () => {
    const { body } = await create({});
    const changed = await niamey.send('PATCH', `/v2/ramifications/${body.id}`, {
      nom: 'Autre nom',
      code: 'AUTRE',
      entite: 2,
    });
    expect(changed.body).toMatchObject({ nom: 'Autre nom', code: body['code'], entite: { id: 1 } });
  });

  it('cannot be placed below itself', async () => {
    const { body: top } = await create({});
    const { body: below } = await create({ parent: top.id, type: await typeOf(2) });
    for (const parent of [top.id, below.id]) {
      const reply = await niamey.send<Problem>('PATCH', `/v2/ramifications/${top.id}`, { parent });
      expect(reply.status, JSON.stringify(reply.body)).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    }
  });

  it('takes its taxpayers along when it moves, and every total stays right', async () => {
    const places = await placesOf(1);
    const quartier = places.find(({ niveau }) => niveau === 2);
    const target = places.find(({ niveau, id }) => niveau === 1 && id !== quartier?.parent_id);
    const enrolled = async (id: number | undefined): Promise<number> =>
      (
        await superadmin.get<{ stats: { contribuables: number } }>(
          `/v2/dashboard/by-entite?ramification=${id}`,
        )
      ).body.stats.contribuables;
    const [own, before] = [await enrolled(quartier?.id), await enrolled(target?.id)];
    expect(own).toBeGreaterThan(0);
    const { status } = await niamey.send('PATCH', `/v2/ramifications/${quartier?.id}`, {
      parent: target?.id,
    });
    expect(status).toBe(200);
    expect([await enrolled(quartier?.id), await enrolled(target?.id)]).toEqual([own, before + own]);
    expect(await verify(url, () => undefined)).toEqual([]);
  });

  it('cannot be changed by a user with only a part of the collectivité', async () => {
    const [own] = await query<{ id: number }>(
      "select ramification_id as id from utilisateur_ramification ur join utilisateur u on u.id = ur.utilisateur_id where username = 'plateau'",
    );
    expect((await create({}, plateau)).status).toBe(403);
    expect((await plateau.send('PATCH', `/v2/ramifications/${own?.id}`, { nom: 'x' })).status).toBe(403);
  });
});

describe('the tree of a collectivité', () => {
  it('counts the descendants of each sub-entity like its list', async () => {
    const { body } = await niamey.get<{ data: Noeud[] }>('/v2/ramifications/arbre?entite=1');
    expect(body.data).toHaveLength((await placesOf(1)).length);
    for (const node of body.data.filter(({ parent }) => parent === null)) {
      const { body: list } = await niamey.get<{ meta: { total_records: number } }>(
        `/v2/contribuables?ms=${node.id}&itemperpage=1`,
      );
      expect(node.cptrContrib).toBe(list.meta.total_records);
      const [placed] = await query<{ n: number }>(
        `select count(*)::int as n from contribuable c join ramification_descendance d on d.descendant_id = c.ramification_id
         where d.ancetre_id = $1 and c.latitude is not null and c.longitude is not null`,
        [node.id],
      );
      expect(node.cptrCarte).toBe(placed?.n);
      expect(node.cptr).toBe(body.data.filter(({ parent }) => parent === node.id).length);
    }
  });

  it('shows a user of one département only that one, and nothing of other collectivités', async () => {
    const { body } = await plateau.get<{ data: Noeud[] }>('/v2/ramifications/arbre?entite=1');
    expect(body.data.filter(({ parent }) => parent === null)).toHaveLength(1);
    const foreign = await niamey.get<{ data: Noeud[] }>('/v2/ramifications/arbre?entite=2');
    expect(foreign.body.data).toEqual([]);
    expect((await niamey.get('/v2/ramifications/arbre?entite=x')).status).toBe(400);
  });
});

describe('the list of users with access to a sub-entity', () => {
  interface Row {
    username: string;
    raison: string;
    via: { nom: string } | null;
  }
  const accesTo = async (id: number | undefined, by = niamey): Promise<Record<string, string>> => {
    const { body } = await by.get<{ data: Row[] }>(`/v2/ramifications/${id}/acces?itemperpage=500`);
    return Object.fromEntries(body.data.map(({ username, raison }) => [username, raison]));
  };

  it('names each user with the reason', async () => {
    const places = await placesOf(1);
    const [own] = await query<{ id: number }>(
      "select ramification_id as id from utilisateur_ramification ur join utilisateur u on u.id = ur.utilisateur_id where username = 'plateau'",
    );
    const below = places.find(({ parent_id }) => parent_id === own?.id);
    const elsewhere = places.find(({ niveau, id }) => niveau === 1 && id !== own?.id);
    expect(await accesTo(own?.id)).toMatchObject({
      'admin.nta': 'collectivite',
      niamey: 'collectivite',
      plateau: 'direct',
      'agent.terrain': 'collectivite',
    });
    expect(await accesTo(below?.id)).toMatchObject({ plateau: 'ancetre' });
    const there = await accesTo(elsewhere?.id);
    expect(there).not.toHaveProperty('plateau');
    for (const absent of ['maradi', 'inactif', 'superadmin']) expect(there).not.toHaveProperty(absent);
  });

  it('can be exported, within the scope', async () => {
    const [here] = await placesOf(1);
    const [elsewhere] = await placesOf(2);
    const { body } = await niamey.get<{ data: { fullName: string }[] }>(
      `/v2/ramifications/${here?.id}/acces`,
    );
    const namesOf = async (ramification: number | undefined): Promise<string[]> => {
      const query = `ramification=${ramification}&orderBy=user.nom`;
      const asked = { resource: 'ramifications/acces', format: 'csv', query };
      const file = await niamey.send<string>('POST', '/v2/exports', asked);
      return file.body
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[0] ?? '');
    };
    expect((await namesOf(here?.id)).toSorted()).toEqual(
      body.data.map(({ fullName }) => fullName).toSorted(),
    );
    expect(await namesOf(elsewhere?.id)).toEqual([]);
  });

  it('exists only within the scope', async () => {
    const [elsewhere] = await placesOf(2);
    expect(await accesTo(elsewhere?.id, superadmin)).toMatchObject({ superadmin: 'plateforme' });
    expect((await niamey.get(`/v2/ramifications/${elsewhere?.id}/acces`)).status).toBe(404);
  });
});
