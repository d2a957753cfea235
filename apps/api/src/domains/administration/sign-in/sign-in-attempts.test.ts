import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, PUBLIC_URL, testApp, TIME_ZONE } from '#src/testing/app.ts';
import { codeOf, giveSecret } from '#src/testing/second-factor.ts';
import { requestReset } from './reset.service.ts';
import { demandAttempts, takeAttempts } from './sign-in-attempts.service.ts';
import { newSecret } from '../second-factor/second-factor-codes.ts';

const { call, nobody, signIn, query, db } = await testApp();
const AT_ONCE = 150;
const together = <Outcome>(work: (index: number) => Promise<Outcome>, times = AT_ONCE): Promise<Outcome[]> =>
  Promise.all(Array.from({ length: times }, (_each, index) => work(index)));

/** How many of some attempts were looked at: the others were told to wait before anything was verified. */
function lookedAt(replies: readonly { status: number }[]): number {
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  return replies.filter(({ status }) => status !== 429).length;
}

interface Attempt {
  email?: string;
  password?: string;
  code?: string;
  /** Where it comes from. */
  address?: string;
  cookie?: string;
}
const check = ({
  email = 'niamey',
  password = PASSWORD,
  code,
  address = '127.0.0.1',
  cookie,
}: Attempt = {}) =>
  call<Record<string, unknown>>({
    method: 'POST',
    url: '/v2/users/check',
    payload: { email, password, code },
    remoteAddress: address,
    headers: cookie ? { cookie } : {},
  });
const wrong = { password: 'pas le bon' };
/** Signs in from a browser that keeps the cookie of its own. */
const device = async (email: string, cookie?: string): Promise<string> => {
  const { headers } = await check({ email, ...(cookie ? { cookie } : {}) });
  return /octroi_appareil=[\w-]{43}/.exec(String(headers['set-cookie']))?.[0] ?? '';
};
const later = (seconds: number) =>
  query('update sign_in_failure set failed_at = failed_at - make_interval(secs => $1)', [seconds]);

// However long a busy machine takes over very many attempts, no delay ends meanwhile.
await query(`create function loin() returns trigger language plpgsql
  as $$ begin new.failed_at := new.failed_at + interval '1 hour'; return new; end $$;
  create trigger loin before insert on sign_in_failure for each row execute function loin()`);
const timeGoesOn = () => query('alter table sign_in_failure disable trigger loin');

beforeEach(async () => {
  await query('alter table sign_in_failure enable trigger loin');
  await query('truncate sign_in_failure, appareil, adresse_connue, second_facteur cascade');
});

