/** A person's saved views of a list. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export interface View {
  id: number;
  nom: string;
  recherche: string;
}

export async function listViews(queries: Queries, utilisateurId: number, ecran: string): Promise<View[]> {
  const { rows } = await sql<View>`
    select id, nom, recherche from vue where utilisateur_id = ${utilisateurId} and ecran = ${ecran} order by nom`.execute(
    queries,
  );
  return rows;
}

/** A view of the same name is replaced: that is what saving under a known name means. */
export async function saveView(
  queries: Queries,
  utilisateurId: number,
  ecran: string,
  nom: string,
  recherche: string,
): Promise<View> {
  const { rows } = await sql<View>`
    insert into vue (utilisateur_id, ecran, nom, recherche) values (${utilisateurId}, ${ecran}, ${nom}, ${recherche})
    on conflict (utilisateur_id, ecran, nom) do update set recherche = excluded.recherche
    returning id, nom, recherche`.execute(queries);
  return rows[0] as View;
}

export async function deleteView(queries: Queries, utilisateurId: number, id: number): Promise<boolean> {
  const { rows } =
    await sql`delete from vue where id = ${id}::bigint and utilisateur_id = ${utilisateurId} returning id`.execute(
      queries,
    );
  return rows.length > 0;
}
