import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { type Caller, PASSWORD, testApp } from '#src/testing/app.ts';
import {
  AGENT,
  NEW_PASSWORD,
  OWN_PASSWORD,
  newPerson,
  type PersonRow as Row,
  type Problem,
  tokens,
} from '#src/testing/people.ts';

const { signIn, nobody, callerWith, query } = await testApp();
const { ask: requestToken, enter } = tokens(nobody, callerWith);
let superadmin: Caller;
let niamey: Caller;
beforeAll(async () => {
  [superadmin, niamey] = await Promise.all([signIn('superadmin'), signIn('niamey')]);
});

const body = (more: Record<string, unknown> = {}) =>
  newPerson({ groupe: GROUPE_ID.consultation, entites: [1], ...more });
const create = async (more: Record<string, unknown> = {}, by = superadmin): Promise<Row> => {
  const { status, body: row } = await by.send<Row>('POST', '/v2/users', body(more));
  expect(status, JSON.stringify(row)).toBe(201);
  return row;
};
const refusal = async (more: Record<string, unknown>, by = superadmin) => {
  const { status, body: problem } = await by.send<Problem>('POST', '/v2/users', body(more));
  return [status, problem.errors?.[0]?.field, problem.errors?.[0]?.message ?? problem.message];
};

it('lists only accounts of the requested type', async () => {
  const { body: list } = await superadmin.get<{ data: Row[]; meta: { total_records: number } }>(
    `/v2/users?type=${AGENT}&itemperpage=100`,
  );
  const [counted] = await query<{ n: number }>(
    'select count(*)::int as n from utilisateur where type_id = $1',
    [AGENT],
  );
  expect(list.meta.total_records).toBe(counted?.n);
  for (const { type } of list.data) expect(type).toEqual({ id: AGENT, nom: 'Agent' });
});

it('shows a user limited to sub-entities the agents of these and those of the whole collectivité', async () => {
  const plateau = await signIn('plateau');
  const { body: list } = await plateau.get<{ data: Row[] }>(`/v2/users?type=${AGENT}&itemperpage=100`);
  const names = list.data.map(({ username }) => username);
  expect(names).toContain('agent.terrain');
  const foreign = await query<{ username: string }>(
    `select username from utilisateur u join utilisateur_entite ue on ue.utilisateur_id = u.id and ue.entite_id = 2
     where u.type_id = $1`,
    [AGENT],
  );
  expect(foreign.length).toBeGreaterThan(0);
  expect(foreign.filter(({ username }) => names.includes(username))).toEqual([]);
});

describe('the accounts of a collectivité', () => {
  const listed = async (by: Caller, ...filters: string[]): Promise<string[]> => {
    const usernames: string[] = [];
    for (let page = 1, total = 1; usernames.length < total; page++) {
      const { status, body: list } = await by.get<{ data: Row[]; meta: { total_records: number } }>(
        `/v2/users?${[...filters, `itemperpage=100&page=${page}`].join('&')}`,
      );
      expect(status, JSON.stringify(list)).toBe(200);
      total = list.meta.total_records;
      usernames.push(...list.data.map(({ username }) => username));
      if (list.data.length === 0) break;
    }
    return usernames.toSorted();
  };
  const of = (entite: number | string, operator = 'eq') =>
    `filter[ent.id][type]=${encodeURIComponent(operator)}&filter[ent.id][x]=${entite}`;

  it.each([
    ['a user', {}],
    ['an agent', { type: AGENT, groupe: null }],
  ])('include those limited to its sub-entities: %s', async (_who, more) => {
    const [deep] = await query<{ id: number }>(
      `select r.id from ramification r join ramification_descendance d on d.descendant_id = r.id and d.distance = 2
       where r.entite_id = 1 order by r.id limit 1`,
    );
    const { username } = await create({ ...more, entites: [], ramifications: [deep?.id] });
    for (const filter of [
      of(1),
      of('[1,2]', 'in'),
      of(2, 'not eq'),
      of('[2]', 'not in'),
      of('', 'is not null'),
    ])
      expect(await listed(superadmin, filter), filter).toContain(username);
    for (const filter of [of(2), of('[2]', 'in'), of(1, 'not eq'), of('[1]', 'not in'), of('', 'is null')])
      expect(await listed(superadmin, filter), filter).not.toContain(username);
    expect(await listed(await signIn('maradi'), of(1))).toEqual([]);
  });

  it('are all those that its administrator sees, when one of several collectivités is chosen', async () => {
    for (const [entite, account] of [
      [1, 'niamey'],
      [2, 'maradi'],
    ] as const) {
      const usernames = await listed(await signIn(account));
      expect(usernames.length).toBeGreaterThan(1);
      expect(await listed(superadmin, of(entite))).toEqual(usernames);
    }
  });
});

