/** The journal of acts: one row per write, in the same transaction; rows never change. */
import type { ACTES } from '@octroi/contract';
import { sql } from 'kysely';
import { type OpenTransaction, PREPARED } from '#src/platform/database/database.ts';

/** Kinds of writes, in French: those of the journal's filter, and others that it only shows. */
export type Acte =
  | keyof typeof ACTES
  | 'annuler la validation'
  | 'approuver'
  | 'changer de collectivité'
  | 'changer de secteur'
  | 'corriger la quantité'
  | 'changer les permissions'
  | 'contrôler'
  | 'corriger'
  | 'exonérer'
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
  | 'retirer une exonération'
  | 'utiliser un code de secours';

export interface JournalEntry {
  /** The collectivité concerned; null if there is none. */
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

/** Property names that may contain secrets, in any spelling (`password_hash`, `motDePasse`…). */
const SECRET = /passw|mot_?de_?passe|secret|token|jeton|hash|otp|cookie|authorization|code_?(de_?)?secours/i;

/** A document for the journal, without secrets at any depth. */
const documentOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (name, property: unknown) => (SECRET.test(name) ? undefined : property));

export const writeJournal = (trx: OpenTransaction, entry: JournalEntry): Promise<void> =>
  writeJournals(trx, [entry]);

/** Records several acts of one transaction. */
export async function writeJournals(trx: OpenTransaction, entries: readonly JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const columnOf = <Value>(valueOf: (entry: JournalEntry) => Value): Value[] => entries.map(valueOf);
  await sql`${sql.raw(PREPARED)}
    insert into journal (entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant, apres, request_id)
    select entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant::jsonb, apres::jsonb, request_id
    from unnest(${columnOf(({ entiteId }) => entiteId ?? 0)}::int[], ${columnOf(({ utilisateurId }) => utilisateurId)}::int[],
      ${columnOf(({ acte }) => acte)}::text[], ${columnOf(({ domaine }) => domaine)}::text[], ${columnOf(({ ressource }) => ressource)}::text[],
      ${columnOf(({ id }) => id ?? null)}::bigint[], ${columnOf(({ avant }) => documentOf(avant))}::text[],
      ${columnOf(({ apres }) => documentOf(apres))}::text[], ${columnOf(({ requestId }) => requestId ?? null)}::text[])
      as entry (entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant, apres, request_id)`.execute(
    trx,
  );
}
