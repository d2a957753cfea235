import { afterEach, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { routesOf } from '#src/authorisation/testing/people.ts';
import { testApp } from '#src/testing/app.ts';
import { AGENT, NEW_PASSWORD, newPerson, OWN_PASSWORD, type Problem, tokens } from '#src/testing/people.ts';

const octroi = await testApp();
const { signIn, nobody, callerWith, mails } = octroi;
const { ask: requestToken } = tokens(nobody, callerWith);
const niamey = await signIn('niamey');

afterEach(() => void mails.splice(0));

async function make(more: Record<string, unknown> = {}) {
  const person = newPerson({ groupe: GROUPE_ID.consultation, entites: [1], ...more });
  const { status, body } = await niamey.send<{ id: number }>('POST', '/v2/users', person);
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...person, id: body.id };
}

async function enter(username: string, password: string) {
  const { status, body } = await requestToken(username, password);
  expect(status).toBe(200);
  return callerWith({ authorization: `Bearer ${body.token}` });
}
const isLimited = async (username: string, password: string): Promise<boolean> => {
  const { body } = await (await enter(username, password)).get<{ motDePasseDonne: boolean }>('/v2/session');
  return body.motDePasseDonne;
};
const chosen = (actuel: string, password: string) => ({ actuel, password, passwordConfirm: password });

describe('a user whose password was set by another user', () => {
  it('may only change the password, on every route', async () => {
    const { username } = await make();
    let session = await enter(username, NEW_PASSWORD);
    const served: string[] = [];
    const routes = (await routesOf(octroi)).filter((name) => / \/v2\//.test(name));
    expect(routes.length).toBeGreaterThan(150);
    for (const name of routes) {
      const [method = '', path = ''] = name.replaceAll(/\{\w+\}/g, '1').split(' ');
      const { body } = await (method === 'GET' ? session.get(path) : session.send(method as 'POST', path));
      if ((body as Partial<Problem> | null)?.code !== 'mot-de-passe.donne') served.push(name);
      if (path.endsWith('/logout')) session = await enter(username, NEW_PASSWORD);
    }
    expect(served.toSorted()).toEqual([
      'GET /v2/session',
      'GET /v2/verification/{code}',
      'POST /v2/mot-de-passe/nouveau',
      'POST /v2/mot-de-passe/oubli',
      'POST /v2/moyen_paiements/{id}/rappel',
      'POST /v2/premier-demarrage',
      'POST /v2/profil/mot-de-passe',
      'POST /v2/session/logout',
      // a device’s signature opens them, and no person
      'POST /v2/terrain/commandes',
      'POST /v2/terrain/remises',
      'POST /v2/users/check',
    ]);
  });

  it('may use the product after choosing another, until one is set again', async () => {
    const { id, username } = await make();
    const session = await enter(username, NEW_PASSWORD);
    const change = (password: string) =>
      session.send<{ token: string } & Problem>(
        'POST',
        '/v2/profil/mot-de-passe',
        chosen(NEW_PASSWORD, password),
      );
    expect((await change(NEW_PASSWORD)).status).toBe(400);
    const { status, body } = await change(OWN_PASSWORD);
    expect(status).toBe(200);
    const served = callerWith({ authorization: `Bearer ${body.token}` });
    expect((await served.get('/v2/contribuables')).status).toBe(200);
    for (const [method, path] of [
      ['POST', `/v2/users/${id}/mot-de-passe`],
      ['PATCH', `/v2/users/${id}`],
    ] as const) {
      const passwords = { password: 'Mil-tambour-27', passwordConfirm: 'Mil-tambour-27' };
      expect((await niamey.send(method, path, passwords)).status).toBeLessThan(300);
      expect(await isLimited(username, 'Mil-tambour-27')).toBe(true);
      const again = await enter(username, 'Mil-tambour-27');
      await again.send('POST', '/v2/profil/mot-de-passe', chosen('Mil-tambour-27', OWN_PASSWORD));
      expect(await isLimited(username, OWN_PASSWORD)).toBe(false);
    }
  });

  it('may continue if an agent, since agents have no screen to choose one', async () => {
    const { username } = await make({ type: AGENT, groupe: null });
    expect((await (await enter(username, NEW_PASSWORD)).get('/v2/contribuables')).status).toBe(200);
  });
});

describe('a link that an administrator sends', () => {
  const link = (text: string | undefined) => /#([\w-]{43})/.exec(text ?? '')?.[1];

  it('lets its owner choose the password', async () => {
    const { id, username, email } = await make();
    expect((await niamey.send('POST', `/v2/users/${id}/lien`)).status).toBe(204);
    const mailed = () => mails.find(({ to }) => to.address === email);
    await expect.poll(mailed).toBeDefined();
    const mail = mailed();
    expect(mail?.text).toContain(`votre compte « ${username} » par `);
    const token = link(mail?.text);
    const { status } = await nobody.send('POST', '/v2/mot-de-passe/nouveau', {
      token,
      password: OWN_PASSWORD,
      passwordConfirm: OWN_PASSWORD,
    });
    expect(status).toBe(204);
    expect(await isLimited(username, OWN_PASSWORD)).toBe(false);
    const acts = await octroi.query('select acte, utilisateur_id from journal where acte = $1', [
      'envoyer un lien',
    ]);
    expect(acts).toEqual([{ acte: 'envoyer un lien', utilisateur_id: 3 }]);
  });

  it('is only for an active account of another user, three times in a quarter of an hour', async () => {
    const { id } = await make();
    const send = async (target: number) => (await niamey.send('POST', `/v2/users/${target}/lien`)).status;
    expect([await send(id), await send(id), await send(id), await send(id)]).toEqual([204, 204, 204, 429]);
    const closed = await make({ enabled: false });
    expect([await send(closed.id), await send(3)]).toEqual([409, 403]);
  });
});

it('the password of a user with equal rights cannot be set, and the refusal says what to do', async () => {
  const { id } = await make({ groupe: GROUPE_ID.administrateur });
  const passwords = { password: 'Mil-tambour-27', passwordConfirm: 'Mil-tambour-27' };
  const { status, body } = await niamey.send<Problem>('POST', `/v2/users/${id}/mot-de-passe`, passwords);
  expect([status, body.code, body.errors?.[0]?.field]).toEqual([403, 'acces.refuse', 'password']);
  expect(body.message).toMatch(/envoyez-lui un lien/);
});
