/** The journal of acts: one row a write, in the transaction of the write; nothing here is ever changed. */
import type { ACTES } from '@octroi/contract';
import { sql } from 'kysely';
import { type OpenTransaction, PREPARED } from '#src/platform/database/database.ts';

/** What a write does, in plain French: those that the journal is filtered by, and those that it only shows. */
export type Acte =
  | keyof typeof ACTES
  | 'approuver'
  | 'changer de collectivité'
  | 'changer de secteur'
  | 'changer les permissions'
  | 'contrôler'
  | 'corriger'
  | 'générer'
  | 'importer'
  | 'imprimer'
  | 'changer de mot de passe'
  | 'choisir un nouveau mot de passe'
  | 'demander un nouveau mot de passe'
  | 'demander une approbation'
  | 'refuser une approbation'
  | 'donner un mot de passe'
  | 'envoyer un lien'
  | 'fermer les autres sessions'
  | 'fermer les sessions'
  | 'fermer une session'
  | 'activer le second facteur'
  | 'refaire les codes de secours'
  | 'retirer le second facteur'
  | 'utiliser un code de secours';

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

/** Names under which records hold what opens a door, however they are spelt (`password_hash`, `motDePasse`…). */
const SECRET = /passw|mot_?de_?passe|secret|token|jeton|hash|otp|cookie|authorization|code_?(de_?)?secours/i;

/** A document as the journal keeps it: without secrets, at any depth. */
const documentOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (name, held: unknown) => (SECRET.test(name) ? undefined : held));

export const writeJournal = (trx: OpenTransaction, entry: JournalEntry): Promise<void> =>
  writeJournals(trx, [entry]);

/** Several acts of one transaction. */
export async function writeJournals(trx: OpenTransaction, entries: readonly JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const all = <Value>(of: (entry: JournalEntry) => Value): Value[] => entries.map(of);
  await sql`${sql.raw(PREPARED)}
    insert into journal (entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant, apres, request_id)
    select entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant::jsonb, apres::jsonb, request_id
    from unnest(${all(({ entiteId }) => entiteId ?? 0)}::int[], ${all(({ utilisateurId }) => utilisateurId)}::int[],
      ${all(({ acte }) => acte)}::text[], ${all(({ domaine }) => domaine)}::text[], ${all(({ ressource }) => ressource)}::text[],
      ${all(({ id }) => id ?? null)}::bigint[], ${all(({ avant }) => documentOf(avant))}::text[],
      ${all(({ apres }) => documentOf(apres))}::text[], ${all(({ requestId }) => requestId ?? null)}::text[])
      as entry (entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant, apres, request_id)`.execute(
    trx,
  );
}
