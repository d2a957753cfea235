/** Jobs: work that outlives its request, and that its author can follow. */
import type { StatutTravail, Travail } from '@octroi/contract';
import { sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
import { lockPerson } from '#src/platform/access/person.repository.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb, now } from '#src/platform/database/expressions.ts';

/** The author of a job, with the rights and scope at its request; null for scheduled jobs. */
type Author = { utilisateurId: number; faitAvec: MadeWith } | { utilisateurId: null; faitAvec: null };

export type NewTravail = Author & {
  nature: string;
  entiteId: number | null;
  parametres: unknown;
};

export interface StoredTravail {
  id: string;
  nature: string;
  entiteId: number | null;
  utilisateurId: number | null;
  faitAvec: MadeWith | null;
  parametres: unknown;
  statut: StatutTravail;
}

const OPEN = ['en attente', 'en cours'] as const;

export async function insertTravail(trx: OpenTransaction, travail: NewTravail): Promise<string> {
  const { id } = await trx
    .insertInto('travail')
    .values({
      nature: travail.nature,
      entite_id: travail.entiteId,
      utilisateur_id: travail.utilisateurId,
      parametres: jsonb(travail.parametres),
      fait_avec: travail.faitAvec && jsonb(travail.faitAvec),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const readTravail = (queries: Queries, id: string): Promise<StoredTravail | undefined> =>
  queries
    .selectFrom('travail')
    .select([
      'id',
      'nature',
      'entite_id as entiteId',
      'utilisateur_id as utilisateurId',
      'parametres',
      'statut',
    ])
    .select((eb) => eb.ref('fait_avec').$castTo<MadeWith | null>().as('faitAvec'))
    .where('id', '=', id)
    .executeTakeFirst();

/** Jobs that have not ended, which go on after a stop, in turn. */
export async function listOpen(queries: Queries): Promise<{ id: string; nature: string; turn: number }[]> {
  const { rows } = await sql<{ id: string; nature: string; turn: number }>`
    select id, nature, row_number() over (partition by nature, utilisateur_id order by created_at, id) - 1 as turn
    from travail where statut = any(${OPEN}) order by created_at`.execute(queries);
  return rows;
}

/**
 * Number of open jobs of a kind for a person. It locks the person, so that concurrent requests are counted one after
 * the other.
 */
export async function countOpen(
  trx: OpenTransaction,
  nature: string,
  utilisateurId: number,
): Promise<number> {
  await lockPerson(trx, utilisateurId);
  const { open } = await trx
    .selectFrom('travail')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('nature', '=', nature)
    .where('utilisateur_id', '=', utilisateurId)
    .where('statut', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return open;
}

/** Jobs that should be running: started ones, and waiting ones if no other of their kind is started. */
export const listExpectedRunning = async (
  queries: Queries,
): Promise<{ id: string; statut: StatutTravail }[]> => {
  const { rows } = await sql<{ id: string; statut: StatutTravail }>`
    select id, statut from travail t
    where statut = 'en cours'
      or (statut = 'en attente' and not exists (
        select from travail other where other.nature = t.nature and other.statut = 'en cours'))`.execute(
    queries,
  );
  return rows;
};

/** @returns number of starts since the last completed step, including this one; undefined if the job has ended */
export async function beginTravail(
  trx: OpenTransaction,
  id: string,
  total: number,
): Promise<number | undefined> {
  const begun = await trx
    .updateTable('travail')
    .set((eb) => ({
      statut: 'en cours',
      total,
      started_at: eb.fn.coalesce('started_at', now),
      essais: eb('essais', '+', 1),
    }))
    .where('id', '=', id)
    .where('statut', 'in', OPEN)
    .returning('essais')
    .executeTakeFirst();
  return begun?.essais;
}

/** Ends a job, unless it has ended meanwhile. */
export async function endTravail(
  trx: OpenTransaction,
  id: string,
  { statut, rapport, message }: { statut: StatutTravail; rapport?: unknown; message?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('travail')
    .set({
      statut,
      ended_at: now,
      message: message ?? null,
      ...(rapport !== undefined && { rapport: jsonb(rapport) }),
    })
    .where('id', '=', id)
    .where('statut', 'in', OPEN)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reopens a failed job, keeping its completed steps. @returns whether it had failed */
export async function reopenTravail(trx: OpenTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('travail')
    .set({ statut: 'en attente', ended_at: null, message: null, essais: 0 })
    .where('id', '=', id)
    .where('statut', '=', 'échoué')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether the job is still running */
export async function writeReport(trx: OpenTransaction, id: string, rapport: unknown): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('travail')
    .set({ rapport: jsonb(rapport) })
    .where('id', '=', id)
    .where('statut', '=', 'en cours')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A step may take longer than a request, and may leave its transaction idle while it writes a file. */
export async function disableTimeouts(trx: OpenTransaction): Promise<void> {
  await sql`select set_config(name, '0', true)
    from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(trx);
}

/** Reports of the completed steps, by key. */
export async function readSteps<Report>(queries: Queries, id: string): Promise<Map<number, Report>> {
  const rows = await queries
    .selectFrom('travail_etape')
    .select(['cle', 'rapport'])
    .where('travail_id', '=', id)
    .orderBy('cle')
    .execute();
  return new Map(rows.map(({ cle, rapport }) => [cle, rapport as Report]));
}

/**
 * Records a step in its own transaction. The lock on the job's row prevents a concurrent end.
 * @returns whether the job is still running
 */
export async function writeStep(
  trx: OpenTransaction,
  id: string,
  cle: number,
  rapport: unknown,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('travail')
    .set((eb) => ({ fait: eb('fait', '+', 1), essais: 0 }))
    .where('id', '=', id)
    .where('statut', '=', 'en cours')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('travail_etape')
    .values({ travail_id: id, cle, rapport: jsonb(rapport) })
    .execute();
  return true;
}

/** The jobs of a person, latest first; of everybody for `null`. */
export async function listTravaux(
  queries: Queries,
  utilisateurId: number | null,
  id?: string,
): Promise<Travail[]> {
  const { rows } = await sql<Travail>`
    select t.id, t.nature, t.parametres, t.statut, t.total, t.fait, t.rapport, t.message,
      t.created_at as "createdAt", t.started_at as "startedAt", t.ended_at as "endedAt",
      case when e.id is not null then json_build_object('id', e.id, 'nom', e.nom) end as entite,
      case when u.id is not null then json_build_object('id', u.id, 'fullName', btrim(u.prenom || ' ' || u.nom)) end as utilisateur
    from travail t
    left join entite e on e.id = t.entite_id
    left join utilisateur u on u.id = t.utilisateur_id
    where ${utilisateurId === null ? sql`true` : sql`t.utilisateur_id = ${utilisateurId}`}
      and ${id === undefined ? sql`true` : sql`t.id = ${id}::uuid`}
    order by t.created_at desc limit 50`.execute(queries);
  return rows;
}
