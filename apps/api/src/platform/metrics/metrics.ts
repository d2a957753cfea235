/**
 * Metrics for the operator, in the format of Prometheus. Nothing identifies a person, a taxpayer or a collectivité, and
 * labels have few values: declared routes, statuses, payment methods.
 */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#src/platform/database/database.ts';
import { within } from '#src/platform/within.ts';
import { type DatabaseState, readState } from './state.repository.ts';

/** Result of the last backup, and time of the last successful one. */
export interface BackupState {
  succeededAt: Date | undefined;
  /** Whether the last one succeeded. */
  succeeded: boolean;
}

/** Receipts of a payment method on a day: sum in francs, and number of payments. */
export interface Recette {
  moyen: string;
  nombre: number;
  recu: number;
}

export interface MetricsOptions {
  /** The pools that serve requests. */
  pools: readonly Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>[];
  /** A separate connection, so that metrics do not wait for the pools. */
  db: Database;
  /** Receipts of today. */
  recettes: () => Promise<Recette[]>;
  /** Folder on the monitored disk. */
  dataDir: string;
  /** State of backups; without it, the age of the last one is infinite. */
  backup?: (() => Promise<BackupState | undefined>) | undefined;
  /** Last time this server added all waiting movements to the totals; absent: never. */
  foldedAt?: (() => Date | undefined) | undefined;
  /** Called when reading the database fails. */
  onError: (error: unknown) => void;
}

export interface Metrics {
  /** Counts all replies of a server. */
  watch: (app: FastifyInstance) => void;
  /** All metrics, in the text format of Prometheus. */
  read: () => Promise<string>;
  contentType: string;
}

/** A database silent for this long counts as down. */
const PATIENCE_MS = 3000;
const DURATIONS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const OPEN_STATUTS = ['en attente', 'en cours', 'échoué'];

/** All our own metrics. */
function declareMetrics(registry: Registry) {
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = new Counter({
    name: 'octroi_http_requests_total',
    help: 'Replies, by declared route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'octroi_http_request_duration_seconds',
    help: 'From the first byte of a request to the end of its reply',
    labelNames: ['method', 'route'],
    buckets: DURATIONS_S,
    registers,
  });
  const connections = gauge('octroi_pool_connections', 'Connections of the pool', ['state']);
  const waiting = gauge('octroi_pool_waiting', 'Calls that wait for a connection');
  const up = gauge('octroi_database_up', 'Whether the database answered this reading (1) or not (0)');
  const locks = gauge('octroi_locks_waiting', 'Locks that somebody waits for');
  const longest = gauge('octroi_lock_wait_max_seconds', 'How long the oldest of them has been waited for');
  const travaux = gauge(
    'octroi_travaux',
    'Long works by statut; the failed ones are those of the last 24 hours',
    ['statut'],
  );
  const oldest = gauge(
    'octroi_travail_oldest_age_seconds',
    'Since the oldest work of a statut was asked for',
    ['statut'],
  );
  const payments = gauge('octroi_paiements_jour', 'Payments received today', ['moyen_paiement']);
  const francs = gauge('octroi_paiements_jour_francs', 'What they brought, in whole francs', [
    'moyen_paiement',
  ]);
  const movements = gauge('octroi_mouvements_attente', 'Movements of payments that no total holds yet');
  const oldestMovement = gauge(
    'octroi_mouvement_oldest_age_seconds',
    'Since the oldest of them was written; 0 where there is none',
  );
  const foldAge = gauge(
    'octroi_repli_age_seconds',
    'Since this server last carried them into the totals, or found none; infinite where it never did',
  );
  const backupAge = gauge(
    'octroi_sauvegarde_age_seconds',
    'Since the last backup that succeeded; infinite where none is known',
  );
  const backupSuccess = gauge(
    'octroi_sauvegarde_success',
    'Whether the last backup succeeded (1) or not (0)',
  );
  const free = gauge('octroi_disk_free_bytes', 'What is left on the disk of the data folder');
  const size = gauge('octroi_disk_size_bytes', 'Size of that disk');
  return {
    requests,
    durations,
    connections,
    waiting,
    up,
    locks,
    longest,
    travaux,
    oldest,
    payments,
    francs,
    movements,
    oldestMovement,
    foldAge,
    backupAge,
    backupSuccess,
    free,
    size,
  };
}