describe('a new account', () => {
  it('is created with its group and places, and can sign in', async () => {
    const row = await create(
      { telephone: ' 90 00 00 01 ', entites: [{ id: 1 }, '1'], ramifications: [1] },
      niamey,
    );
    expect(row).toMatchObject({
      fullName: 'Aïcha Essai',
      telephone: '90 00 00 01',
      enabled: true,
      type: { id: 3, nom: 'Utilisateur' },
      groupe: { id: GROUPE_ID.consultation, nom: 'Consultation' },
      roles: ['Consultation'],
      entites: [{ id: 1, nom: 'Ville de Niamey' }],
      ramifications: [{ id: 1, entite: { id: 1 } }],
      moyenPaiements: [],
      version: 1,
    });
    const found = await niamey.get<Row>(`/v2/users/${row.id}`);
    expect(found.body).toEqual(row);
    expect(found.headers['etag']).toBe('"1"');
    expect((await (await enter(row.username)).get('/v2/session')).body['user']).toMatchObject({
      id: row.id,
    });
  });

  it('as an agent has no group, and may not enter the back office', async () => {
    const row = await create({ type: AGENT, groupe: GROUPE_ID.superAdmin }, niamey);
    expect(row).toMatchObject({ type: { id: AGENT, nom: 'Agent' }, groupe: null, roles: [] });
    const agent = await enter(row.username);
    for (const path of ['groups', 'navigations', 'permissions', 'groups/1/permissions'])
      expect((await agent.get(`/v2/${path}`)).status, path).toBe(403);
    expect((await agent.send('POST', '/v2/users', body())).status).toBe(403);
  });

  it('as a Super Admin needs no place', async () => {
    expect(await create({ groupe: GROUPE_ID.superAdmin, entites: [] })).toMatchObject({
      roles: ['Super Admin'],
    });
  });

  it.each([
    [{ email: 'pas une adresse' }, 'email', 'Veuillez entrer une adresse email valide'],
    [{ nom: ' ' }, 'nom', 'Veuillez entrer le nom'],
    [{ username: 'a@b' }, 'username', 'Le pseudo ne contient ni espace ni « @ »'],
    [{ passwordConfirm: 'autre' }, 'passwordConfirm', 'Veuillez repeter le mot de passe'],
    [{ passwordConfirm: undefined }, 'passwordConfirm', 'Veuillez repeter le mot de passe'],
    [{ password: undefined }, 'password', 'Veuillez entrer le mot de passe'],
    [{ groupe: null }, 'groupe', 'Veuillez choisir un groupe'],
    [{ groupe: 424_242 }, 'groupe', "Ce groupe n'existe pas, ou n'est pas actif."],
    [{ entites: [] }, 'entites', 'Veuillez choisir une collectivité'],
    [{ type: AGENT, entites: [] }, 'entites', 'Veuillez choisir une collectivité'],
    [{ type: 1 }, 'type', 'Valeur non valable : Type'],
    [
      { entites: [424_242] },
      'entites',
      "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.",
    ],
    [
      { ramifications: [424_242] },
      'ramifications',
      "Cette sous-entité n'existe pas, ou n'est pas dans votre périmètre.",
    ],
  ])('is refused if %j', async (more, field, message) => {
    expect(await refusal(more)).toEqual([400, field, message]);
  });

  it.each([
    ['court1', /au moins 8/],
    [`a1${'x'.repeat(199)}`, /200/],
    ['1234567890', /trop courant/],
    ['Azerty123', /trop courant/],
    ['personne2027', /pseudo/],
    ['courrier2027', /email/],
  ])('is refused with the password %s', async (password, message) => {
    const more = {
      username: 'personne2027',
      email: 'courrier2027@octroi.test',
      password,
      passwordConfirm: password,
    };
    expect(await refusal(more)).toEqual([400, 'password', expect.stringMatching(message)]);
  });

  it('cannot take another’s email or pseudo, in any case', async () => {
    const { username } = await create();
    expect(await refusal({ username: username.toUpperCase() })).toEqual([
      409,
      'username',
      'Ce pseudo est déjà celui d’un compte.',
    ]);
    expect(await refusal({ email: `${username.toUpperCase()}@octroi.test` })).toEqual([
      409,
      'email',
      'Cette adresse email est déjà celle d’un compte.',
    ]);
  });

  it('cannot have a disabled group', async () => {
    const { body: groupe } = await superadmin.send<Row>('POST', '/v2/groups', {
      nom: 'Éteint',
      enabled: false,
    });
    expect(await refusal({ groupe: groupe.id })).toEqual([
      400,
      'groupe',
      "Ce groupe n'existe pas, ou n'est pas actif.",
    ]);
  });
});

