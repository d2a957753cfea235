/** The journal of acts: one row a write, in the transaction of the write; nothing here is ever changed. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export type Acte = 'créer' | 'modifier' | 'supprimer' | 'connexion' | 'déconnexion' | (string & {});

export interface JournalEntry {
  /** The collectivité concerned, or null for what belongs to none. */
  entiteId: number | null;
  utilisateurId: number | null;
  acte: Acte;
  domaine: string;
  ressource: string;
  id?: number | null;
  avant?: unknown;
  apres?: unknown;
  requestId?: string | undefined;
}

export async function writeJournal(queries: Queries, entry: JournalEntry): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into journal (entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant, apres, request_id)
    values (${entry.entiteId ?? 0}, ${entry.utilisateurId}, ${entry.acte}, ${entry.domaine}, ${entry.ressource},
      ${entry.id ?? null}, ${json(entry.avant)}::jsonb, ${json(entry.apres)}::jsonb, ${entry.requestId ?? null})`.execute(
    queries,
  );
}
