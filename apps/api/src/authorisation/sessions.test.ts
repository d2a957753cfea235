import { describe, expect, it } from 'vitest';
import { PASSWORD, PUBLIC_URL, testApp, YEAR } from '#src/testing/app.ts';
import { idFrom, newName } from './testing/expectation.ts';
import { gather, routesOf } from './testing/people.ts';
import { DEPARTEMENT } from './testing/resources.ts';

const octroi = await testApp();
const world = await gather(octroi);
const { by, query, make } = world;

describe('a call that changes data', () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'https://ailleurs.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://ailleurs.example/page' },
  ];

  it('is refused from another origin, on every route and before its content is read', async () => {
    // open without a session: sign-in, forgotten password, and requests signed by an operator or a device
    const open = [
      '/v2/users/check',
      '/login_check',
      '/v2/mot-de-passe/oubli',
      '/v2/mot-de-passe/nouveau',
      '/v2/premier-demarrage',
      '/v2/moyen_paiements/1/rappel',
      '/v2/terrain/commandes',
      '/v2/terrain/remises',
    ];
    const changes = (await routesOf(octroi))
      .map((name) => name.replace(/\{\w+\}/, '1').split(' ') as [string, string])
      .filter(([method, path]) => method !== 'GET' && !open.includes(path));
    expect(changes.length).toBeGreaterThan(80);
    for (const [method, path] of changes)
      for (const headers of FOREIGN) {
        const reply = await by('superadmin').send<{ code: string }>(
          method as 'POST',
          path,
          undefined,
          headers,
        );
        expect([reply.status, reply.body.code], `${method} ${path}`).toEqual([403, 'origine.refusee']);
      }
  });

  it('is refused from another origin if it signs a user in', async () => {
    for (const headers of FOREIGN) {
      const credentials = { email: 'niamey', password: PASSWORD };
      const reply = await octroi.nobody.send('POST', '/v2/users/check', credentials, headers);
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('by a GET is accepted only if the browser marks it as sent by our pages', async () => {
    const changing = [
      `/v2/echeances/generate-by-ramification?items=${DEPARTEMENT}&annee=${YEAR}`,
      '/v2/contribuables/1/validate/1',
      '/v2/contribuables/1/1/correct',
      '/v2/contribuables/enrollement/change-secteur?ids=[1]&ramification=1',
    ];
    const entered = await octroi.nobody.send('POST', '/v2/users/check', {
      email: 'niamey',
      password: PASSWORD,
    });
    const browser = octroi.callerWith({
      cookie: String(entered.headers['set-cookie']).split(';')[0] as string,
    });
    const before = await query('select id from journal order by id');
    // a link in a mail, a typed address, a browser that sends nothing
    for (const headers of [...FOREIGN, {}, { 'sec-fetch-site': 'none' }, { referer: PUBLIC_URL }])
      for (const url of changing) {
        const reply = await browser.get<{ code: string }>(url, headers);
        expect([reply.status, reply.body.code], `${url} ${JSON.stringify(headers)}`).toEqual([
          403,
          'origine.refusee',
        ]);
      }
    expect([await query('select from travail'), await query('select id from journal order by id')]).toEqual([
      [],
      before,
    ]);
    const [url = ''] = changing;
    expect((await octroi.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    expect((await by('niamey').get(url, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('from the public address is accepted, whatever host a proxy forwards', async () => {
    const entering = { email: 'niamey', password: PASSWORD };
    const through = { origin: PUBLIC_URL, host: '127.0.0.1:3000' };
    const other = { origin: PUBLIC_URL.replace('https', 'http'), host: '127.0.0.1:3000' };
    const statuses = [];
    for (const headers of [through, other])
      statuses.push((await octroi.nobody.send('POST', '/v2/users/check', entering, headers)).status);
    expect(statuses).toEqual([200, 403]);
  });
});

describe('a session', () => {
  const { nobody, callerWith } = octroi;

  it('opened in a browser does not work as a token, nor a token as a cookie', async () => {
    const entered = await nobody.send('POST', '/v2/users/check', { email: 'niamey', password: PASSWORD });
    const cookie = /octroi_session=([^;]+)/.exec(String(entered.headers['set-cookie']))?.[1] ?? '';
    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', {
      username: 'niamey',
      password: PASSWORD,
    });
    const statusWith = async (headers: Record<string, string>) =>
      (await callerWith(headers).get('/v2/session')).status;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const withCookie = (token: string) => ({ cookie: `octroi_session=${token}` });
    expect([await statusWith(withCookie(cookie)), await statusWith(bearer(body.token))]).toEqual([200, 200]);
    expect([await statusWith(bearer(cookie)), await statusWith(withCookie(body.token))]).toEqual([401, 401]);
    // a wrong token is not replaced by a valid cookie
    expect(await statusWith({ ...withCookie(cookie), ...bearer('rien') })).toBe(401);
  });

  it('of an agent can be opened only by a token', async () => {
    const entered = await nobody.send('POST', '/v2/users/check', {
      email: 'agent.terrain',
      password: PASSWORD,
    });
    expect([entered.status, entered.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('that expired is deleted by the next day, and no other session', async () => {
    const [over, living] = [await world.copyOf('niamey'), await world.copyOf('niamey')];
    for (const id of [over, living]) await world.enter(id);
    await query("update session set expires_at = now() - interval '1 second' where utilisateur_id = $1", [
      over,
    ]);
    await octroi.runPeriodic('sessions');
    const left = await query<{ utilisateur_id: number }>(
      'select utilisateur_id from session where utilisateur_id = any ($1)',
      [[over, living]],
    );
    expect(left).toEqual([{ utilisateur_id: living }]);
  });

  it('ends at once and for good when its account is disabled', async () => {
    const id = await world.copyOf('niamey');
    const caller = await world.enter(id);
    expect((await caller.get('/v2/contribuables')).status).toBe(200);
    await query('update utilisateur set enabled = false where id = $1', [id]);
    expect((await caller.get('/v2/contribuables')).status).toBe(401);
    await query('update utilisateur set enabled = true where id = $1', [id]);
    expect((await caller.get('/v2/contribuables')).status).toBe(401);
  });

  it('has the rights of its group only while the group is active', async () => {
    const groupe = await make('groups', { nom: newName() });
    const navigation = await idFrom(world, "select id from navigation where cle = 'contribuables'");
    await make('permissions', { role: groupe, navigation, nom: 'Lister' });
    const id = await world.copyOf('niamey');
    await query('update utilisateur set groupe_id = $2 where id = $1', [id, groupe]);
    const caller = await world.enter(id);
    expect((await caller.get('/v2/contribuables')).status).toBe(200);
    await by('superadmin').send('PATCH', `/v2/groups/${groupe}`, { enabled: false });
    expect((await caller.get('/v2/contribuables')).status).toBe(403);
  });
});
