import { describe, expect, it } from 'vitest';
import type { Profile, ProfileSession } from '@octroi/contract';
import { type Account, type Caller, PASSWORD, testApp } from '#src/testing/app.ts';

const { nobody, signIn, query, callerWith } = await testApp();
const NEW = 'Sahel-2026-vert';

const cookieOf = (reply: { headers: Record<string, unknown> }): string | undefined =>
  /octroi_session=[\w-]{43}/.exec(String(reply.headers['set-cookie']))?.[0];
const check = (email: string, password: string) =>
  nobody.send('POST', '/v2/users/check', { email, password });
const bearer = async (username: string, password = PASSWORD) => {
  const { body } = await nobody.send<{ token: string }>('POST', '/login_check', { username, password });
  return callerWith({ authorization: `Bearer ${body.token}` });
};
const journal = (username: string) =>
  query<{ acte: string; avant: unknown; apres: unknown }>(
    `select acte, avant, apres from journal j join utilisateur u on u.id = j.enregistrement_id
     where username = $1 and ressource = 'users' order by j.id`,
    [username],
  );
const fields = (body: unknown) =>
  (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field);

describe('one’s own profile', () => {
  const patch = (caller: Caller, body: object, headers = {}) =>
    caller.send<Profile>('PATCH', '/v2/profil', body, headers);

  it('can be read and changed, and the journal has both versions', async () => {
    const niamey = await signIn('niamey');
    const { body: before, headers } = await niamey.get<Profile>('/v2/profil');
    expect(before).toMatchObject({ nom: 'Djibo', prenom: 'Hadiza', username: 'niamey', telephone: null });
    expect(headers.etag).toBe(`"${before.version}"`);
    const { status, body } = await patch(
      niamey,
      { nom: ' Djibo ', telephone: '+227 90 12 34 56' },
      { 'if-match': `"${before.version}"` },
    );
    expect([status, body]).toMatchObject([
      200,
      { nom: 'Djibo', prenom: 'Hadiza', telephone: '+227 90 12 34 56', version: before.version + 1 },
    ]);
    expect((await patch(niamey, { telephone: '' })).body.telephone).toBeNull();
    const [row] = await journal('niamey');
    expect(row).toMatchObject({
      acte: 'modifier',
      avant: { telephone: null },
      apres: { nom: 'Djibo', telephone: '+227 90 12 34 56' },
    });
    expect(JSON.stringify(row)).not.toMatch(/argon2|password/);
  });

  it('keeps its name, which only an administrator changes', async () => {
    const niamey = await signIn('niamey');
    const { body: before } = await niamey.get<Profile>('/v2/profil');
    for (const body of [{ nom: 'Autre' }, { prenom: '' }, { nom: 'Autre', telephone: '1' }]) {
      const { status, body: reply } = await patch(niamey, body);
      expect([status, reply]).toMatchObject([403, { message: expect.stringContaining('administrateur') }]);
    }
    const own = await niamey.send('PATCH', `/v2/users/${before.id}`, { nom: 'Autre' });
    expect([own.status, fields(own.body)]).toEqual([403, ['nom']]);
    expect((await niamey.get<Profile>('/v2/profil')).body).toEqual(before);
    const nta = await signIn('admin.nta');
    expect((await nta.send('PATCH', `/v2/users/${before.id}`, { nom: 'Maïga' })).status).toBe(200);
    // what was done before keeps the name of its day
    const [late] = await query<{ id: number }>(
      "insert into journal (entite_id, utilisateur_id, acte, domaine, ressource, created_at) values (1, $1, 'essayer', 'essai', 'ancien', now() - interval '1 day') returning id",
      [before.id],
    );
    await query(
      "insert into journal (entite_id, utilisateur_id, acte, domaine, ressource, created_at) values (1, $1, 'essayer', 'essai', 'ancien', now() + interval '1 s')",
      [before.id],
    );
    const { body: acts } = await nta.get<{ data: { id: number; utilisateur: { fullName: string } }[] }>(
      '/v2/journal?filter[ressource]=ancien',
    );
    expect(
      new Map(acts.data.map(({ id, utilisateur }) => [id === Number(late?.id), utilisateur.fullName])),
    ).toEqual(
      new Map([
        [true, before.fullName],
        [false, `${before.prenom} Maïga`],
      ]),
    );
    await nta.send('PATCH', `/v2/users/${before.id}`, { nom: before.nom });
  });

  it('is not saved over a newer version', async () => {
    const maradi = await signIn('maradi');
    const { version } = (await maradi.get<Profile>('/v2/profil')).body;
    await patch(maradi, { telephone: '1' });
    expect((await patch(maradi, { telephone: '2' }, { 'if-match': `"${version}"` })).status).toBe(412);
    expect((await maradi.get<Profile>('/v2/profil')).body.telephone).toBe('1');
  });

  it('changes the address only with the present password', async () => {
    const plateau = await signIn('plateau');
    const email = 'kimba@octroi.test';
    expect(fields((await patch(plateau, { email })).body)).toEqual(['actuel']);
    expect(fields((await patch(plateau, { email, actuel: 'pas le bon' })).body)).toEqual(['actuel']);
    expect((await patch(plateau, { email, actuel: PASSWORD })).body).toMatchObject({ email });
    // the same address again asks for nothing
    expect((await patch(plateau, { email, telephone: '90 00 00 00' })).status).toBe(200);
  });

  it('refuses another’s address at its field, in any case', async () => {
    const plateau = await signIn('plateau');
    const refusal = await patch(plateau, { email: 'Niamey@Octroi.test', actuel: PASSWORD });
    expect([refusal.status, fields(refusal.body)]).toEqual([409, ['email']]);
  });

  it.each([
    { nom: '  ' },
    { nom: 'Eve\r\nBcc: tous@ailleurs.example' },
    { prenom: 'x'.repeat(101) },
    { email: 'sans-arobase' },
    { email: 'a@b.example\nBcc: c@d.example' },
    { telephone: 'appelez-moi' },
    { telephone: 12 },
  ])('refuses %o', async (body) => {
    const reply = await patch(await signIn('niamey'), body);
    expect([reply.status, fields(reply.body)]).toEqual([400, Object.keys(body)]);
  });

  it('cannot change what an administrator decides', async () => {
    const lecture = await signIn('lecture');
    const { status } = await patch(lecture, {
      username: 'chef',
      groupe: 1,
      enabled: false,
      type: 2,
      entites: [1, 2],
      telephone: '90 11 22 33',
    });
    expect(status).toBe(200);
    expect((await lecture.get<{ user: object }>('/v2/session')).body.user).toMatchObject({
      username: 'lecture',
      enabled: true,
      groupe: { nom: 'Consultation' },
      type: { id: 3 },
    });
  });
});

