import { beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { GroupPermissions } from '@octroi/contract';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import type { Problem } from '#src/testing/people.ts';

const { signIn, query, url } = await testApp();
let superadmin: Caller;
let lecture: Caller;
beforeAll(async () => {
  [superadmin, lecture] = await Promise.all([signIn('superadmin'), signIn('lecture')]);
});

type Row = Record<string, unknown> & { id: number; version: number };
const CONSULTATION = 5;
const path = (id = CONSULTATION): string => `/v2/groups/${id}/permissions`;
const entry = async (cle: string): Promise<number> =>
  (await query<{ id: number }>('select id from navigation where cle = $1', [cle]))[0]?.id ?? 0;
const granted = ({ navigations }: GroupPermissions): Record<string, string[]> =>
  Object.fromEntries(
    navigations.filter(({ accordees }) => accordees.length > 0).map(({ cle, accordees }) => [cle, accordees]),
  );
let made = 0;
const group = async (): Promise<Row> =>
  (await superadmin.send<Row>('POST', '/v2/groups', { nom: `Groupe ${++made}` })).body;

describe('the permissions of a group', () => {
  it('are read entry by entry, as the client loads them', async () => {
    const { status, body } = await lecture.get<GroupPermissions>(path());
    expect([status, body.groupe]).toEqual([200, { id: CONSULTATION, nom: 'Consultation' }]);
    const list = await lecture.get<{
      data: { navigation: { id: number }; nom: string }[];
      meta: { total_records: number };
    }>(`/v2/permissions?filter[g.id][type]=eq&filter[g.id][x]=${CONSULTATION}&itemperpage=300`);
    expect(list.body.meta.total_records).toBe(list.body.data.length);
    expect(list.body.data.map(({ navigation, nom }) => `${navigation.id} ${nom}`).sort()).toEqual(
      body.navigations.flatMap(({ id, accordees }) => accordees.map((nom) => `${id} ${nom}`)).sort(),
    );
    const users = body.navigations.find(({ cle }) => cle === 'users');
    expect(users).toMatchObject({ nom: 'Utilisateurs', module: 'Administration', accordees: [] });
    expect((await lecture.get(path(GROUPE_ID.superAdmin))).status).toBe(403);
    expect((await superadmin.get(path(424_242))).status).toBe(404);
  });

  it('are replaced together, apply from the next call on, and give one row of the journal', async () => {
    const { id } = await group();
    const [villes, taxes] = [await entry('villes'), await entry('taxes')];
    const put = (permissions: object[], headers = {}) =>
      superadmin.send<GroupPermissions>('PUT', path(id), { permissions }, headers);
    const first = await put([
      { navigation: villes, nom: 'Voir' },
      { navigation: String(villes), nom: 'Lister' },
      { navigation: { id: taxes }, nom: 'Lister' },
      { navigation: taxes, nom: 'Lister' },
    ]);
    expect([first.status, granted(first.body), first.body.version]).toEqual([
      200,
      { villes: ['Lister', 'Voir'], taxes: ['Lister'] },
      2,
    ]);
    const kept = await query(
      'select id, nom from permission where groupe_id = $1 and navigation_id = $2 and nom = $3',
      [id, villes, 'Lister'],
    );
    const second = await put([{ navigation: villes, nom: 'Lister' }], { 'if-match': '"2"' });
    expect(granted(second.body)).toEqual({ villes: ['Lister'] });
    expect(await query('select id, nom from permission where groupe_id = $1', [id])).toEqual(kept);
    expect((await put([{ navigation: villes, nom: 'Lister' }])).body.version).toBe(3);
    expect((await put([], { 'if-match': '"2"' })).status).toBe(412);
    const entries = await query(
      "select avant, apres from journal where ressource = 'groups' and acte = 'changer les permissions' and enregistrement_id = $1 order by id",
      [id],
    );
    expect(entries.map(({ avant, apres }) => [avant['permissions'], apres['permissions']])).toEqual([
      [{}, { taxes: ['Lister'], villes: ['Lister', 'Voir'] }],
      [{ taxes: ['Lister'], villes: ['Lister', 'Voir'] }, { villes: ['Lister'] }],
    ]);
  });

  it('apply to users already signed in', async () => {
    const villes = await entry('users');
    const before = (await lecture.get<GroupPermissions>(path())).body;
    const permissions = before.navigations.flatMap(({ id, accordees }) =>
      accordees.map((nom) => ({ navigation: id, nom })),
    );
    const rights = async () =>
      (await lecture.get<{ permissions: Record<string, string[]> }>('/v2/session')).body.permissions['users'];
    expect(await rights()).toBeUndefined();
    await superadmin.send('PUT', path(), {
      permissions: [...permissions, { navigation: villes, nom: 'Lister' }],
    });
    expect(await rights()).toEqual(['Lister']);
    await superadmin.send('PUT', path(), { permissions });
    expect(await rights()).toBeUndefined();
  });

  it('can only be those that the entry offers', async () => {
    const { id } = await group();
    const villes = await entry('villes');
    for (const [grant, message] of [
      [{ navigation: villes, nom: 'Gommer' }, "L'entrée « Villes » n'a pas de droit « Gommer »."],
      [{ navigation: 4242, nom: 'Voir' }, /n'existe pas/],
    ] as const) {
      const { status, body } = await superadmin.send<Problem>('PUT', path(id), {
        permissions: [{ navigation: villes, nom: 'Voir' }, grant],
      });
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'permissions']);
      expect(body.message).toMatch(message);
    }
    expect(await query('select from permission where groupe_id = $1', [id])).toEqual([]);
    const single = await superadmin.send<Problem>('POST', '/v2/permissions', {
      role: id,
      navigation: villes,
      nom: 'Gommer',
    });
    expect([single.status, single.body.message]).toEqual([
      409,
      "L'entrée « Villes » n'a pas de droit « Gommer ».",
    ]);
  });

  it('can be changed only by Super Admin', async () => {
    const { id } = await group();
    for (const account of ['admin.nta', 'niamey', 'lecture'] as const)
      expect((await (await signIn(account)).send('PUT', path(id), { permissions: [] })).status).toBe(403);
  });

  it('can also be created, changed and removed one by one', async () => {
    const { id } = await group();
    const villes = await entry('villes');
    const created = await superadmin.send<Row>('POST', '/v2/permissions', {
      role: id,
      navigation: villes,
      nom: 'Voir',
    });
    expect([created.status, created.body]).toMatchObject([
      201,
      { role: { id }, navigation: { nom: 'Villes' }, nom: 'Voir' },
    ]);
    const twice = await superadmin.send<Problem>('POST', '/v2/permissions', {
      role: id,
      navigation: villes,
      nom: 'Voir',
    });
    expect([twice.status, twice.body.errors?.[0]?.message]).toEqual([
      409,
      'Ce groupe a déjà cette permission.',
    ]);
    const changed = await superadmin.send<Row>('PATCH', `/v2/permissions/${created.body.id}`, {
      nom: 'Lister',
    });
    expect(changed.body).toMatchObject({ nom: 'Lister', version: 2 });
    expect((await superadmin.send('DELETE', `/v2/permissions/${created.body.id}`)).status).toBe(204);
  });
});

