import { beforeEach, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import type { Mail } from '#src/platform/mail/mail.ts';
import { PASSWORD, PUBLIC_URL, testApp, TIME_ZONE } from '#src/testing/app.ts';
import { AGENT, NEW_PASSWORD, newPerson, OWN_PASSWORD, tokens } from '#src/testing/people.ts';
import { codeOf, giveSecret } from '#src/testing/second-factor.ts';
import { notifier } from './notices.ts';

const { app, db, signIn, nobody, callerWith, notices, query } = await testApp();
const { ask: requestToken, enter } = tokens(nobody, callerWith);
const niamey = await signIn('niamey');

beforeEach(() => void notices.splice(0));

async function make(more: Record<string, unknown> = {}) {
  const person = newPerson({ groupe: GROUPE_ID.consultation, entites: [1], ...more });
  const { status, body } = await niamey.send<{ id: number }>('POST', '/v2/users', person);
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...person, id: body.id };
}
/** Somebody who has signed in before, and what that person is told from now on. */
async function newAccount() {
  const person = await make();
  const caller = await enter(person.username);
  await mailsTo(person.email, 2);
  notices.splice(0);
  return { ...person, caller };
}
/** The mails to an address, once there are so many: they follow the reply. */
async function mailsTo(email: string, count: number) {
  const mine = () => notices.filter(({ to }) => to.address === email);
  await expect.poll(() => mine().length).toBe(count);
  return mine();
}
const subjects = async (email: string, count = 1) =>
  (await mailsTo(email, count)).map(({ subject }) => subject.replace('Octroi : ', ''));

const WHERE =
  /Quand : le \d{1,2} \S+ \d{4} à \d{2}:\d{2} \(Africa\/Niamey\)\nQui : depuis l'adresse réseau 127\.0\.0\.1\n/;

describe('a user gets a mail', () => {
  it('about a new password, with its time, place and what to do', async () => {
    const { email, username, caller } = await newAccount();
    const changed = await caller.send('POST', '/v2/profil/mot-de-passe', {
      actuel: OWN_PASSWORD,
      password: 'Mil-tambour-27',
      passwordConfirm: 'Mil-tambour-27',
    });
    expect(changed.status).toBe(200);
    const [mail] = await mailsTo(email, 1);
    expect(mail?.subject).toBe('Octroi : votre mot de passe a été changé');
    expect(mail?.text).toMatch(WHERE);
    expect(mail?.text).toContain(`Compte : ${username}\n`);
    expect(mail?.text).toContain('https://octroi.example/mot-de-passe-oublie');
    expect(mail?.text).not.toContain('Mil-tambour');
  });

  it('about a new address, at the former and at the new one', async () => {
    const { email, caller } = await newAccount();
    const to = `nouveau.${email}`;
    expect((await caller.send('PATCH', '/v2/profil', { email: to, actuel: OWN_PASSWORD })).status).toBe(200);
    for (const address of [email, to]) {
      const [mail] = await mailsTo(address, 1);
      expect(mail?.subject).toBe('Octroi : votre adresse email a été changée');
      expect(mail?.text).toContain(`de ${email} en ${to}.`);
      // a link would go to whoever changed it
      expect(mail?.text).not.toContain('mot-de-passe-oublie');
    }
    notices.splice(0);
    expect((await caller.send('PATCH', '/v2/profil', { email: to, telephone: '90' })).status).toBe(200);
    await app.inject('/health');
    expect(notices).toEqual([]);
  });

  it('about a new second factor, new recovery codes, and its removal', async () => {
    const { email, caller } = await newAccount();
    const actuel = OWN_PASSWORD;
    const { body } = await caller.send<{ secret: string }>('POST', '/v2/profil/second-facteur', { actuel });
    await caller.send('POST', '/v2/profil/second-facteur/confirmation', { code: codeOf(body.secret) });
    await caller.send('POST', '/v2/profil/second-facteur/codes', { actuel });
    await caller.send('POST', '/v2/profil/second-facteur/retrait', { actuel });
    expect((await subjects(email, 3)).toSorted()).toEqual([
      'la vérification en deux étapes est activée',
      'la vérification en deux étapes est retirée',
      'vos codes de secours ont été refaits',
    ]);
  });

  it('about a change by an administrator, with the administrator’s name', async () => {
    const { id, email } = await newAccount();
    const passwords = { password: 'Mil-tambour-27', passwordConfirm: 'Mil-tambour-27' };
    await niamey.send('POST', `/v2/users/${id}/mot-de-passe`, passwords);
    await niamey.send('PATCH', `/v2/users/${id}`, { email: `autre.${email}` });
    await giveSecret(query, id, 'A'.repeat(32));
    await niamey.send('DELETE', `/v2/users/${id}/second-facteur`);
    const mails = [...(await mailsTo(email, 2)), ...(await mailsTo(`autre.${email}`, 2))];
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3);
    for (const { text } of mails) {
      expect(text).toContain('Qui : par Hadiza Djibo\n');
      expect(text).toContain("Si vous n'attendiez pas ce changement, prévenez");
    }
  });

  it('at the address of the account at the time of the change, even if the mail leaves late', async () => {
    const { id, email } = await newAccount();
    const [sent, late]: [Mail[], (() => Promise<void>)[]] = [[], []];
    const notify = notifier({
      db,
      sendMail: async (mail) => sent.push(mail) > 0,
      later: (work) => void late.push(work),
      publicUrl: PUBLIC_URL,
      timeZone: TIME_ZONE,
    });
    await notify(id, 'mot de passe donné', { by: 'Hadiza Djibo' });
    const moved = await niamey.send('PATCH', `/v2/users/${id}`, { email: `autre.${email}` });
    expect(moved.status).toBe(200);
    for (const send of late) await send();
    expect(sent.map(({ to }) => to.address)).toEqual([email]);
  });

  it('about a sign-in from a new browser, once', async () => {
    const enterFrom = (cookie?: string) =>
      nobody.send(
        'POST',
        '/v2/users/check',
        { email: 'plateau', password: PASSWORD },
        cookie ? { cookie } : {},
      );
    const first = await enterFrom();
    expect(await subjects('plateau@octroi.test')).toEqual(['une connexion depuis un nouvel appareil']);
    const device = /octroi_appareil=[^;]+/.exec(String(first.headers['set-cookie']))?.[0];
    await enterFrom(device);
    await enterFrom();
    expect(await subjects('plateau@octroi.test', 2)).toHaveLength(2);
  });

  it('about a token requested from a new address, but never if the user is an agent', async () => {
    const person = await make();
    const agent = await make({ type: AGENT, groupe: null });
    for (const { username } of [agent, person, person])
      expect((await requestToken(username, NEW_PASSWORD)).status).toBe(200);
    expect(await subjects(person.email)).toEqual(['une connexion depuis un nouvel appareil']);
    expect(notices.map(({ to }) => to.address)).not.toContain(agent.email);
  });

  it('about sign-ins five times in a quarter of an hour at most', async () => {
    const { email, username } = await newAccount();
    for (let i = 0; i < 8; i += 1)
      await nobody.send('POST', '/v2/users/check', { email: username, password: OWN_PASSWORD });
    await expect.poll(() => notices.filter(({ to }) => to.address === email).length).toBe(4);
  });
});