describe('one’s own password', () => {
  const change = (caller: Caller, body: object) => caller.send('POST', '/v2/profil/mot-de-passe', body);
  const good = { actuel: PASSWORD, password: NEW, passwordConfirm: NEW };

  it('can be replaced: all other sessions end, this one gets a new cookie', async () => {
    const here = await signIn('maradi');
    const elsewhere = await signIn('maradi');
    const reply = await change(here, good);
    expect([reply.status, reply.body]).toEqual([204, '']);
    expect((await elsewhere.get('/v2/session')).status).toBe(401);
    expect((await here.get('/v2/session')).status).toBe(401);
    const again = callerWith({ cookie: cookieOf(reply) ?? '' });
    expect((await again.get('/v2/session')).status).toBe(200);
    expect((await check('maradi', PASSWORD)).status).toBe(401);
    expect((await check('maradi', NEW)).status).toBe(200);
    const rows = await journal('maradi');
    expect(rows.at(-1)).toEqual({ acte: 'changer de mot de passe', avant: null, apres: null });
    const same = await change(again, { ...good, actuel: NEW });
    expect([same.status, fields(same.body)]).toEqual([400, ['password']]);
  });

  it('when replaced by a program gives it a new token', async () => {
    const agent = await bearer('agent.terrain');
    const { status, body, headers } = await change(agent, good);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    expect((await agent.get('/v2/session')).status).toBe(401);
    const again = callerWith({ authorization: `Bearer ${String(body['token'])}` });
    expect((await again.get('/v2/session')).status).toBe(200);
  });

  it.each([
    ['other than its repetition', { ...good, passwordConfirm: 'Sahel-2026-vert ' }, ['passwordConfirm']],
    ['too short', { ...good, password: 'abc12', passwordConfirm: 'abc12' }, ['password']],
    ['without a digit', { ...good, password: 'abcdefgh', passwordConfirm: 'abcdefgh' }, ['password']],
    [
      'made of the town’s name',
      { ...good, password: 'niamey-2031', passwordConfirm: 'niamey-2031' },
      ['password'],
    ],
    ['found in breaches', { ...good, password: 'N1colas-31', passwordConfirm: 'N1colas-31' }, ['password']],
    ['common', { ...good, password: 'Azerty123', passwordConfirm: 'Azerty123' }, ['password']],
    [
      'the address',
      { ...good, password: 'admin.nta@octroi.test', passwordConfirm: 'admin.nta@octroi.test' },
      ['password'],
    ],
    [
      'empty and unrepeated',
      { actuel: PASSWORD, password: '', passwordConfirm: 'x' },
      ['password', 'passwordConfirm'],
    ],
    ['without the present one', { ...good, actuel: '' }, ['actuel']],
    ['with a wrong present one', { ...good, actuel: 'pas le bon' }, ['actuel']],
  ])('cannot be replaced by one %s', async (_why, body, at) => {
    const person = await signIn('admin.nta');
    const reply = await change(person, body);
    expect([reply.status, fields(reply.body)]).toEqual([400, at]);
    expect((await person.get('/v2/session')).status).toBe(200);
  });

  it('cannot be guessed by trying the present one', async () => {
    const lecture = await signIn('lecture');
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await change(lecture, { ...good, actuel: `essai ${attempt}` })).status).toBe(400);
    expect((await change(lecture, good)).status).toBe(429);
    expect((await change(await signIn('lecture'), good)).status).toBe(429);
  });
});

