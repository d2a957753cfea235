/** Files written in the background, for their authors. */
import type { Export } from '@octroi/contract';
import { sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf, jsonb, now } from '#src/platform/database/expressions.ts';

export async function insertExport(
  trx: OpenTransaction,
  file: { travailId: string; titre: string; fichier: string },
): Promise<void> {
  const { travailId, titre, fichier } = file;
  await trx.insertInto('export').values({ travail_id: travailId, titre, fichier }).execute();
}

/** Marks a file as complete. */
export async function finishExport(
  trx: OpenTransaction,
  travailId: string,
  { octets, faitAvec }: { octets: number; faitAvec: MadeWith },
): Promise<void> {
  await trx
    .updateTable('export')
    .set({ octets, fait_avec: jsonb(faitAvec) })
    .where('travail_id', '=', travailId)
    .execute();
}

/** A file; once complete, with the rights and scope that it was made with. */
export type StoredExport = Export & { faitAvec: MadeWith | null };

/** The files of a person, the latest first; of everybody if null. */
export async function listExports(
  queries: Queries,
  utilisateurId: number | null,
  id?: string,
): Promise<StoredExport[]> {
  const { rows } = await sql<StoredExport>`
    select t.id, x.titre, x.fichier, t.statut, coalesce((t.rapport ->> 'lignes')::int, 0) as lignes,
      coalesce((t.rapport ->> 'total')::int, 0) as total, x.octets, x.fait_avec as "faitAvec", t.message,
      json_build_object('id', u.id, 'fullName', btrim(u.prenom || ' ' || u.nom)) as utilisateur,
      t.created_at as "createdAt", x.expires_at as "expiresAt"
    from export x join travail t on t.id = x.travail_id join utilisateur u on u.id = t.utilisateur_id
    where x.expires_at > now() and ${utilisateurId === null ? sql`true` : sql`t.utilisateur_id = ${utilisateurId}`}
      and ${id === undefined ? sql`true` : sql`t.id = ${id}::uuid`}
    order by t.created_at desc limit 200`.execute(queries);
  return rows;
}

export async function deleteExport(trx: OpenTransaction, id: string): Promise<void> {
  await trx.deleteFrom('export').where('travail_id', '=', id).execute();
}

/** @returns the ids of the jobs whose files are deleted */
export async function deleteExpired(trx: OpenTransaction): Promise<string[]> {
  const rows = await trx
    .deleteFrom('export')
    .where('expires_at', '<=', now)
    .returning('travail_id')
    .execute();
  return rows.map(({ travail_id }) => travail_id);
}

/** The jobs whose file is kept or still to be written. */
export async function keptExports(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('export')
    .select('travail_id')
    .where('travail_id', '=', anyOf(ids))
    .execute();
  return new Set(rows.map(({ travail_id }) => travail_id));
}
