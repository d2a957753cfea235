import { describe, expect, it } from 'vitest';
import { PASSWORD, testApp } from '#src/testing/app.ts';

const { nobody, signIn, query, callerWith } = await testApp();
const check = (email: string, password: string, headers = {}) =>
  nobody.send('POST', '/v2/users/check', { email, password }, headers);

describe('sign-in', () => {
  it('accepts a pseudo or an address, in any case', async () => {
    for (const login of ['niamey', 'NIAMEY', 'niamey@octroi.test']) {
      const reply = await check(login, PASSWORD);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        username: 'niamey',
        enabled: true,
        groupe: { nom: 'Administrateur' },
      });
      expect(String(reply.headers['set-cookie'])).toMatch(
        /octroi_session=[\w-]{43}; .*HttpOnly; SameSite=Strict/,
      );
    }
  });

  it('is recorded in the journal, by cookie or by token', async () => {
    const countJournal = async (): Promise<number> =>
      (
        await query(
          `select from journal j join utilisateur u on u.id = j.utilisateur_id
           where acte = 'connexion' and username = 'lecture'`,
        )
      ).length;
    const before = await countJournal();
    await signIn('lecture');
    await nobody.send('POST', '/login_check', { username: 'lecture', password: PASSWORD });
    expect(await countJournal()).toBe(before + 2);
  });

  it('accepts a password of many years ago: none expires', async () => {
    await query("update utilisateur set created_at = now() - interval '9 years' where username = 'plateau'");
    const { status, body } = await check('plateau', PASSWORD);
    expect([status, body]).toMatchObject([200, { username: 'plateau' }]);
    expect((await (await signIn('plateau')).get('/v2/contribuables')).status).toBe(200);
  });

  it('never sends a password or its hash', async () => {
    const { body } = await check('niamey', PASSWORD);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
  });

  it('gives the same answer for an unknown account and a wrong password', async () => {
    const wrong = await check('maradi', 'nope');
    const unknown = await check('personne', 'nope');
    expect(wrong.status).toBe(401);
    expect(wrong.body['message']).toBe(unknown.body['message']);
  });

  it('answers a disabled account or an agent with the user, without a session', async () => {
    const disabled = await check('inactif', PASSWORD);
    expect(disabled.body).toMatchObject({ enabled: false });
    expect(disabled.headers['set-cookie']).toBeUndefined();
    const agent = await check('agent.terrain', PASSWORD);
    expect(agent.body).toMatchObject({ enabled: true, type: { id: 2, nom: 'Agent' } });
    expect(agent.headers['set-cookie']).toBeUndefined();
  });

  it('gives agents a bearer token that cannot be used as a cookie', async () => {
    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', {
      username: 'agent.terrain',
      password: PASSWORD,
    });
    const agent = callerWith({ authorization: `Bearer ${body.token}` });
    expect((await agent.get('/v2/contribuables?itemperpage=1')).status).toBe(200);
    expect((await agent.get('/v2/dashboard/by-entite')).status).toBe(403);
    expect((await callerWith({ cookie: `octroi_session=${body.token}` }).get('/v2/session')).status).toBe(
      401,
    );
  });

  it('limits the attempts on one account from one address, and locks out nobody else', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await check('lecture', `nope ${attempt}`);
    const limited = await check('lecture', PASSWORD);
    expect(limited.status).toBe(429);
    expect(limited.body['message']).toContain('Trop de tentatives');
    expect((await check('plateau', PASSWORD)).status).toBe(200);
  });

  it('ends a session at sign-out, and every session of a disabled account', async () => {
    const maradi = await signIn('maradi');
    const elsewhere = await signIn('maradi');
    expect((await maradi.send('POST', '/v2/session/logout')).status).toBe(204);
    expect((await maradi.get('/v2/session')).status).toBe(401);
    expect((await elsewhere.get('/v2/session')).status).toBe(200);
    await query("update utilisateur set enabled = false where username = 'maradi'");
    expect(
      await query(
        "select from session s join utilisateur u on u.id = s.utilisateur_id where username = 'maradi'",
      ),
    ).toEqual([]);
  });

  it('ends a browser’s session after two hours without use, and any session after twelve', async () => {
    const left = (username: string) =>
      query<{ minutes: number }>(
        `select round(extract(epoch from expires_at - now()) / 60)::int as minutes
         from session s join utilisateur u on u.id = s.utilisateur_id where username = $1 order by s.id desc limit 1`,
        [username],
      ).then(([row]) => row?.minutes);
    const passes = (minutes: number) =>
      query(
        `update session set seen_at = seen_at - make_interval(mins => $1),
           created_at = created_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1)`,
        [minutes],
      );
    const plateau = await signIn('plateau');
    expect(await left('plateau')).toBe(120);
    for (let hours = 0; hours < 11; hours++) {
      await passes(60);
      expect((await plateau.get('/v2/session')).status).toBe(200);
      expect(await left('plateau')).toBe(hours < 10 ? 120 : 60);
    }
    await passes(61);
    expect((await plateau.get('/v2/session')).status).toBe(401);

    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', {
      username: 'agent.terrain',
      password: PASSWORD,
    });
    const agent = callerWith({ authorization: `Bearer ${body.token}` });
    await passes(300);
    expect((await agent.get('/v2/session')).status).toBe(200);
    expect(await left('agent.terrain')).toBe(420);

    const resting = await signIn('plateau');
    await passes(121);
    expect((await resting.get('/v2/session')).status).toBe(401);
  });

  it('keeps one session per browser, after any number of sign-ins', async () => {
    const first = await check('plateau', PASSWORD);
    const cookies = String(first.headers['set-cookie']);
    const device = /octroi_appareil=[\w-]+/.exec(cookies)?.[0] ?? '';
    const before = callerWith({ cookie: /octroi_session=[\w-]+/.exec(cookies)?.[0] ?? '' });
    const elsewhere = await signIn('plateau');
    await check('plateau', PASSWORD, { cookie: device });
    expect((await before.get('/v2/session')).status).toBe(401);
    expect((await elsewhere.get('/v2/session')).status).toBe(200);
  });

  it('refuses a change that comes from another site', async () => {
    const niamey = await signIn('niamey');
    const foreign = await niamey.send(
      'POST',
      '/v2/vues',
      { ecran: 'x', nom: 'y', recherche: '' },
      { origin: 'https://ailleurs.example' },
    );
    expect(foreign.status).toBe(403);
  });

  it('stores only the hash of a token', async () => {
    await signIn('niamey');
    const rows = await query<{ n: number }>('select length(token_hash) as n from session');
    expect(rows.every((row) => row.n === 32)).toBe(true);
  });
});