type DeclaredMetrics = ReturnType<typeof declareMetrics>;

function setState(
  metrics: DeclaredMetrics,
  { locks, travaux, attente }: DatabaseState,
  recettes: Recette[],
): void {
  metrics.locks.set(locks.waiting);
  metrics.longest.set(locks.longest);
  metrics.movements.set(attente.nombre);
  metrics.oldestMovement.set(attente.plusAncien);
  for (const statut of OPEN_STATUTS) {
    const found = travaux.find((group) => group.statut === statut);
    metrics.travaux.set({ statut }, found?.nombre ?? 0);
    metrics.oldest.set({ statut }, found?.plusAncien ?? 0);
  }
  metrics.payments.reset();
  metrics.francs.reset();
  for (const { moyen, nombre, recu } of recettes) {
    metrics.payments.set({ moyen_paiement: moyen }, nombre);
    metrics.francs.set({ moyen_paiement: moyen }, recu);
  }
}

/** Infinite if it never happened. */
const secondsSince = (at: Date | undefined): number => (at ? (Date.now() - at.getTime()) / 1000 : Infinity);

export function openMetrics({
  pools,
  db,
  recettes,
  dataDir,
  backup,
  foldedAt,
  onError,
}: MetricsOptions): Metrics {
  const registry = new Registry();
  const metrics = declareMetrics(registry);

  async function readDatabase(): Promise<void> {
    try {
      const [state, today] = await within(PATIENCE_MS, Promise.all([readState(db), recettes()]));
      setState(metrics, state, today);
      metrics.up.set(1);
    } catch (error) {
      metrics.up.set(0);
      // the last known values are no longer valid
      const { travaux, oldest, payments, francs, movements, oldestMovement } = metrics;
      for (const stale of [travaux, oldest, payments, francs]) stale.reset();
      for (const stale of [movements, oldestMovement]) stale.remove();
      onError(error);
    }
  }

  async function readBackup(): Promise<void> {
    const state = await backup?.().catch(onError);
    metrics.backupAge.set(secondsSince(state?.succeededAt));
    metrics.backupSuccess.set(state?.succeeded ? 1 : 0);
  }

  async function readDisk(): Promise<void> {
    const disk = await statfs(dataDir);
    metrics.free.set(disk.bavail * disk.bsize);
    metrics.size.set(disk.blocks * disk.bsize);
  }

  async function refresh(): Promise<string> {
    const total = (count: 'totalCount' | 'idleCount' | 'waitingCount'): number =>
      pools.reduce((sum, pool) => sum + pool[count], 0);
    metrics.connections.set({ state: 'used' }, total('totalCount') - total('idleCount'));
    metrics.connections.set({ state: 'idle' }, total('idleCount'));
    metrics.waiting.set(total('waitingCount'));
    metrics.foldAge.set(secondsSince(foldedAt?.()));
    await Promise.all([readDatabase(), readBackup(), readDisk().catch(onError)]);
    return registry.metrics();
  }

  // concurrent requests share one read
  let reading: Promise<string> | undefined;
  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        const { method } = request;
        // an undeclared address is invented by the client
        const route = request.is404 ? 'inconnue' : (request.routeOptions.url ?? 'inconnue');
        metrics.requests.inc({ method, route, status: reply.statusCode });
        metrics.durations.observe({ method, route }, reply.elapsedTime / 1000);
      });
    },
    read: () => (reading ??= refresh().finally(() => (reading = undefined))),
    contentType: registry.contentType,
  };
}
