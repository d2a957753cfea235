import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PASSWORD, PUBLIC_URL, testApp } from '#src/testing/app.ts';
import { addressOf, type TrustedProxies } from './address.ts';
import { createServer } from '../server.ts';

async function addressSeen(
  trustProxy: TrustedProxies,
  forwarded: string | undefined,
  remoteAddress = '10.0.0.9',
) {
  const server = await createServer({ logger: false, trustProxy });
  server.get('/ici', async (request) => addressOf(request));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await server.inject({ url: '/ici', remoteAddress, headers });
  await server.close();
  return body;
}

describe('the client’s address', () => {
  it.each<[string, TrustedProxies, string | undefined, string]>([
    ['without a proxy, with a forged header', 0, '1.1.1.1', '10.0.0.9'],
    ['behind one without the header', 1, undefined, '10.0.0.9'],
    ['behind one, the last of the header', 1, '41.138.1.2', '41.138.1.2'],
    ['behind one, forged on the left', 1, '1.1.1.1, 41.138.1.2', '41.138.1.2'],
    ['behind two', 2, '41.138.1.2, 10.0.0.8', '41.138.1.2'],
    ['behind two, forged on the left', 2, '1.1.1.1, 41.138.1.2, 10.0.0.8', '41.138.1.2'],
    ['behind fewer than configured', 3, '41.138.1.2', '41.138.1.2'],
    ['behind one of the named', ['10.0.0.9'], '1.1.1.1, 41.138.1.2', '41.138.1.2'],
    ['behind two of a range', ['10.0.0.0/8'], '1.1.1.1, 41.138.1.2, 10.0.0.8', '41.138.1.2'],
    ['behind one that is not named', ['10.0.0.1'], '41.138.1.2', '10.0.0.9'],
    ['over IPv6', 1, '2001:db8::1', '2001:db8::1'],
    ['with a zone', 1, 'fe80::1%evil.example', 'fe80::1'],
    ['that is not an address', 1, '<script>alert(1)</script>', '10.0.0.9'],
    ['that is not an address, from a named proxy', ['10.0.0.9'], 'https://evil.example/lien', '10.0.0.9'],
    ['behind garbage', 2, '41.138.1.2, unknown', '10.0.0.9'],
    ['before garbage', 2, 'evil.example, 10.0.0.8', '10.0.0.8'],
    ['with a port', 1, '41.138.1.2:5000', '10.0.0.9'],
    ['of only commas', 1, ', ,', '10.0.0.9'],
    ['that is too long', 1, '1'.repeat(5000), '10.0.0.9'],
  ])('%s', async (_how, proxies, forwarded, expected) => {
    expect(await addressSeen(proxies, forwarded)).toBe(expected);
  });

  it('is logged, without headers, filter values or document codes', async () => {
    let log = '';
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        log += chunk.toString();
        done();
      },
    });
    const server = await createServer({ logger: { stream }, trustProxy: 1 });
    server.get('/*', async () => 'ici');
    for (const url of ['/v2/verification/ABCDE-FGHIJ', '/verifier/ABCDE-FGHIJ?de=qr'])
      await server.inject({ url });
    await server.inject({
      url: '/ici?q=Moussa&filter[contrib.telephone]=90000001&page=2',
      headers: { 'x-forwarded-for': '<script>', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    });
    await server.close();
    expect(log).toContain('"remoteAddress":"127.0.0.1"');
    expect(log).toContain('"url":"/ici?q=…&filter[contrib.telephone]=…&page=…"');
    expect(log).toContain('"url":"/v2/verification/…"');
    expect(log).toContain('"url":"/verifier/…?de=…"');
    expect(log).not.toMatch(/script|evil|Moussa|90000001|ABCDE/);
  });
});

describe('behind a proxy', async () => {
  const { call, query, mails } = await testApp({ trustProxy: 1 });
  const forged = {
    'x-forwarded-for': 'https://evil.example/lien, <script>alert(1)</script>',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'javascript',
    host: 'evil.example',
  };
  const post = (url: string, payload: object, headers: Record<string, string>) =>
    call({ method: 'POST', url, payload, headers });

  it('a session stores a valid address or none', async () => {
    const right = { email: 'niamey', password: PASSWORD };
    await post('/v2/users/check', right, { 'x-forwarded-for': '1.1.1.1, 41.138.1.2' });
    await post('/v2/users/check', right, { 'x-forwarded-for': '<script>alert(1)</script>' });
    expect(await query('select address from session order by id')).toEqual([
      { address: '41.138.1.2' },
      { address: '127.0.0.1' },
    ]);
  });

  it('limits per address cannot be evaded by forged addresses before it', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push(
        (
          await post(
            '/v2/users/check',
            { email: 'maradi', password: 'essai' },
            { 'x-forwarded-for': `10.9.9.${attempt}, 41.138.1.3` },
          )
        ).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('a mail contains nothing from headers', async () => {
    await post('/v2/mot-de-passe/oubli', { email: 'niamey' }, forged);
    await expect.poll(() => mails).toHaveLength(1);
    const mail = JSON.stringify(mails);
    expect(mail).toContain(`${PUBLIC_URL}/nouveau-mot-de-passe#`);
    expect(mail).not.toMatch(/evil|script/);
    const [row] = await query<{ apres: object }>("select apres from journal where acte like 'demander%'");
    expect(row?.apres).toEqual({ adresse: '127.0.0.1' });
  });
});