describe('a navigation entry', () => {
  it('gets its key from its title if none is given, and keeps it', async () => {
    const fields = { url: '/essai', module: 'Essais', permissions: ['Lister', 'Voir'] };
    const created = await superadmin.send<Row>('POST', '/v2/navigations', {
      nom: '2e écran d’essai',
      ...fields,
    });
    expect([created.status, created.body]).toMatchObject([
      201,
      { cle: 'entree-2e-ecran-d-essai', ...fields },
    ]);
    const renamed = await superadmin.send<Row>('PATCH', `/v2/navigations/${created.body.id}`, {
      nom: 'Autre nom',
      cle: 'autre',
    });
    expect(renamed.body).toMatchObject({ nom: 'Autre nom', cle: 'entree-2e-ecran-d-essai' });
    const twin = await superadmin.send<Problem>('POST', '/v2/navigations', {
      nom: 'x',
      cle: 'entree-2e-ecran-d-essai',
      ...fields,
    });
    expect([twin.status, twin.body.errors?.[0]?.field]).toEqual([409, 'cle']);
  });

  it('cannot lose a permission that is granted', async () => {
    const id = await entry('villes');
    const { status, body } = await superadmin.send<Problem>('PATCH', `/v2/navigations/${id}`, {
      permissions: ['Voir'],
    });
    expect([status, body.message]).toEqual([409, expect.stringMatching(/est accordé à un groupe/)]);
  });
});

describe('the built-in groups', () => {
  it.each([
    ['PATCH', 1, { nom: 'Autre' }],
    ['PATCH', 1, { enabled: false }],
    ['DELETE', 1, undefined],
    ['PATCH', 2, { nom: 'Autre' }],
    ['PATCH', 2, { enabled: false }],
    ['DELETE', 2, undefined],
  ] as const)('cannot change: %s of %d', async (method, id, body) => {
    const reply = await superadmin.send<Problem>(method, `/v2/groups/${id}`, body);
    expect([reply.status, reply.body.message]).toEqual([
      409,
      expect.stringMatching(/ne peut être ni renommé, ni désactivé, ni supprimé/),
    ]);
  });

  it('may get a description and require a second factor', async () => {
    const { status, body } = await superadmin.send<Row>('PATCH', '/v2/groups/2', {
      description: 'Équipe NTA',
    });
    expect([status, body]).toMatchObject([200, { description: 'Équipe NTA', secondFacteur: false }]);
  });
});

describe('an enabled Super Admin', () => {
  it.each([
    'delete from utilisateur where id = 1',
    'update utilisateur set enabled = false where id = 1',
    'update utilisateur set type_id = 2 where id = 1',
    'update utilisateur set groupe_id = null where id = 1',
    'update utilisateur set groupe_id = 3 where id = 1',
  ])('always remains after any change: %s', async (text) => {
    await expect(query(text)).rejects.toMatchObject({ constraint: 'super_admin_reste' });
  });

  it('remains if two are removed at the same time', async () => {
    const insert = (name: string) =>
      query<{ id: number }>(
        `insert into utilisateur (nom, username, email, password_hash, groupe_id)
         values ($1, $1, $1 || '@octroi.test', 'x', 1) returning id`,
        [name],
      );
    const [[one], [two]] = [await insert('premier'), await insert('second')];
    await query('update utilisateur set groupe_id = 3 where id = 1');
    const clients = [
      new pg.Client({ connectionString: url }),
      new pg.Client({ connectionString: url }),
    ] as const;
    const [first, second] = clients;
    try {
      for (const client of clients) {
        await client.connect();
        await client.query('begin');
      }
      await first.query('delete from utilisateur where id = $1', [one?.id]);
      const waiting = second.query('delete from utilisateur where id = $1', [two?.id]);
      const outcome = expect(waiting).rejects.toMatchObject({ constraint: 'super_admin_reste' });
      await first.query('commit');
      await outcome;
    } finally {
      for (const client of clients) await client.end();
    }
    await query('update utilisateur set groupe_id = 1 where id = 1');
  });
});
