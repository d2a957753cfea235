/** Selections that are too long for an address, kept for a day under a token that only their author can use. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export interface StoredSelection {
  resource: string;
  query: string;
  except_ids: number[];
  count: number;
}

export async function insertSelection(
  queries: Queries,
  token: string,
  utilisateurId: number,
  selection: StoredSelection,
): Promise<void> {
  await sql`delete from selection where expires_at < now()`.execute(queries);
  await sql`
    insert into selection (token, utilisateur_id, resource, query, except_ids, count, expires_at)
    values (${token}, ${utilisateurId}, ${selection.resource}, ${selection.query}, ${selection.except_ids}::bigint[],
      ${selection.count}, now() + interval '1 day')`.execute(queries);
}

export async function findSelection(
  queries: Queries,
  token: string,
  utilisateurId: number,
): Promise<StoredSelection | undefined> {
  const { rows } = await sql<StoredSelection>`
    select resource, query, except_ids, count from selection
    where token = ${token} and utilisateur_id = ${utilisateurId} and expires_at > now()`.execute(queries);
  return rows[0];
}
