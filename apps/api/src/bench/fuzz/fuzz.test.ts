/** Whatever is sent, the server answers it: never by a failure of its own, and a refusal says why. */
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import type { Document } from './calls.ts';
import { fuzz, type Send } from './fuzz.ts';

const { app, url, signIn } = await testApp();

it('generated calls are answered or refused', async () => {
  const document = (await app.inject({ method: 'GET', url: '/docs/json' })).json<Document>();
  const send: Send = async ({ method, url: address, headers, body }, token) => {
    const reply = await app.inject({
      method: method as 'GET',
      url: address,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: reply.statusCode,
      type: String(reply.headers['content-type'] ?? ''),
      text: reply.statusCode < 400 ? '' : reply.body,
    };
  };
  const { faults, succeeded, operations } = await fuzz({
    document,
    url,
    send,
    count: 1_500,
    clients: 2,
    seed: 1,
  });
  expect(
    faults.map(({ call, what }) => `${call.operation}: ${what}\n${call.url}\n${call.body ?? ''}`),
  ).toEqual([]);
  expect(succeeded).toBeGreaterThan(operations / 3);
  expect((await (await signIn('superadmin')).get('/v2/session')).status).toBe(200);
}, 240_000);
