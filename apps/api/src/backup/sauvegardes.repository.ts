/** Records of backups: done, failed or running. */
import type { Sauvegarde } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import type { BackupState } from '#src/platform/metrics/metrics.ts';
import type { MadeBackup } from './make.ts';

const COLUMNS = [
  'id',
  'statut',
  'created_at as createdAt',
  'started_at as startedAt',
  'ended_at as endedAt',
  'fichier',
  'octets',
  'lignes',
  'fichiers_joints as fichiersJoints',
  'verifiee',
  'chiffree',
  'copies',
  'message',
] as const;

/** More than a month of them. */
const LIST_LIMIT = 50;

/** Latest first. */
export async function listSauvegardes(queries: Queries): Promise<Sauvegarde[]> {
  const rows = await queries
    .selectFrom('sauvegarde')
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .limit(LIST_LIMIT)
    .execute();
  return rows.map((row) => ({ ...row, copies: row.copies as Sauvegarde['copies'] }));
}

/** @param demandee requested by a person, not scheduled */
export async function insertSauvegarde(trx: OpenTransaction, demandee: boolean): Promise<string> {
  const { id } = await trx
    .insertInto('sauvegarde')
    .values({ demandee })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Waiting or running ones. */
export async function listOpenSauvegardes(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('sauvegarde')
    .select('id')
    .where('statut', 'in', ['en attente', 'en cours'])
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns whether a person requested it; undefined if it has ended */
export async function beginSauvegarde(
  trx: OpenTransaction,
  id: string,
): Promise<{ demandee: boolean } | undefined> {
  return trx
    .updateTable('sauvegarde')
    .set({ statut: 'en cours', started_at: now })
    .where('id', '=', id)
    .where('statut', 'in', ['en attente', 'en cours'])
    .returning('demandee')
    .executeTakeFirst();
}

export async function endSauvegarde(trx: OpenTransaction, id: string, made: MadeBackup): Promise<void> {
  const { fichiersJoints, copies, ...columns } = made;
  await trx
    .updateTable('sauvegarde')
    .set({
      ...columns,
      fichiers_joints: fichiersJoints,
      copies: JSON.stringify(copies),
      statut: 'terminé',
      ended_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export async function failSauvegarde(trx: OpenTransaction, id: string, message: string): Promise<void> {
  await trx
    .updateTable('sauvegarde')
    .set({ statut: 'échoué', message, ended_at: now })
    .where('id', '=', id)
    .execute();
}

export interface Attempts {
  /** One is done or running. */
  served: boolean;
  lastFailure: string | null;
}

/** Scheduled backups since an instant; records in the future, from a wrong clock, do not count. */
export async function readAttempts(queries: Queries, since: Date): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    select coalesce(bool_or(statut <> 'échoué'), false) as served,
      max(ended_at) filter (where statut = 'échoué') as "lastFailure"
    from sauvegarde where not demandee and created_at between ${since.toISOString()}::timestamptz and now()`.execute(
    queries,
  );
  return rows[0]!;
}

/** What the operator has to be told of a backup. */
export interface Untold {
  id: string;
  statut: 'terminé' | 'échoué';
  message: string | null;
  /** Places that have no copy, each with the reason. */
  missed: { lieu: string; message: string }[];
}

/**
 * The last backup since an instant, if it failed or was not copied everywhere and the operator has been told of none
 * such since then.
 */
export async function findUntold(queries: Queries, since: Date): Promise<Untold | undefined> {
  const recent = sql`created_at between ${since.toISOString()}::timestamptz and now()`;
  const { rows } = await sql<Untold>`
    select last.id, last.statut, last.message, last.missed
    from (
      select id, statut, message, ended_at, (
        select coalesce(jsonb_agg(copie), '[]') from jsonb_array_elements(copies) copie where copie ->> 'message' is not null
      ) as missed
      from sauvegarde where ${recent} and ended_at is not null order by ended_at desc limit 1) last
    where (last.statut = 'échoué' or last.missed <> '[]')
      and not exists (select from sauvegarde told where ${recent} and told.prevenu and told.statut = last.statut)`.execute(
    queries,
  );
  return rows[0];
}

export async function noteTold(trx: OpenTransaction, id: string): Promise<void> {
  await trx.updateTable('sauvegarde').set({ prevenu: true }).where('id', '=', id).execute();
}

/** The last successful backup, and whether the last attempt succeeded. */
export async function readBackupState(queries: Queries): Promise<BackupState | undefined> {
  const rows = await queries
    .selectFrom('sauvegarde')
    .select(['statut', 'ended_at'])
    .where('statut', 'in', ['terminé', 'échoué'])
    // a date in the future was written by a wrong clock, and would hide the failures since
    .where('ended_at', '<=', now)
    .orderBy('ended_at', 'desc')
    .limit(1000)
    .execute();
  const made = rows.find(({ statut }) => statut === 'terminé');
  return (
    rows[0] && {
      succeededAt: made?.ended_at ? new Date(made.ended_at) : undefined,
      succeeded: rows[0].statut === 'terminé',
    }
  );
}
