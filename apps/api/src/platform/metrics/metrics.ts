/**
 * What an operator sees of the product from outside, as Prometheus reads it. Nothing here names a person, a taxpayer or a
 * collectivité; each label takes few values: routes as they are declared, statuses, payment methods.
 */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#src/platform/database/database.ts';
import { within } from '#src/platform/within.ts';
import { type DatabaseState, readState } from './state.repository.ts';

/** The last backup that was tried, and the last that succeeded. */
export interface BackupState {
  succeededAt: Date | undefined;
  /** Whether the last one that was tried succeeded. */
  succeeded: boolean;
}

/** What a payment method brought on a day, in whole francs, by how many payments. */
export interface Recette {
  moyen: string;
  nombre: number;
  recu: number;
}

export interface MetricsOptions {
  /** The pool that requests are served from. */
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  /** A way to the database of its own: what is read here does not wait for a connection of `pool`. */
  db: Database;
  /** What came in today. */
  recettes: () => Promise<Recette[]>;
  /** Folder whose disk is watched. */
  dataDir: string;
  /** What is known of backups; absent, the age of the last one is infinite. */
  backup?: (() => Promise<BackupState | undefined>) | undefined;
  /** When this server last carried what waits into the totals, or found that nothing does; absent, never. */
  foldedAt?: (() => Date | undefined) | undefined;
  /** A reading of the database that failed. */
  onError: (error: unknown) => void;
}

export interface Metrics {
  /** Has every reply of a server counted. */
  watch: (app: FastifyInstance) => void;
  /** Everything, in the text format of Prometheus. */
  read: () => Promise<string>;
  contentType: string;
}

/** A database that says nothing for so long is down, as far as whoever looks is concerned. */
const PATIENCE_MS = 3000;
const DURATIONS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const OPEN_STATUTS = ['en attente', 'en cours', 'échoué'];

/** Every metric of ours, by what it is. */
function declare(registry: Registry) {
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

type Declared = ReturnType<typeof declare>;

function showState(shown: Declared, { locks, travaux, attente }: DatabaseState, recettes: Recette[]): void {
  shown.locks.set(locks.waiting);
  shown.longest.set(locks.longest);
  shown.movements.set(attente.nombre);
  shown.oldestMovement.set(attente.plusAncien);
  for (const statut of OPEN_STATUTS) {
    const found = travaux.find((group) => group.statut === statut);
    shown.travaux.set({ statut }, found?.nombre ?? 0);
    shown.oldest.set({ statut }, found?.plusAncien ?? 0);
  }
  shown.payments.reset();
  shown.francs.reset();
  for (const { moyen, nombre, recu } of recettes) {
    shown.payments.set({ moyen_paiement: moyen }, nombre);
    shown.francs.set({ moyen_paiement: moyen }, recu);
  }
}

/** Infinite where it never was. */
const secondsSince = (at: Date | undefined): number => (at ? (Date.now() - at.getTime()) / 1000 : Infinity);

export function openMetrics({
  pool,
  db,
  recettes,
  dataDir,
  backup,
  foldedAt,
  onError,
}: MetricsOptions): Metrics {
  const registry = new Registry();
  const shown = declare(registry);

  async function readDatabase(): Promise<void> {
    try {
      const [state, today] = await within(PATIENCE_MS, Promise.all([readState(db), recettes()]));
      showState(shown, state, today);
      shown.up.set(1);
    } catch (error) {
      shown.up.set(0);
      // what was last read is no longer known
      const { travaux, oldest, payments, francs, movements, oldestMovement } = shown;
      for (const gone of [travaux, oldest, payments, francs]) gone.reset();
      for (const gone of [movements, oldestMovement]) gone.remove();
      onError(error);
    }
  }

  async function readBackup(): Promise<void> {
    const state = await backup?.().catch(onError);
    shown.backupAge.set(secondsSince(state?.succeededAt));
    shown.backupSuccess.set(state?.succeeded ? 1 : 0);
  }

  async function readDisk(): Promise<void> {
    const disk = await statfs(dataDir);
    shown.free.set(disk.bavail * disk.bsize);
    shown.size.set(disk.blocks * disk.bsize);
  }

  async function refresh(): Promise<string> {
    shown.connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    shown.connections.set({ state: 'idle' }, pool.idleCount);
    shown.waiting.set(pool.waitingCount);
    shown.foldAge.set(secondsSince(foldedAt?.()));
    await Promise.all([readDatabase(), readBackup(), readDisk().catch(onError)]);
    return registry.metrics();
  }

  // several that look at once are told the same
  let reading: Promise<string> | undefined;
  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        const { method } = request;
        // an address that no route declares is what the caller made up
        const route = request.is404 ? 'inconnue' : (request.routeOptions.url ?? 'inconnue');
        shown.requests.inc({ method, route, status: reply.statusCode });
        shown.durations.observe({ method, route }, reply.elapsedTime / 1000);
      });
    },
    read: () => (reading ??= refresh().finally(() => (reading = undefined))),
    contentType: registry.contentType,
  };
}