describe('a change of an account', () => {
  it('changes only what the body names', async () => {
    const before = await create({ telephone: '90', ramifications: [1] });
    const { status, body: after } = await niamey.send<Row>('PATCH', `/v2/users/${before.id}`, {
      ...before,
      nom: 'Autre',
      password: '',
    });
    expect([status, after]).toEqual([
      200,
      { ...before, nom: 'Autre', fullName: 'Aïcha Autre', version: 2, updatedAt: after['updatedAt'] },
    ]);
    expect((await requestToken(before.username, NEW_PASSWORD)).status).toBe(200);
  });

  it('increments the version, also for a change of links, but not if nothing changes', async () => {
    const { id } = await create();
    const patch = (change: object, headers = {}) =>
      superadmin.send<Row>('PATCH', `/v2/users/${id}`, change, headers);
    expect((await patch({ entites: [2, 1] })).body).toMatchObject({
      version: 2,
      entites: [{ id: 2 }, { id: 1 }],
    });
    expect((await patch({ entites: [1, 2], nom: 'Essai' })).body.version).toBe(2);
    expect((await patch({ ramifications: [1], entites: [] }, { 'if-match': '"2"' })).body).toMatchObject({
      version: 3,
      entites: [],
      ramifications: [{ id: 1 }],
    });
    expect((await patch({ nom: 'Tard' }, { 'if-match': '"2"' })).status).toBe(412);
  });

  it('by PUT replaces the whole record except the password', async () => {
    const { id, username } = await create({ telephone: '90', ramifications: [1] });
    const { password: _password, passwordConfirm: _confirm, ...rest } = body({ username });
    const { status, body: row } = await superadmin.send<Row>('PUT', `/v2/users/${id}`, rest);
    expect([status, row]).toMatchObject([200, { telephone: null, ramifications: [], entites: [{ id: 1 }] }]);
    expect((await requestToken(username, NEW_PASSWORD)).status).toBe(200);
    expect((await superadmin.send('PUT', `/v2/users/${id}`, { nom: 'Seul' })).status).toBe(400);
  });

  it('from user to agent clears the group and needs both rights', async () => {
    const { id } = await create();
    const only = await create({ groupe: await groupWith('Utilisateurs seuls', ['users']) });
    expect(
      (await (await enter(only.username)).send('PATCH', `/v2/users/${id}`, { type: AGENT })).status,
    ).toBe(403);
    const { body: agent } = await niamey.send<Row>('PATCH', `/v2/users/${id}`, { type: AGENT });
    expect(agent).toMatchObject({ type: { id: AGENT }, groupe: null });
    const back = await niamey.send<Problem>('PATCH', `/v2/users/${id}`, { type: 3 });
    expect(back.body.errors?.[0]).toEqual({ field: 'groupe', message: 'Veuillez choisir un groupe' });
  });

  it('may set a new password, if the rules accept it', async () => {
    const { id, username } = await create();
    const session = await enter(username);
    const patch = (password: string, passwordConfirm?: string) =>
      niamey.send<Problem>('PATCH', `/v2/users/${id}`, { password, passwordConfirm });
    expect((await patch('Dune-calebasse-28')).body.errors?.[0]?.field).toBe('passwordConfirm');
    expect((await patch(username, username)).body.errors?.[0]?.field).toBe('password');
    expect((await patch('Dune-calebasse-28', 'Dune-calebasse-28')).status).toBe(200);
    expect((await session.get('/v2/session')).status).toBe(401);
    expect((await requestToken(username, 'Dune-calebasse-28')).status).toBe(200);
  });
});

