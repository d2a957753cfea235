import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '#src/config.ts';
import { openPool } from '#src/platform/database/database.ts';
import { serveMetrics } from '#src/platform/http/metrics-server.ts';
import { createServer } from '#src/platform/http/server.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { readRecettes } from '#src/domains/paiements/index.ts';
import { testApp, TIME_ZONE } from '#src/testing/app.ts';
import { todayIn } from '@octroi/contract';
import { type BackupState, type MetricsOptions, openMetrics } from './metrics.ts';

const { url, query } = await testApp();
const { db, pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());

const faults: unknown[] = [];
const metricsWith = (options: Partial<MetricsOptions> = {}) =>
  openMetrics({
    pools: [pool],
    db,
    recettes: () => readRecettes(db, todayIn(TIME_ZONE)),
    dataDir: os.tmpdir(),
    onError: (error) => faults.push(error),
    ...options,
  });

/** The value of one series. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  const word = line?.slice(series.length + 1);
  return word === undefined ? undefined : word === '+Inf' ? Infinity : Number(word);
}

describe('requests', () => {
  it('are counted by declared route, not by requested address', async () => {
    const metrics = metricsWith();
    const server = await createServer({ logger: false });
    metrics.watch(server);
    server.get('/v2/choses/:id', () => ({ ok: true }));
    server.post('/v2/choses', () => {
      throw new AppError('introuvable', 'Non.');
    });
    await server.inject('/v2/choses/4?nom=Moussa');
    await server.inject('/v2/choses/5');
    await server.inject({ method: 'POST', url: '/v2/choses' });
    await server.inject('/v2/Moussa-Adamou');
    await server.close();
    const text = await metrics.read();
    expect(text).not.toContain('Moussa');
    const count = (method: string, route: string, status: number) =>
      valueOf(text, `octroi_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(count('GET', '/v2/choses/:id', 200)).toBe(2);
    expect(count('POST', '/v2/choses', 404)).toBe(1);
    expect(count('GET', 'inconnue', 404)).toBe(1);
    expect(
      valueOf(text, 'octroi_http_request_duration_seconds_count{method="GET",route="/v2/choses/:id"}'),
    ).toBe(2);
  });
});

/** Waits until another connection waits for a lock held by this one. */
const isWaitedFor = (holder: PoolClient) =>
  expect
    .poll(() =>
      holder.query(
        'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
      ),
    )
    .toHaveProperty('rowCount', 1);

/** A connection waits for a lock in another database of the same server. */
async function neighboursWait(): Promise<{ end: () => Promise<void> }> {
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  const neighbours = openPool(elsewhere.href, () => undefined, 2).pool;
  const lock = `select pg_advisory_lock(hashtext('${new URL(url).pathname}'))`;
  const holder = await neighbours.connect();
  await holder.query(lock);
  const waiter = neighbours.query(lock);
  await isWaitedFor(holder);
  return {
    end: async () => {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
      await waiter;
      await neighbours.end();
    },
  };
}

