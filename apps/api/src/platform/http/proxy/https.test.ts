/** Differences when the product is reached over HTTPS, and in production. */
import { expect, it } from 'vitest';
import { PASSWORD, testApp } from '#src/testing/app.ts';

const { call, callerWith, signIn } = await testApp({ https: true, documented: false });

it('cookies are only for HTTPS, and only this host can set them', async () => {
  const { headers } = await call({
    method: 'POST',
    url: '/v2/users/check',
    payload: { email: 'niamey', password: PASSWORD },
  });
  const [session = '', device = ''] = [headers['set-cookie']].flat().map(String);
  expect(session).toMatch(
    /^__Host-octroi_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(device).toMatch(/^__Secure-octroi_appareil=[\w-]{43}; .*Path=\/v2\/users\/check; HttpOnly; Secure;/);
  const token = session.slice(session.indexOf('=') + 1, session.indexOf(';'));
  expect((await callerWith({ cookie: `octroi_session=${token}` }).get('/v2/session')).status).toBe(401);
  expect((await callerWith({ cookie: `__Host-octroi_session=${token}` }).get('/v2/session')).status).toBe(
    200,
  );
});

it('signing out deletes the cookie by its name and attributes', async () => {
  const niamey = await signIn('niamey');
  const { headers } = await niamey.send('POST', '/v2/session/logout');
  expect(String(headers['set-cookie'])).toMatch(/^__Host-octroi_session=; .*Path=\/; .*Secure/);
});

it('browsers are told to use only HTTPS for a year', async () => {
  for (const url of ['/health', '/rien', '/v2/session', '/v2/%c0'])
    expect((await call({ method: 'GET', url })).headers['strict-transport-security']).toBe(
      'max-age=31536000',
    );
});

it.each(['/docs', '/docs/json'])('%s is closed', async (url) => {
  expect((await call({ method: 'GET', url })).status).toBe(404);
});
