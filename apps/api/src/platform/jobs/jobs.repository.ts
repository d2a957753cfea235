/** Work that outlives its request, as its author follows it. */
import type { StatutTravail, Travail } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export interface NewTravail {
  nature: string;
  entiteId: number | null;
  utilisateurId: number | null;
  parametres: unknown;
}

export interface StoredTravail extends NewTravail {
  id: string;
  statut: StatutTravail;
}

const jsonb = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;

export async function insertTravail(queries: Queries, travail: NewTravail): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into travail (nature, entite_id, utilisateur_id, parametres)
    values (${travail.nature}, ${travail.entiteId}, ${travail.utilisateurId}, ${jsonb(travail.parametres)})
    returning id`.execute(queries);
  return (rows[0] as { id: string }).id;
}

export async function readTravail(queries: Queries, id: string): Promise<StoredTravail | undefined> {
  const { rows } = await sql<StoredTravail>`
    select id, nature, entite_id as "entiteId", utilisateur_id as "utilisateurId", parametres, statut
    from travail where id = ${id}::uuid`.execute(queries);
  return rows[0];
}

/** Those that nobody has ended: after a stop they go on. */
export async function listOpen(queries: Queries): Promise<{ id: string; nature: string }[]> {
  const { rows } = await sql<{ id: string; nature: string }>`
    select id, nature from travail where statut in ('en attente', 'en cours') order by created_at`.execute(
    queries,
  );
  return rows;
}

/** @returns how often it was begun since a step of it was done, this time too; nothing where it has ended */
export async function beginTravail(queries: Queries, id: string, total: number): Promise<number | undefined> {
  const { rows } = await sql<{ essais: number }>`
    update travail set statut = 'en cours', total = ${total}, started_at = coalesce(started_at, now()),
      essais = essais + 1
    where id = ${id}::uuid and statut in ('en attente', 'en cours') returning essais`.execute(queries);
  return rows[0]?.essais;
}

/** Ends it, unless somebody did meanwhile. */
export async function endTravail(
  queries: Queries,
  id: string,
  end: { statut: StatutTravail; rapport?: unknown; message?: string },
): Promise<boolean> {
  const { rows } = await sql`
    update travail set statut = ${end.statut}, ended_at = now(), message = ${end.message ?? null},
      rapport = coalesce(${end.rapport === undefined ? null : jsonb(end.rapport)}, rapport)
    where id = ${id}::uuid and statut in ('en attente', 'en cours') returning id`.execute(queries);
  return rows.length > 0;
}

/** @returns whether the work still goes on */
export async function writeReport(queries: Queries, id: string, rapport: unknown): Promise<boolean> {
  const { rows } = await sql`
    update travail set rapport = ${jsonb(rapport)} where id = ${id}::uuid and statut = 'en cours'
    returning id`.execute(queries);
  return rows.length > 0;
}

/** A step may take longer than a request may, and leave its transaction alone while it writes a file. */
export async function takeTime(queries: Queries): Promise<void> {
  await sql`select set_config(name, '0', true)
    from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(queries);
}

/** Keys of the steps that are done, and what each of them did. */
export async function readSteps<Report>(queries: Queries, id: string): Promise<Map<number, Report>> {
  const { rows } = await sql<{ cle: number; rapport: Report }>`
    select cle, rapport from travail_etape where travail_id = ${id}::uuid order by cle`.execute(queries);
  return new Map(rows.map(({ cle, rapport }) => [cle, rapport]));
}

/**
 * In the transaction of what the step did. The work's row is held, so that nobody ends it in between.
 * @returns whether the work still goes on
 */
export async function writeStep(
  queries: Queries,
  id: string,
  cle: number,
  rapport: unknown,
): Promise<boolean> {
  const { rows } = await sql`
    update travail set fait = fait + 1, essais = 0 where id = ${id}::uuid and statut = 'en cours' returning id`.execute(
    queries,
  );
  if (rows.length === 0) return false;
  await sql`insert into travail_etape (travail_id, cle, rapport) values (${id}::uuid, ${cle}, ${jsonb(rapport)})`.execute(
    queries,
  );
  return true;
}

/** The works of a person, the latest first; of everybody for `null`. */
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