describe('the state of the product', () => {
  it('includes jobs with their age, and waiting locks', async () => {
    await query(
      `insert into travail (nature, parametres, statut, created_at, ended_at) values
        ('essai', '{}', 'en attente', now() - interval '90 s', null), ('essai', '{}', 'en cours', now(), null),
        ('essai', '{}', 'échoué', now(), now()), ('essai', '{}', 'échoué', now(), now() - interval '2 days')`,
    );
    const theirs = await neighboursWait();
    const one = "select from travail where nature = 'essai' and statut = 'en cours' for update";
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(one);
    const waiter = query(one);
    await isWaitedFor(holder);
    const text = await metricsWith().read();
    await holder.query('rollback');
    holder.release();
    await waiter;
    await theirs.end();
    expect(valueOf(text, 'octroi_locks_waiting')).toBe(1);
    expect(valueOf(text, 'octroi_lock_wait_max_seconds')).toBeGreaterThan(0);
    expect(valueOf(text, 'octroi_travaux{statut="en attente"}')).toBe(1);
    expect(valueOf(text, 'octroi_travaux{statut="échoué"}')).toBe(1);
    expect(valueOf(text, 'octroi_travail_oldest_age_seconds{statut="en attente"}')).toBeGreaterThanOrEqual(
      90,
    );
    expect(valueOf(text, 'octroi_database_up')).toBe(1);
    expect(valueOf(text, 'octroi_pool_connections{state="used"}')).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, 'octroi_disk_free_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('includes the day’s receipts of each payment method', async () => {
    const [day] = await query<{ jour: string; moyen: string; nombre: number; recu: number }>(
      `select t.debut::text as jour, m.nom as moyen, sum(t.nombre)::int as nombre, sum(t.recu)::float as recu
       from tenu_encaissement t join moyen_paiement m on m.id = t.moyen_paiement_id
       where t.grain = 'j' and t.nombre > 0 group by t.debut, m.nom order by t.debut desc limit 1`,
    );
    const text = await metricsWith({ recettes: () => readRecettes(db, day!.jour) }).read();
    expect(valueOf(text, `octroi_paiements_jour{moyen_paiement="${day!.moyen}"}`)).toBe(day!.nombre);
    expect(valueOf(text, `octroi_paiements_jour_francs{moyen_paiement="${day!.moyen}"}`)).toBe(day!.recu);
  });

  it('includes the movements waiting for the totals, their age, and the last round of this server', async () => {
    await query('select replier_totaux()');
    const metrics = metricsWith({ foldedAt: () => new Date(Date.now() - 40_000) });
    const readValues = async () => {
      const text = await metrics.read();
      return [
        'octroi_mouvements_attente',
        'octroi_mouvement_oldest_age_seconds',
        'octroi_repli_age_seconds',
      ].map((name) => valueOf(text, name)!);
    };
    expect((await readValues()).slice(0, 2)).toEqual([0, 0]);
    await query(
      `insert into attente_encaissement select entite_id, betail, debut, ramification_id, moyen_paiement_id, 0, 0, 0, 0,
         now() - interval '90 s', 0 from total_encaissement where grain = 'j' limit 3`,
    );
    const [number, age, since] = await readValues();
    expect([number, Math.floor(age! / 10), Math.floor(since! / 10)]).toEqual([3, 9, 4]);
    await query('select replier_totaux()');
    expect(valueOf(await metricsWith().read(), 'octroi_repli_age_seconds')).toBe(Infinity);
  });

  it.each<[string, BackupState | undefined, number, number]>([
    ['none known', undefined, Infinity, 0],
    ['one that failed after none', { succeededAt: undefined, succeeded: false }, Infinity, 0],
    ['one an hour ago', { succeededAt: new Date(Date.now() - 3600_000), succeeded: true }, 3600, 1],
  ])('includes the age of the last backup: %s', async (_case, state, age, success) => {
    const text = await metricsWith({ backup: async () => state }).read();
    const backupAge = valueOf(text, 'octroi_sauvegarde_age_seconds');
    expect(backupAge === Infinity ? backupAge : Math.round(backupAge! / 100) * 100).toBe(age);
    expect(valueOf(text, 'octroi_sauvegarde_success')).toBe(success);
  });

  it('without the database says that it is down, with all other metrics', async () => {
    faults.length = 0;
    const away = openPool('postgres://octroi@127.0.0.1:1/absente', () => undefined, 1, 500);
    const text = await metricsWith({ db: away.db }).read();
    expect(valueOf(text, 'octroi_database_up')).toBe(0);
    expect(valueOf(text, 'octroi_travaux{statut="en cours"}')).toBeUndefined();
    expect(valueOf(text, 'octroi_mouvements_attente')).toBeUndefined();
    expect(valueOf(text, 'octroi_disk_size_bytes')).toBeGreaterThan(0);
    expect(faults).toHaveLength(1);
  });
});

describe('the separate address', () => {
  it('serves /metrics and nothing else', async () => {
    const metrics = metricsWith();
    const served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    const ask = (address: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${served.port}${address}`, { method });
    const reply = await ask('/metrics');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await reply.text()).toContain('octroi_pool_waiting');
    expect((await ask('/v2/users')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(404);
    await expect(serveMetrics(metrics, { host: '127.0.0.1', port: served.port })).rejects.toThrow(
      /OCTROI_METRIQUES.*EADDRINUSE/,
    );
    await served.close();
  });
});

describe('the operator’s files', () => {
  it.each(['deploy/prometheus/octroi.rules.yml', 'deploy/grafana/octroi.json'])(
    '%s names only metrics that exist',
    async (file) => {
      const metrics = metricsWith();
      const server = await createServer({ logger: false });
      metrics.watch(server);
      await server.inject('/absente');
      await server.close();
      const served = await metrics.read();
      const text = fs.readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8');
      const named = new Set(text.match(/\b(octroi|process|nodejs)_\w+/g));
      expect(named.size).toBeGreaterThan(8);
      for (const name of named) expect(served, name).toMatch(new RegExp(`^${name}[ {]`, 'm'));
    },
  );

  it('have as many rules as the installation guide says', () => {
    const read = (file: string) => fs.readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8');
    const rules = read('deploy/prometheus/octroi.rules.yml').match(/- alert:/g) ?? [];
    expect(read('docs/installation.md')).toContain(`${rules.length} règles`);
  });

  it('include a dashboard that Grafana can read', () => {
    const board = JSON.parse(
      fs.readFileSync(path.join(REPOSITORY_ROOT, 'deploy/grafana/octroi.json'), 'utf8'),
    ) as { panels: { id: number; targets: { expr: string }[] }[] };
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    expect(board.panels.every(({ targets }) => targets.every(({ expr }) => expr))).toBe(true);
  });
});
