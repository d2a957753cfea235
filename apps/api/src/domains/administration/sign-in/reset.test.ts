import { describe, expect, it, vi } from 'vitest';
import { PASSWORD, PUBLIC_URL, testApp, TIME_ZONE } from '#src/testing/app.ts';
import { requestReset } from './reset.service.ts';

const { nobody, signIn, query, db, mails } = await testApp();
const NEW = 'Fleuve-2026-bleu';

const ask = (email: string, headers = {}) =>
  nobody.send('POST', '/v2/mot-de-passe/oubli', { email }, headers);
const choose = (token: string, password = NEW, passwordConfirm = password) =>
  nobody.send('POST', '/v2/mot-de-passe/nouveau', { token, password, passwordConfirm });
const check = (email: string, password: string) =>
  nobody.send('POST', '/v2/users/check', { email, password });
const fields = (body: unknown) =>
  (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field);

let visitors = 0;
/** What the route does once it has replied, waited for; each request from an address of its own. */
async function request(login: string, address = `10.0.0.${++visitors}`): Promise<void> {
  await requestReset(
    { db, sendMail: async (mail) => mails.push(mail) > 0, publicUrl: PUBLIC_URL, timeZone: TIME_ZONE },
    login,
    { address, userAgent: undefined, requestId: 'essai' },
  );
}
const TOKEN = /https:\/\/octroi\.example\/nouveau-mot-de-passe#([\w-]{43})$/m;
async function linkOf(login: string): Promise<string> {
  mails.splice(0);
  await request(login);
  return TOKEN.exec(mails[0]?.text ?? '')?.[1] ?? '';
}

describe('a user who forgot the password', () => {
  it('gets a mail with the request’s origin, the link’s duration and what to do otherwise', async () => {
    expect((await ask('niamey')).status).toBe(204);
    await vi.waitFor(() => expect(mails).toHaveLength(1));
    const [mail] = mails;
    expect(mail?.to).toEqual({ name: 'Hadiza Djibo', address: 'niamey@octroi.test' });
    expect(mail?.subject).toBe('Octroi : choisir un nouveau mot de passe');
    expect(mail?.text).toMatch(TOKEN);
    expect(mail?.text).toMatch(/« niamey », depuis l'adresse réseau 127\.0\.0\.1/);
    expect(mail?.text).toMatch(/jusqu'au \d{1,2} \S+ \d{4} à \d{2}:\d{2} \(Africa\/Niamey\)/);
    expect(mail?.text).toContain("Si vous n'avez rien demandé, ignorez ce message");
  });

  it('gets the same answer if the account does not exist, and the Host header does not change the link', async () => {
    const forKnown = await ask('maradi@octroi.test', { host: 'ailleurs.example' });
    const unknown = await ask('personne@octroi.test');
    expect([unknown.status, unknown.body]).toEqual([forKnown.status, forKnown.body]);
    await vi.waitFor(() => expect(mails.at(-1)?.to.address).toBe('maradi@octroi.test'));
    expect(mails.at(-1)?.text).not.toContain('ailleurs.example');
  });

  it.each(['personne', 'inactif', "' or 1=1 --"])('gets no mail as « %s »', async (login) => {
    mails.splice(0);
    await request(login);
    expect(mails).toEqual([]);
  });

  it('may be an agent', async () => {
    expect(await linkOf('agent.terrain')).toHaveLength(43);
  });

  it.each([{}, { email: ' ' }, { email: 'x'.repeat(201) }, { email: 3 }])(
    'gets an error for %o',
    async (body) => {
      expect((await nobody.send('POST', '/v2/mot-de-passe/oubli', body)).status).toBe(400);
    },
  );

  it('gets only a few mails in a quarter of an hour, with the same answer', async () => {
    mails.splice(0);
    for (let i = 0; i < 5; i++) await request('superadmin');
    expect(mails).toHaveLength(3);
    for (let i = 0; i < 25; i++) await request(`personne ${i}`, '10.1.1.1');
    await request('admin.nta', '10.1.1.1');
    expect(mails).toHaveLength(3);
    expect((await ask('superadmin')).status).toBe(204);
  });
});

describe('the link', () => {
  it('sets a new password once, ends the sessions, and is stored only as a hash', async () => {
    const session = await signIn('plateau');
    const token = await linkOf('plateau');
    const rows = await query<{ text: string }>('select r::text as text from reinitialisation r');
    expect(rows.map(({ text }) => text).join()).not.toContain(token);
    for (let i = 0; i < 5; i++) await check('plateau', `essai ${i}`);
    expect((await choose(token)).status).toBe(204);
    expect((await session.get('/v2/session')).status).toBe(401);
    // the failures of who forgot it no longer count
    expect((await check('plateau', NEW)).status).toBe(200);
    expect((await check('plateau', PASSWORD)).status).toBe(401);
    const used = await choose(token, 'Autre-2026-mot');
    expect([used.status, used.body['code']]).toEqual([410, 'lien.perime']);
  });

  it('stays valid if the password is refused', async () => {
    const token = await linkOf('lecture');
    expect(fields((await choose(token, 'court1')).body)).toEqual(['password']);
    expect(fields((await choose(token, 'lecture@octroi.test')).body)).toEqual(['password']);
    expect(fields((await choose(token, NEW, `${NEW}!`)).body)).toEqual(['passwordConfirm']);
    expect((await choose(token)).status).toBe(204);
  });

  it('works for one of two who use it at the same time', async () => {
    const token = await linkOf('lecture');
    const both = await Promise.all([choose(token, 'Premier-puits-26'), choose(token, 'Second-puits-26')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
  });

  it('is refused after an hour, after a newer one, and if unknown', async () => {
    const first = await linkOf('maradi');
    const second = await linkOf('maradi');
    expect((await choose(first)).status).toBe(410);
    await query("update reinitialisation set expires_at = now() - interval '1 second'");
    expect((await choose(second)).status).toBe(410);
    for (const token of ['', 'inconnu', first.replace(/./, '_')])
      expect((await choose(token)).status).toBe(410);
    expect((await check('maradi', PASSWORD)).status).toBe(200);
  });

  it.each([
    [
      'the password changes',
      "update utilisateur set password_hash = password_hash || ' ' where username = 'niamey'",
    ],
    ['the address changes', "update utilisateur set email = 'hadiza@octroi.test' where username = 'niamey'"],
    ['the account is switched off', "update utilisateur set enabled = false where username = 'niamey'"],
  ])('is refused once %s, in any way', async (_why, change) => {
    await query("delete from sign_in_failure where key like 'oubli:%'");
    const token = await linkOf('niamey');
    await query(change);
    expect((await choose(token)).status).toBe(410);
  });

  it('is recorded in the journal, without the token', async () => {
    const rows = await query<{ acte: string; utilisateur_id: number | null; text: string }>(
      `select acte, utilisateur_id, j::text as text from journal j join utilisateur u on u.id = enregistrement_id
       where username = 'plateau' and ressource = 'users' order by j.id`,
    );
    expect(rows.map(({ acte }) => acte)).toEqual([
      'demander un nouveau mot de passe',
      'choisir un nouveau mot de passe',
    ]);
    expect(rows[0]?.utilisateur_id).toBeNull();
    expect(rows.map(({ text }) => text).join()).not.toMatch(/[\w-]{43}|argon2/);
  });
});
