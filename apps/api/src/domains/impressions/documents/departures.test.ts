import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { papersOf } from '../testing/documents.ts';

const octroi = await testApp();
const { app, signIn, query, nobody } = octroi;
const superadmin = await signIn('superadmin');
const { printed } = papersOf(octroi, superadmin);

describe('a client that disconnects', () => {
  const cursors = async (): Promise<number> =>
    Number(
      (
        await query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
        )
      )[0]?.n,
    );

  it('midway leaves no open cursor or connection, also if twenty do', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const login = { username: 'superadmin', password: PASSWORD };
    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', login);
    const download = () => {
      const call = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v2/impressions/contribuables',
        headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
      });
      call.on('error', () => undefined);
      call.end('{}');
      return call;
    };
    const leaving = Array.from({ length: 10 }, download);
    const [reply] = (await once(leaving[0] as ReturnType<typeof download>, 'response')) as [
      NodeJS.ReadableStream,
    ];
    await once(reply, 'readable');
    for (const call of leaving) call.destroy();
    await expect.poll(cursors, { timeout: 20_000 }).toBe(0);
    // as many as two people may have at once
    const complete = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        printed('contribuables', { query: 'entite=2' }, index % 2 === 0 ? 'superadmin' : 'admin.nta'),
      ),
    );
    expect(
      new Set(complete.map(({ texts }) => texts.find((text) => text.startsWith('Total'))).values()).size,
    ).toBe(1);
    await expect.poll(cursors, { timeout: 20_000 }).toBe(0);
  });
});
