import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, type Caller, PASSWORD, testApp } from '#src/testing/app.ts';
import { codeOf } from '#src/testing/second-factor.ts';

const { nobody, signIn, query, callerWith } = await testApp();
const PATH = '/v2/profil/second-facteur';
const NOON = Date.parse('2026-11-21T12:00:10Z');

// The clock stands still unless a test moves it: a code is then the one that was worked out.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  return async () => {
    vi.useRealTimers();
    await query('delete from second_facteur');
    await query('delete from sign_in_failure');
    await query('update groupe set second_facteur = false');
  };
});

const wait = (steps: number): void => void vi.setSystemTime(Date.now() + steps * 30_000);
const check = (email: string, code?: string, password = PASSWORD) =>
  nobody.send('POST', '/v2/users/check', { email, password, code });
const present = { actuel: PASSWORD };
const fields = (body: unknown) =>
  (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field);

async function activated(account: Account): Promise<{ caller: Caller; secret: string; codes: string[] }> {
  const caller = await signIn(account);
  const { body: setup } = await caller.send<{ secret: string }>('POST', PATH, present);
  const { status, body } = await caller.send<{ codes: string[] }>('POST', `${PATH}/confirmation`, {
    code: codeOf(setup.secret, -1),
  });
  expect(status).toBe(200);
  return { caller, secret: setup.secret, codes: body.codes };
}

describe('setting up the second factor', () => {
  it('shows secret and QR code, takes effect at the first right code, and then shows eight recovery codes', async () => {
    const caller = await signIn('niamey');
    expect((await caller.get(PATH)).body).toEqual({ actif: false, exige: false, codesRestants: 0 });
    const { body: setup } = await caller.send<{ secret: string; qr: string }>('POST', PATH, present);
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.qr).toMatch(/^<svg [^]*<\/svg>\s*$/);
    // begun is not active
    expect((await check('niamey')).status).toBe(200);
    const wrong = await caller.send('POST', `${PATH}/confirmation`, { code: codeOf(setup.secret, 5) });
    expect([wrong.status, fields(wrong.body)]).toEqual([400, ['code']]);
    const { body } = await caller.send<{ codes: string[] }>('POST', `${PATH}/confirmation`, {
      code: codeOf(setup.secret),
    });
    expect(new Set(body.codes).size).toBe(8);
    for (const code of body.codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect((await caller.get(PATH)).body).toEqual({ actif: true, exige: false, codesRestants: 8 });
    expect((await caller.send('POST', PATH, present)).status).toBe(409);
    expect((await caller.send('POST', `${PATH}/confirmation`, { code: '123456' })).status).toBe(409);
  });

  it('asks for the present password, and ends sessions opened without a code', async () => {
    const [here, elsewhere] = [await signIn('niamey'), await signIn('niamey')];
    expect((await here.send('POST', PATH, {})).status).toBe(400);
    const wrong = await here.send('POST', PATH, { actuel: 'pas le bon' });
    expect([wrong.status, fields(wrong.body)]).toEqual([400, ['actuel']]);
    expect(await query('select from second_facteur')).toEqual([]);
    const { body } = await here.send<{ secret: string }>('POST', PATH, present);
    expect((await elsewhere.get('/v2/session')).status).toBe(200);
    await here.send('POST', `${PATH}/confirmation`, { code: codeOf(body.secret) });
    expect((await elsewhere.get('/v2/session')).status).toBe(401);
    expect((await here.get('/v2/session')).status).toBe(200);
  });

  it('cannot be confirmed before a secret was shown', async () => {
    const reply = await (await signIn('niamey')).send('POST', `${PATH}/confirmation`, { code: '123456' });
    expect(reply.status).toBe(409);
  });

  it('leaves no secret and no code in the journal', async () => {
    const { secret, codes } = await activated('niamey');
    const rows = await query<{ text: string }>('select j::text as text from journal j');
    const journal = rows.map(({ text }) => text).join('\n');
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(journal).not.toContain(hidden);
    expect(journal).toContain('activer le second facteur');
    const kept = await query<{ text: string }>('select c::text as text from code_secours c');
    expect(kept.map(({ text }) => text).join()).not.toContain(codes[0]?.replaceAll('-', ''));
  });
});

