import { describe, expect, it } from 'vitest';
import { openFirstAccess } from '#src/installation/first-access.ts';
import { keepSecondFactors } from '#src/installation/second-factor.ts';
import { testApp } from '#src/testing/app.ts';

const { nobody, query, url, db } = await testApp();
// an installation that nobody has entered: its reference lists stand, nobody has an account
await query("set session_replication_role = 'replica'; truncate utilisateur cascade");
// as a start in production does
await keepSecondFactors(db);

const mariama = {
  nom: 'Issa',
  prenom: 'Mariama',
  username: 'mariama',
  email: 'mariama@octroi.example',
  password: 'Fleuve-barque-7',
  passwordConfirm: 'Fleuve-barque-7',
};
const send = (token: string, fields: object = {}) =>
  nobody.send<{ message: string; errors?: { field: string }[] }>('POST', '/v2/premier-demarrage', {
    token,
    ...mariama,
    ...fields,
  });
const forget = () => query('delete from utilisateur');
const opened = async (): Promise<string> => (await openFirstAccess(url))!;

describe('the one-time address of a new installation', () => {
  it('creates the Super Admin, who must set up a second factor', async () => {
    expect((await send(await opened())).status).toBe(204);
    const [account] = await query<{ groupe: string; second_facteur: boolean }>(
      "select g.nom as groupe, g.second_facteur from utilisateur u join groupe g on g.id = u.groupe_id where u.username = 'mariama'",
    );
    expect(account).toEqual({ groupe: 'Super Admin', second_facteur: true });
    const [act] = await query<{ acte: string; apres: Record<string, unknown> }>(
      "select acte, apres from journal where ressource = 'users' order by id desc limit 1",
    );
    expect(act).toMatchObject({ acte: 'créer', apres: { username: 'mariama' } });
    expect(JSON.stringify(act)).not.toContain('Fleuve');
    const entered = await nobody.send('POST', '/v2/users/check', {
      email: 'mariama',
      password: mariama.password,
    });
    const [cookie] = [entered.headers['set-cookie']].flat();
    const session = await nobody.get<{ secondFacteurRequis: boolean }>('/v2/session', {
      cookie: String(cookie).split(';')[0]!,
    });
    expect(session.body.secondFacteurRequis).toBe(true);
    await forget();
  });

  it('works once, also for two persons who open it at once', async () => {
    const token = await opened();
    const replies = await Promise.all([
      send(token),
      send(token, { username: 'autre', email: 'a@b.example' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
    expect((await send(token)).status).toBe(410);
    expect(await query('select from utilisateur')).toHaveLength(1);
    await forget();
  });

  it('stays valid after a typing error', async () => {
    const token = await opened();
    const weak = await send(token, { password: 'court', passwordConfirm: 'court' });
    expect([weak.status, weak.body.errors?.[0]?.field]).toEqual([400, 'password']);
    expect((await send(token, { email: 'nulle part' })).status).toBe(400);
    expect((await send(token, { username: 'a b' })).status).toBe(400);
    expect((await send(token)).status).toBe(204);
    await forget();
  });

  it('is void when it expired, was replaced, or an account exists', async () => {
    const first = await opened();
    const second = await opened();
    expect((await send(first)).status).toBe(410);
    expect((await send(`${second}x`)).status).toBe(410);
    await query(
      "update parametre set valeur = split_part(valeur, ' ', 1) || ' 2026-01-01T00:00:00+00' where cle = 'premier_acces'",
    );
    expect((await send(second)).status).toBe(410);
    const third = await opened();
    await query(
      "insert into utilisateur (nom, prenom, username, email, password_hash, groupe_id) values ('A', 'B', 'ab', 'ab@b.example', 'x', 1)",
    );
    expect((await send(third)).status).toBe(410);
    expect(await openFirstAccess(url)).toBeUndefined();
    await forget();
  });

  it('is stored nowhere in clear', async () => {
    const token = await opened();
    const [row] = await query<{ text: string }>(
      "select valeur as text from parametre where cle = 'premier_acces'",
    );
    expect(row?.text).not.toContain(token);
  });
});