/** A group that may do everything on the given navigation entries, and nothing else. */
async function groupWith(nom: string, navigations: string[]): Promise<number> {
  const { body: groupe } = await superadmin.send<Row>('POST', '/v2/groups', { nom });
  await query(
    'insert into permission (groupe_id, navigation_id, nom) select $1, id, unnest(permissions) from navigation where cle = any($2)',
    [groupe.id, navigations],
  );
  return groupe.id;
}

describe('a password given by an administrator', () => {
  it('replaces the old one and ends the sessions of that user', async () => {
    const { id, username } = await create();
    const session = await enter(username);
    const give = (password: string, passwordConfirm = password) =>
      niamey.send<Problem>('POST', `/v2/users/${id}/mot-de-passe`, { password, passwordConfirm });
    expect((await give('Mil-tambour-27', 'autre')).body.errors?.[0]).toEqual({
      field: 'passwordConfirm',
      message: 'Veuillez repeter le mot de passe',
    });
    expect((await give(username)).status).toBe(400);
    expect((await session.get('/v2/session')).status).toBe(200);
    expect((await give('Mil-tambour-27')).status).toBe(204);
    expect((await session.get('/v2/session')).status).toBe(401);
    expect((await requestToken(username, OWN_PASSWORD)).status).toBe(401);
    expect((await requestToken(username, 'Mil-tambour-27')).status).toBe(200);
  });

  it('cannot be one’s own, nor can one’s own email be set that way', async () => {
    const passwords = { password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
    expect((await niamey.send('POST', '/v2/users/3/mot-de-passe', passwords)).status).toBe(403);
    expect((await niamey.send('PATCH', '/v2/users/3', passwords)).status).toBe(403);
    const moved = await niamey.send<Problem>('PATCH', '/v2/users/3', { email: 'autre@octroi.test' });
    expect([moved.status, moved.body.message]).toEqual([
      403,
      'Changez votre propre adresse email depuis votre profil.',
    ]);
    expect((await requestToken('niamey', PASSWORD)).status).toBe(200);
  });
});

it('the sessions of a user end when an administrator ends them or disables the account', async () => {
  const { id, username } = await create();
  const session = await enter(username);
  expect((await niamey.send('DELETE', `/v2/users/${id}/sessions`)).status).toBe(204);
  expect((await session.get('/v2/session')).status).toBe(401);
  const again = await enter(username);
  expect((await niamey.send('PATCH', `/v2/users/${id}`, { enabled: false })).status).toBe(200);
  expect((await again.get('/v2/session')).status).toBe(401);
  expect((await requestToken(username, OWN_PASSWORD)).status).toBe(401);
});