describe('signing in with it', () => {
  it('asks for the code only after the right password, and reveals nothing about the user', async () => {
    await activated('niamey');
    const reply = await check('niamey');
    expect([reply.status, reply.body['code'], reply.headers['set-cookie']]).toEqual([
      401,
      'connexion.second-facteur',
      undefined,
    ]);
    expect(JSON.stringify(reply.body)).not.toMatch(/Hadiza|Djibo|niamey/i);
    expect((await check('niamey', '', PASSWORD)).body['code']).toBe('connexion.second-facteur');
    expect((await check('niamey', '123456', 'pas le bon')).body['code']).toBe('connexion.refusee');
  });

  it('accepts only the present code, the one before and the one after', async () => {
    const { secret } = await activated('niamey');
    wait(10);
    for (const steps of [-2, 2]) {
      const reply = await check('niamey', codeOf(secret, steps));
      expect([reply.status, reply.body['code']]).toEqual([401, 'connexion.second-facteur']);
    }
    for (const steps of [-1, 0, 1]) expect((await check('niamey', codeOf(secret, steps))).status).toBe(200);
  });

  it('accepts a code once, and none older than the last one used', async () => {
    const { secret } = await activated('niamey');
    wait(10);
    const spaced = codeOf(secret).replace(/^.../, '$& ');
    expect((await check('niamey', spaced)).status).toBe(200);
    expect((await check('niamey', codeOf(secret))).status).toBe(401);
    expect((await check('niamey', codeOf(secret, -1))).status).toBe(401);
    const both = await Promise.all([check('niamey', codeOf(secret, 1)), check('niamey', codeOf(secret, 1))]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { codes, caller } = await activated('niamey');
    const [first = '', second = ''] = codes;
    expect((await check('niamey', first)).status).toBe(200);
    expect((await check('niamey', first)).status).toBe(401);
    expect((await check('niamey', second.replaceAll('-', ' ').toLowerCase())).status).toBe(200);
    expect((await caller.get(PATH)).body).toMatchObject({ codesRestants: 6 });
  });

  it('asks programs for the code too', async () => {
    const { secret } = await activated('niamey');
    const token = (code?: string) =>
      nobody.send('POST', '/login_check', { username: 'niamey', password: PASSWORD, code });
    expect((await token()).body['code']).toBe('connexion.second-facteur');
    expect((await token(codeOf(secret))).status).toBe(200);
  });

  it('limits guesses of the code, also after a right password in between', async () => {
    const { secret } = await activated('niamey');
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await check('niamey', String(100_000 + attempt))).status).toBe(401);
      await check('niamey');
    }
    expect((await check('niamey', codeOf(secret))).status).toBe(429);
  });

  it('limits guesses from many addresses and at the same moment', async () => {
    const { secret } = await activated('niamey');
    await query('delete from adresse_connue');
    const [account] = await query<{ id: number }>("select id from utilisateur where username = 'niamey'");
    await query("insert into sign_in_failure (key) select 'code:' || $1::int from generate_series(1, 8)", [
      account?.id,
    ]);
    const many = await Promise.all(
      Array.from({ length: 6 }, (_each, index) => check('niamey', String(200_000 + index))),
    );
    expect(many.filter(({ status }) => status === 401)).toHaveLength(2);
    expect((await check('niamey', codeOf(secret))).status).toBe(429);
  });

  it.each(['123', 'abcdef', '１２３４５６', 'x'.repeat(41), "' or true --"])(
    'refuses the code « %s »',
    async (code) => {
      await activated('niamey');
      expect([400, 401]).toContain((await check('niamey', code)).status);
    },
  );
});

