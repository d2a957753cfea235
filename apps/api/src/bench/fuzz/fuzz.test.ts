/** Whatever is sent, the server answers it: never by a failure of its own, and a refusal says why. */
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import type { Document } from './calls.ts';
import { fuzz, letIn, MOST_REFUSED, type Send } from './fuzz.ts';

const { app, url, signIn, query } = await testApp();
const document = (await app.inject({ method: 'GET', url: '/docs/json' })).json<Document>();

/** Members of the bodies by which a record is changed, each with the address of the records. */
const changes = Object.entries(document.paths).flatMap(([path, methods]) => {
  const { patch } = methods;
  const members = Object.keys(patch?.requestBody?.content['application/json']?.schema?.properties ?? {});
  return members.length > 0 && path.endsWith('/{id}') ? [{ list: path.replace('/{id}', ''), members }] : [];
});

it.each(changes)(
  'each member of a record of $list, emptied alone, is taken or refused',
  async ({ list, members }) => {
    const superadmin = await signIn('superadmin');
    const { body } = await superadmin.get<{ data: { id: number }[] }>(`${list}?itemperpage=1`);
    const id = body.data[0]?.id;
    expect(id).toBeDefined();
    for (const member of members)
      for (const nothing of [null, '', []]) {
        const { status } = await superadmin.send('PATCH', `${list}/${id}`, { [member]: nothing });
        expect(status, `${member} = ${JSON.stringify(nothing)}`).toBeLessThan(500);
      }
  },
);

it('whoever calls is let in again, unless what was sent removed the account', async () => {
  const [person] = await query<{ id: number }>("select id from utilisateur where username = 'lecture'");
  expect(await letIn(url, person?.id ?? 0)).toMatch(/^[\w-]{43}$/);
  expect(await letIn(url, 2_000_000_000)).toBeUndefined();
});

it('generated calls are answered or refused', async () => {
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
  const { faults, succeeded, operations, calls, byStatus } = await fuzz({
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
  expect((byStatus[403] ?? 0) / calls).toBeLessThan(MOST_REFUSED);
  expect((await (await signIn('superadmin')).get('/v2/session')).status).toBe(200);
}, 240_000);