describe('of many guesses at the same moment, only as many as allowed are checked', () => {
  it('of a password', async () => {
    const replies = await together((index) => check({ password: `essai ${index}` }));
    expect(lookedAt(replies)).toBe(5);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('of one account, from any number of addresses and with any spelling of its name', async () => {
    const names = ['niamey', 'NIAMEY', 'niamey@octroi.test', ' Niamey@Octroi.test '];
    const replies = await together((index) =>
      check({
        email: names[index % names.length] ?? '',
        password: `essai ${index}`,
        address: `10.0.${index % 7}.${index % 200}`,
      }),
    );
    expect(lookedAt(replies)).toBe(5);
  });

  it('of the passwords of many accounts from one address', async () => {
    const replies = await together((index) => check({ email: `personne ${index}`, password: 'essai' }));
    expect(lookedAt(replies)).toBe(60);
  });

  it('of the present password in an open session', async () => {
    const maradi = await signIn('maradi');
    const body = (index: number) => ({ actuel: `essai ${index}`, password: 'a', passwordConfirm: 'a' });
    const replies = await together((index) => maradi.send('POST', '/v2/profil/mot-de-passe', body(index)));
    expect(lookedAt(replies)).toBe(5);
  });

  it('of the code of a second factor, from any number of addresses', async () => {
    await giveSecret(query, 3, newSecret());
    const replies = await together((index) =>
      check({ code: String(100_000 + index), address: `10.0.${index % 7}.${index % 200}` }),
    );
    // each is an attempt at the account too
    expect(lookedAt(replies)).toBe(5);
  });

  it('of the code that confirms a second factor', async () => {
    const plateau = await signIn('plateau');
    await plateau.send('POST', '/v2/profil/second-facteur', { actuel: PASSWORD });
    const path = '/v2/profil/second-facteur/confirmation';
    const replies = await together((index) => plateau.send('POST', path, { code: String(100_000 + index) }));
    expect(lookedAt(replies)).toBe(10);
  });

  it('of links to a new password', async () => {
    const sendMail = vi.fn(async () => true);
    const options = { db, sendMail, publicUrl: PUBLIC_URL, timeZone: TIME_ZONE };
    await together((index) =>
      requestReset(options, 'niamey', {
        address: `10.0.0.${index}`,
        userAgent: undefined,
        requestId: 'essai',
      }),
    );
    expect(sendMail).toHaveBeenCalledTimes(3);
  });

  it('of the code of a document', async () => {
    const replies = await together((index) => nobody.get(`/v2/verification/CODE-FAUX-${index}`));
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(20);
  });

  it('in any process: the database counts them', async () => {
    const demanded = await together(() => demandAttempts(db, { un: 60, deux: 5 }).catch(() => undefined));
    expect(demanded.filter(Boolean)).toHaveLength(5);
    const results = await together(() => takeAttempts(db, { trois: 3 }));
    expect(results.filter(Boolean)).toHaveLength(3);
  });
});

it('a right password is never a failure, however many use it at the same moment', async () => {
  const replies = await together(() => check(), 20);
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(await query('select from sign_in_failure')).toEqual([]);
});

describe('a user who failed too often waits', () => {
  it('longer each time, and a minute at most', async () => {
    await timeGoesOn();
    const attempt = async () => (await check(wrong)).status;
    for (let failure = 0; failure < 5; failure++) expect(await attempt()).toBe(401);
    for (const seconds of [15, 30, 60, 60, 60]) {
      await later(seconds / 2);
      expect(await attempt(), `${seconds} s`).toBe(429);
      await later(seconds / 2);
      expect(await attempt(), `${seconds} s`).toBe(401);
    }
    const { body } = await check();
    expect(body['message']).toMatch(/^Trop de tentatives\. Réessayez dans [3-6]\d s,/);
    await later(60);
    expect((await check()).status).toBe(200);
    expect((await check(wrong)).status).toBe(401);
  });
});

describe('a browser from which the account was opened before', () => {
  it('accepts the right password, while others guess from the same address and elsewhere', async () => {
    const cookie = await device('niamey');
    await Promise.all([
      together((index) => check({ password: `essai ${index}`, address: `10.0.${index % 3}.1` }), 40),
      together((index) => check({ email: `personne ${index}`, password: 'essai' }), 70),
      ...Array.from({ length: 10 }, async () => expect((await check({ cookie })).status).toBe(200)),
    ]);
    expect((await check({ address: '10.0.9.1' })).status).toBe(429);
    expect((await check({ cookie, address: '10.0.9.1' })).status).toBe(200);
  });

  it('accepts the right code, while others who know the password guess codes', async () => {
    const cookie = await device('niamey');
    const secret = newSecret();
    await giveSecret(query, 3, secret);
    await together((index) => check({ code: String(100_000 + index), address: `10.0.0.${index}` }), 20);
    const elsewhere = { code: codeOf(secret), address: '10.0.0.1' };
    expect((await check(elsewhere)).status).toBe(429);
    expect((await check({ ...elsewhere, cookie })).status).toBe(200);
  });

  it('has the same limit of guesses', async () => {
    const cookie = await device('niamey');
    const replies = await together((index) => check({ password: `essai ${index}`, cookie }), 20);
    expect(lookedAt(replies)).toBe(5);
    expect((await check({ cookie })).status).toBe(429);
  });

  it('is known only for that account, or for all who share the browser', async () => {
    const cookie = await device('niamey');
    for (let failure = 0; failure < 5; failure++) await check({ email: 'maradi', ...wrong });
    expect((await check({ email: 'maradi', cookie })).status).toBe(429);
    await query('truncate sign_in_failure');
    expect(await device('maradi', cookie)).toBe(cookie);
    for (let failure = 0; failure < 5; failure++) await check({ email: 'maradi', ...wrong });
    expect((await check({ email: 'maradi', cookie })).status).toBe(200);
    expect((await check({ cookie })).status).toBe(200);
  });

  it('has a secret token: only its hash is stored, and an invented token is not accepted', async () => {
    const { headers } = await check({ cookie: `octroi_appareil=${'x'.repeat(43)}` });
    const set = String(headers['set-cookie']);
    expect(set).toMatch(
      /octroi_appareil=[\w-]{43}; Max-Age=34560000; Path=\/v2\/users\/check; HttpOnly; SameSite=Strict/,
    );
    expect(set).not.toContain('x'.repeat(43));
    expect(await query('select length(token_hash) as n from appareil')).toEqual([{ n: 32 }]);
  });

  it('is forgotten after a long time, or after twenty newer ones', async () => {
    const cookie = await device('niamey');
    await query("update appareil set seen_at = now() - interval '401 days'");
    for (let failure = 0; failure < 5; failure++) await check(wrong);
    expect((await check({ cookie })).status).toBe(429);
    await query('truncate sign_in_failure');
    for (let other = 0; other < 22; other++) await device('niamey');
    expect(await query('select from appareil')).toHaveLength(20);
  });

  it('is not remembered after failed attempts only', async () => {
    for (const attempt of [wrong, { email: 'inactif' }, { email: 'agent.terrain' }])
      expect(String((await check(attempt)).headers['set-cookie'])).not.toContain('octroi_appareil');
  });
});

describe('an address from which somebody signed in before', () => {
  it('accepts that account from a new browser or program, while others guess elsewhere', async () => {
    expect((await check({ address: '10.0.0.1' })).status).toBe(200);
    await together((index) => check({ password: `essai ${index}`, address: `10.0.1.${index}` }), 20);
    expect((await check({ address: '10.0.0.2' })).status).toBe(429);
    expect((await check({ address: '10.0.0.1' })).status).toBe(200);
  });

  it('has the same limit of guesses, and is separate only for that account', async () => {
    await check({ address: '10.0.0.1' });
    const guesses = await together((index) => check({ password: `essai ${index}`, address: '10.0.0.1' }), 20);
    expect(lookedAt(guesses)).toBe(5);
    await together((index) => check({ email: 'maradi', ...wrong, address: `10.0.1.${index}` }), 20);
    expect((await check({ email: 'maradi', address: '10.0.0.1' })).status).toBe(429);
  });

  it('stays open to its office despite failures on unknown names', async () => {
    await check({ address: '10.0.0.1' });
    const invented = await together(
      (index) => check({ email: `personne ${index}`, password: 'essai', address: '10.0.0.1' }),
      200,
    );
    expect(lookedAt(invented)).toBe(200);
    for (const email of ['niamey', 'maradi', 'plateau'])
      expect((await check({ email, address: '10.0.0.1' })).status).toBe(200);
  });

  it('is forgotten after a month, or after twenty newer ones', async () => {
    await check({ address: '10.0.0.1' });
    await query("update adresse_connue set seen_at = now() - interval '31 days'");
    for (let failure = 0; failure < 5; failure++) await check({ ...wrong, address: '10.0.1.1' });
    expect((await check({ address: '10.0.0.1' })).status).toBe(429);
    await query('truncate sign_in_failure');
    for (let other = 0; other < 22; other++) await check({ address: `10.0.2.${other}` });
    expect(await query('select from adresse_connue')).toHaveLength(20);
  });
});
