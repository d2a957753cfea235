import fs from 'node:fs';
import type { TransactionRow } from '@octroi/contract';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder, TEST_SETTINGS } from '#src/platform/database/testing/embedded.ts';
import { joinPools, openPool } from '#src/platform/database/database.ts';
import { findPrimary, serversOf, watchPrimary } from '#src/platform/database/standby/hosts.ts';
import { primaryAndStandby } from '#src/platform/database/testing/standby.ts';
import { type Standby, watchStandby } from '#src/platform/database/standby/standby.ts';
import { isFromStandby } from '#src/platform/database/standby/pools.ts';
import { type Account, PASSWORD, testApp } from '#src/testing/app.ts';

const folder = temporaryFolder();
const servers = await primaryAndStandby(folder, TEST_SETTINGS);
afterAll(async () => {
  await servers.end();
  fs.rmSync(folder, { recursive: true, force: true });
});
const standbyOf = (url: string): string => {
  const address = new URL(url);
  address.port = String(servers.port());
  return address.href;
};
const octroi = await testApp({ servers: { ownerUrl: servers.primary.url(), standbyOf } });

/** Queries the standby directly. */
async function onStandby(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: standbyOf(octroi.url) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A browser that keeps cookies. */
async function browser(account: Account) {
  const jar = new Map<string, string>();
  async function call(method: 'GET' | 'POST', url: string, payload?: object) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await octroi.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
    for (const { name, value } of reply.cookies) jar.set(name, value);
    return reply;
  }
  await call('POST', '/v2/users/check', { email: account, password: PASSWORD });
  const [last] = (await call('GET', '/v2/contribuables?itemperpage=1')).json<{ data: { id: number }[] }>()
    .data;
  return {
    call,
    pay: (montant: number) =>
      call('POST', '/v2/contribuables/transactions', {
        contribuable: last?.id,
        montant,
        moyenPaiement: 5,
      }),
    amounts: async (): Promise<number[]> => {
      const reply = await call('GET', '/v2/transactions?itemperpage=20&orderBy=id&sortOrder=desc');
      return reply.json<{ data: TransactionRow[] }>().data.map(({ montant }) => montant);
    },
  };
}

/** Runs work while the standby's replay is paused. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await onStandby('select pg_wal_replay_pause()');
  try {
    await work();
  } finally {
    await onStandby('select pg_wal_replay_resume()');
  }
}

/** Whether reads go to the standby. */
const isFresh = (standby: Standby) => standby.read(undefined, async () => isFromStandby());
/** Whether the standby has everything that anybody here has seen. */
const isCaughtUp = async () => {
  const standby = octroi.standby as Standby;
  return standby.read(await standby.position(), async () => isFromStandby());
};

describe('a standby', () => {
  it('answers reads, and a cashier sees a new payment at once', async () => {
    const [payer, other] = [await browser('superadmin'), await browser('superadmin')];
    await expect.poll(isCaughtUp).toBe(true);
    await whilePaused(async () => {
      const before = await other.amounts();
      expect((await payer.pay(777)).statusCode).toBe(201);
      expect(await payer.amounts()).toContain(777);
      // a person who did not pay sees the standby's state
      expect(await other.amounts()).toEqual(before);
    });
    await expect.poll(other.amounts).toContain(777);
    expect(await payer.amounts()).toContain(777);
  });

  it('gives a file every row that existed when it was requested', async () => {
    const payer = await browser('superadmin');
    await expect.poll(isCaughtUp).toBe(true);
    await whilePaused(async () => {
      await payer.pay(779);
      const file = await payer.call('POST', '/v2/exports', { resource: 'transactions', format: 'csv' });
      expect(file.statusCode).toBe(200);
      expect(file.body).toContain(';779;');
    });
  });

  it('is not used while it is far behind', async () => {
    const open = (url: string) => openPool(url, () => undefined, 2);
    const db = joinPools({ primary: open(octroi.url).pool, standby: open(standbyOf(octroi.url)).pool });
    const standby = watchStandby(db, { isOutage: () => false, maxDelay: 500, interval: 50 });
    const isNear = () => isFresh(standby);
    await expect.poll(isNear).toBe(true);
    await whilePaused(async () => {
      await (await browser('superadmin')).pay(778);
      await expect.poll(isNear).toBe(false);
    });
    await expect.poll(isNear).toBe(true);
    await standby.stop();
    await db.destroy();
  });

  it('can stop without a failed request', async () => {
    const [payer, other] = [await browser('superadmin'), await browser('superadmin')];
    await expect.poll(isCaughtUp).toBe(true);
    await servers.stopStandby();
    await payer.pay(780);
    expect(await payer.amounts()).toContain(780);
    expect(await other.amounts()).toContain(780);
    await servers.startStandby();
  });

  it('takes the writes once it is promoted, even if the former server still answers', async () => {
    const both = serversOf(octroi.url.replace(/@([^/]*)/, `@$1,127.0.0.1:${servers.port()}`));
    expect(both).toEqual([octroi.url, standbyOf(octroi.url)]);
    expect(await findPrimary(both)).toMatchObject({
      primary: { url: octroi.url, timeline: 1 },
      refusals: [undefined, 'elle suit une autre, et n’écrit pas'],
    });
    const moved = new Promise((resolve) => void watchPrimary(both, octroi.url, resolve, 100));
    await onStandby('select pg_promote()');
    expect(await moved).toBe(standbyOf(octroi.url));
    const nobody = octroi.url.replace(/@[^/]*/, '@127.0.0.1:1');
    const { primary, refusals } = await findPrimary([nobody, ...both]);
    expect(primary).toEqual({ url: standbyOf(octroi.url), timeline: 2 });
    expect(refusals[0]).toContain('ECONNREFUSED');
  });
});