describe('one’s own sessions', () => {
  const sessions = async (caller: Caller) => (await caller.get<ProfileSession[]>('/v2/profil/sessions')).body;

  it('are listed, the present one first and marked, without tokens', async () => {
    await signIn('superadmin');
    const here = await signIn('superadmin');
    await bearer('superadmin');
    const list = await sessions(here);
    expect(list.map(({ courante }) => courante)).toEqual([true, false, false]);
    expect(list.map(({ kind }) => kind).toSorted()).toEqual(['bearer', 'cookie', 'cookie']);
    expect(list[0]).toMatchObject({ address: '127.0.0.1', userAgent: expect.any(String) as string });
    expect(Object.keys(list[0] ?? {})).not.toContain('token');
  });

  it('can be ended one by one, or all but the present one', async () => {
    const account: Account = 'superadmin';
    const first = await signIn(account);
    const second = await signIn(account);
    const here = await signIn(account);
    const one = (await sessions(second)).find(({ courante }) => courante);
    expect((await here.send('DELETE', `/v2/profil/sessions/${one?.id}`)).status).toBe(204);
    expect((await second.get('/v2/session')).status).toBe(401);
    expect((await first.get('/v2/session')).status).toBe(200);
    expect((await here.send('DELETE', '/v2/profil/sessions')).status).toBe(204);
    expect((await first.get('/v2/session')).status).toBe(401);
    expect(await sessions(here)).toHaveLength(1);
    expect((await journal(account)).map(({ acte }) => acte)).toEqual([
      'fermer une session',
      'fermer les autres sessions',
    ]);
  });

  it('of other users do not exist', async () => {
    const niamey = await signIn('niamey');
    const [other] = await sessions(await signIn('superadmin'));
    expect((await niamey.send('DELETE', `/v2/profil/sessions/${other?.id}`)).status).toBe(404);
    expect((await niamey.send('DELETE', '/v2/profil/sessions/999999')).status).toBe(404);
  });
});

describe('an agent', () => {
  it('may use only the session and password parts of the profile', async () => {
    await query(
      `update utilisateur set password_hash = (select password_hash from utilisateur where username = 'inactif')
       where username = 'agent.terrain'`,
    );
    const agent = await bearer('agent.terrain');
    const refused = [
      await agent.get('/v2/profil'),
      await agent.send('PATCH', '/v2/profil', { nom: 'x' }),
      await agent.get('/v2/profil/sessions'),
      await agent.send('DELETE', '/v2/profil/sessions'),
      await agent.get('/v2/profil/second-facteur'),
      await agent.send('POST', '/v2/profil/second-facteur'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  });
});

it('no part of a profile can be read without a session', async () => {
  for (const [method, path] of [
    ['PATCH', '/v2/profil'],
    ['POST', '/v2/profil/mot-de-passe'],
    ['DELETE', '/v2/profil/sessions'],
    ['DELETE', '/v2/profil/sessions/1'],
    ['POST', '/v2/profil/second-facteur'],
    ['POST', '/v2/profil/second-facteur/confirmation'],
    ['POST', '/v2/profil/second-facteur/codes'],
    ['POST', '/v2/profil/second-facteur/retrait'],
    ['DELETE', '/v2/users/1/second-facteur'],
  ] as const)
    expect((await nobody.send(method, path, {})).status, path).toBe(401);
});
