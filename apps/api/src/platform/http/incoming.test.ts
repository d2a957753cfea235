import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Problem } from '@octroi/contract';
import { testApp } from '#src/testing/app.ts';

const { app, signIn } = await testApp();
const superadmin = await signIn('superadmin');
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

/** The server's raw answer to raw bytes. */
async function answerTo(bytes: string): Promise<{ head: string; body: Problem }> {
  const socket = connect(Number(address.port), address.hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = '{}'] = answer.split('\r\n\r\n');
  return { head, body: JSON.parse(body) as Problem };
}

describe('a malformed request', () => {
  it.each([
    ['headers beyond 16 KiB', `GET /v2/villes?x=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['text that is not HTTP', 'BONJOUR\r\n\r\n', 400],
    [
      'a body with two lengths',
      'POST /v2/villes HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('%s is refused in the form of all errors', async (_name, bytes, status) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('application/problem+json; charset=utf-8');
    expect(head).toMatch(/^x-content-type-options: nosniff\r$/m);
    expect(head).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'\r$/m);
    expect(body).toMatchObject({
      status,
      code: expect.any(String),
      message: expect.stringMatching(/requête/i),
    });
    expect(body.requestId).toMatch(/^[\da-f-]{36}$/);
  });
});

it('a TRACE request is not echoed', async () => {
  const { head, body } = await answerTo(
    'TRACE /health HTTP/1.1\r\nHost: x\r\nX-Secret: ne-pas-redire\r\nConnection: close\r\n\r\n',
  );
  expect(head).toMatch(/^HTTP\/1.1 404 /);
  expect(JSON.stringify(body) + head).not.toContain('ne-pas-redire');
});

describe('a body', () => {
  const send = (method: 'POST' | 'DELETE', url: string, payload: string | Buffer) =>
    superadmin.send<Problem>(method, url, payload, { 'content-type': 'application/json' });

  it('that is not UTF-8 is refused, not stored with replacement characters', async () => {
    const bytes = Buffer.concat([Buffer.from('{"nom":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const { status, body } = await send('POST', '/v2/villes', bytes);
    expect([status, body.code]).toEqual([400, 'requete.json']);
  });

  it('that is announced but empty counts as none', async () => {
    const { body: ville } = await superadmin.send<{ id: number }>('POST', '/v2/villes', { nom: 'Corps' });
    expect((await send('POST', '/v2/villes', '')).status).toBe(400);
    expect((await send('DELETE', `/v2/villes/${ville.id}`, '')).status).toBe(204);
  });
});
