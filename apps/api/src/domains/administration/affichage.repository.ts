/** How a person has lists shown. */
import { sql } from 'kysely';
import type { Accueil, Affichage, Densite } from '@octroi/contract';
import type { Queries } from '#src/platform/database/database.ts';

const USUAL: Affichage = { densite: 'confortable', accueil: 'tableau-de-bord', masquees: {} };

export async function readAffichage(queries: Queries, utilisateurId: number): Promise<Affichage> {
  const kept = await queries
    .selectFrom('affichage')
    .select(['densite', 'accueil', 'masquees'])
    .where('utilisateur_id', '=', utilisateurId)
    .executeTakeFirst();
  return kept ? (kept as Affichage) : USUAL;
}

/** One list at a time, so that two machines that change two lists both count; nothing is kept of one that shows all. */
export async function saveAffichage(
  queries: Queries,
  utilisateurId: number,
  { densite, accueil }: { densite: Densite | null; accueil: Accueil | null },
  masquees: Readonly<Record<string, readonly string[]>>,
): Promise<Affichage> {
  const shown = Object.keys(masquees).filter((ecran) => masquees[ecran]?.length === 0);
  const { rows } = await sql<Affichage>`
    insert into affichage as a (utilisateur_id, densite, accueil, masquees)
    values (${utilisateurId}, coalesce(${densite}, ${USUAL.densite}), coalesce(${accueil}, ${USUAL.accueil}), ${JSON.stringify(masquees)}::jsonb - ${shown}::text[])
    on conflict (utilisateur_id) do update
      set densite = coalesce(${densite}, a.densite), accueil = coalesce(${accueil}, a.accueil),
          masquees = (a.masquees || ${JSON.stringify(masquees)}::jsonb) - ${shown}::text[]
    returning densite, accueil, masquees`.execute(queries);
  return rows[0] ?? USUAL;
}