describe('removing the second factor', () => {
  it('asks for the present password', async () => {
    const { caller, secret } = await activated('niamey');
    const wrong = await caller.send('POST', `${PATH}/retrait`, { actuel: 'pas le bon' });
    expect([wrong.status, fields(wrong.body)]).toEqual([400, ['actuel']]);
    const { headers } = await check('niamey', codeOf(secret));
    const other = callerWith({
      cookie: /octroi_session=[\w-]+/.exec(String(headers['set-cookie']))?.[0] ?? '',
    });
    expect((await other.get('/v2/session')).status).toBe(200);
    expect((await caller.send('POST', `${PATH}/retrait`, { actuel: PASSWORD })).status).toBe(204);
    expect((await other.get('/v2/session')).status).toBe(401);
    expect((await check('niamey')).status).toBe(200);
    expect((await caller.send('POST', `${PATH}/retrait`, { actuel: PASSWORD })).status).toBe(409);
  });

  it('is refused if the group requires it', async () => {
    const { caller } = await activated('niamey');
    await query("update groupe set second_facteur = true where nom = 'Administrateur'");
    expect((await caller.send('POST', `${PATH}/retrait`, { actuel: PASSWORD })).status).toBe(409);
    expect((await caller.get(PATH)).body).toMatchObject({ actif: true, exige: true });
  });

  it('new recovery codes cancel the former ones', async () => {
    const { caller, codes } = await activated('niamey');
    expect((await caller.send('POST', `${PATH}/codes`, { actuel: 'non' })).status).toBe(400);
    const { body } = await caller.send<{ codes: string[] }>('POST', `${PATH}/codes`, { actuel: PASSWORD });
    expect((await check('niamey', codes[0])).status).toBe(401);
    expect((await check('niamey', body.codes[0])).status).toBe(200);
    expect((await (await signIn('lecture')).send('POST', `${PATH}/codes`, { actuel: PASSWORD })).status).toBe(
      409,
    );
  });

  it('an administrator with more rights may remove it; the sessions of the user end', async () => {
    const { caller } = await activated('plateau');
    const [account] = await query<{ id: number }>("select id from utilisateur where username = 'plateau'");
    const path = `/v2/users/${account?.id}/second-facteur`;
    expect((await caller.send('DELETE', path)).status).toBe(403);
    expect((await (await signIn('lecture')).send('DELETE', path)).status).toBe(403);
    expect((await (await signIn('maradi')).send('DELETE', path)).status).toBe(404);
    const superadmin = await signIn('superadmin');
    expect((await superadmin.send('DELETE', path)).status).toBe(204);
    expect((await caller.get('/v2/session')).status).toBe(401);
    expect((await check('plateau')).status).toBe(200);
    expect((await superadmin.send('DELETE', path)).status).toBe(409);
    expect((await superadmin.send('DELETE', '/v2/users/999999/second-facteur')).status).toBe(404);
    const [row] = await query<{ who: string; entite_id: number }>(
      `select username as who, entite_id from journal j join utilisateur u on u.id = j.utilisateur_id
       where acte = 'retirer le second facteur' order by j.id desc limit 1`,
    );
    expect(row).toEqual({ who: 'superadmin', entite_id: 1 });
  });

  it('nobody may remove their own that way, without the password', async () => {
    const { secret } = await activated('niamey');
    const [account] = await query<{ id: number }>("select id from utilisateur where username = 'niamey'");
    const { headers } = await check('niamey', codeOf(secret));
    const cookie = /octroi_session=[\w-]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
    const reply = await callerWith({ cookie }).send('DELETE', `/v2/users/${account?.id}/second-facteur`);
    expect(reply.status).toBe(403);
  });
});

describe('a group that requires it', () => {
  it('lets a member without one only set it up, change the password and sign out', async () => {
    const before = await signIn('plateau');
    await query("update groupe set second_facteur = true where nom = 'Gestionnaire'");
    const plateau = await signIn('plateau');
    for (const caller of [before, plateau]) {
      for (const path of [
        '/v2/contribuables',
        '/v2/profil',
        '/v2/profil/sessions',
        '/v2/users',
        '/v2/vues?ecran=x',
      ])
        expect((await caller.get(path)).body, path).toMatchObject({
          code: 'second-facteur.requis',
          status: 403,
        });
      expect((await caller.send('PATCH', '/v2/profil', { nom: 'x' })).status).toBe(403);
      expect((await caller.get('/v2/session')).body).toMatchObject({ secondFacteurRequis: true });
    }
    expect((await plateau.get(PATH)).body).toMatchObject({ actif: false, exige: true });
    const changed = await plateau.send('POST', '/v2/profil/mot-de-passe', {
      actuel: 'pas le bon',
      password: 'x',
      passwordConfirm: 'x',
    });
    expect(changed.status).toBe(400);
    expect((await before.send('POST', '/v2/session/logout')).status).toBe(204);

    const { body } = await plateau.send<{ secret: string }>('POST', PATH, present);
    await plateau.send('POST', `${PATH}/confirmation`, { code: codeOf(body.secret) });
    expect((await plateau.get('/v2/session')).body).toMatchObject({ secondFacteurRequis: false });
    expect((await plateau.get('/v2/contribuables?itemperpage=1')).status).toBe(200);
  });

  it('requires nothing from other groups or agents', async () => {
    await query("update groupe set second_facteur = true where nom = 'Gestionnaire'");
    expect((await (await signIn('niamey')).get('/v2/contribuables?itemperpage=1')).status).toBe(200);
    await query(
      `update utilisateur set groupe_id = (select id from groupe where nom = 'Gestionnaire')
       where username = 'agent.terrain'`,
    );
    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', {
      username: 'agent.terrain',
      password: PASSWORD,
    });
    const agent = callerWith({ authorization: `Bearer ${body.token}` });
    expect((await agent.get('/v2/contribuables?itemperpage=1')).status).toBe(200);
  });
});
