import { CamelCasePlugin, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { currentSnapshot, freshCache } from './freshness.ts';

const { db, query, signIn } = await testApp();

const stored = async (): Promise<string> => {
  const { rows } = await sql<{ valeur: string }>`select valeur from parametre where cle = 'essai'`.execute(
    db,
  );
  return rows[0]?.valeur ?? '';
};
const store = (valeur: string): Promise<unknown> =>
  query("insert into parametre values ('essai', $1) on conflict (cle) do update set valeur = $1", [valeur]);

/**
 * Number of loads while nobody writes. A snapshot belongs to the whole server, whose other databases are used by other
 * tests: if one of them wrote meanwhile, it is tried again.
 */
const loads = (max: number, ask: (get: (key: string) => Promise<string>) => Promise<unknown>) =>
  expect.poll(
    async () => {
      const load = vi.fn(stored);
      const cache = freshCache<string>(max);
      await ask((key) => cache.get(db, key, load));
      return load.mock.calls.length;
    },
    { timeout: 30_000, interval: 10 },
  );

describe('a cached answer', () => {
  it('is used until somebody writes, on any connection', async () => {
    await store('un');
    const cache = freshCache<string>(10);
    await loads(10, async (get) => {
      expect([await get('a'), await get('a')]).toEqual(['un', 'un']);
    }).toBe(1);
    expect(await cache.get(db, 'a', stored)).toBe('un');
    await store('deux');
    expect(await cache.get(db, 'a', stored)).toBe('deux');
  });

  it('is renewed when a transaction is committed, not before', async () => {
    await store('avant');
    const cache = freshCache<string>(10);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_current_xact_id()`.execute(trx);
      expect(await cache.get(db, 'a', stored)).toBe('avant');
      await store('par un autre');
      expect(await cache.get(db, 'a', stored)).toBe('par un autre');
    });
  });

  it('is loaded once for concurrent callers', async () => {
    await loads(10, (get) => Promise.all(Array.from({ length: 20 }, () => get('a')))).toBe(1);
  });

  it('is never an error: a failed load is tried again', async () => {
    const cache = freshCache<string>(10);
    const failing = () => Promise.reject(new Error('non'));
    await expect(cache.get(db, 'a', failing)).rejects.toThrow('non');
    expect(await cache.get(db, 'a', async () => 'oui')).toBe('oui');
  });

  it('is dropped when newer ones exceed the limit', async () => {
    await loads(2, async (get) => {
      for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await get(key);
    }).toBe(4);
  });

  it('expires after its time, if it has one', async () => {
    const load = vi.fn(async () => 'x');
    const cache = freshCache<string>(10, 20);
    await cache.get(db, 'a', load);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await cache.get(db, 'a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is separate for each database', async () => {
    const cache = freshCache<string>(10);
    const other = db.withPlugin(new CamelCasePlugin());
    expect([
      await cache.get(db, 'a', async () => 'ici'),
      await cache.get(other, 'a', async () => 'là'),
    ]).toEqual(['ici', 'là']);
  });
});

describe('a snapshot', () => {
  it('is read after the call, so that it includes the caller’s own write', async () => {
    for (let round = 0; round < 30; round += 1) {
      const others = Array.from({ length: 5 }, () => currentSnapshot(db));
      const before = await currentSnapshot(db);
      const early = currentSnapshot(db);
      await store(String(round));
      const late = currentSnapshot(db);
      expect(await late).not.toBe(before);
      await Promise.all([...others, early]);
    }
  });

  it('is read once for all waiting callers', async () => {
    const run = vi.spyOn(db, 'executeQuery');
    try {
      await Promise.all(Array.from({ length: 20 }, () => currentSnapshot(db)));
      expect(run.mock.calls.length).toBeLessThanOrEqual(2);
    } finally {
      run.mockRestore();
    }
  });
});

describe('a person', () => {
  it('sees at once what another program wrote', async () => {
    const superadmin = await signIn('superadmin');
    const address = '/v2/frequences?itemperpage=200';
    const names = async (): Promise<string[]> =>
      (await superadmin.get<{ data: { nom: string }[] }>(address)).body.data.map((row) => row.nom);
    const [first] = await names();
    for (let round = 0; round < 5; round += 1) {
      await query('update frequence set nom = $1 where nom = $2', [
        `Zélée ${round}`,
        round === 0 ? first : `Zélée ${round - 1}`,
      ]);
      expect(await names()).toContain(`Zélée ${round}`);
    }
  });

  it('is signed out at once when the account is disabled', async () => {
    const lecture = await signIn('lecture');
    expect((await lecture.get('/v2/frequences')).status).toBe(200);
    await query("update utilisateur set enabled = false where username = 'lecture'");
    expect((await lecture.get('/v2/frequences')).status).toBe(401);
  });
});
