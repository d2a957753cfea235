/** Commands that wait for a second person, as they are stored. */
import type { Laisse, NatureApprobation } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

export interface NewApprobation {
  entiteId: number;
  nature: NatureApprobation;
  commande: string;
  corps: unknown;
  objet: string;
  ressource: string | null;
  enregistrement: number | null;
  contribuable: number | null;
  montant: number | null;
  motif: string | null;
  avant: unknown;
  apres: unknown;
  vise: unknown;
  contexte: unknown;
  demandeurId: number;
}

/** The same command that the same person has already requested and that waits: it is not stored twice. */
export async function findSame(queries: Queries, request: NewApprobation): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from approbation where entite_id = ${request.entiteId} and nature = ${request.nature} and statut = 'attente'
      and expire_le > now() and demandeur_id = ${request.demandeurId} and commande = ${request.commande}
      and corps = ${JSON.stringify(request.corps)}::jsonb`.execute(queries);
  return rows[0]?.id;
}

/** @param delai days */
export async function insertApprobation(
  trx: OpenTransaction,
  request: NewApprobation,
  delai: number,
): Promise<number> {
  const json = (value: unknown) =>
    sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`;
  const { rows } = await sql<{ id: number }>`
    insert into approbation (entite_id, nature, commande, corps, objet, ressource, enregistrement_id, contribuable_id,
      montant, motif, avant, apres, vise, contexte, demandeur_id, expire_le)
    values (${request.entiteId}, ${request.nature}, ${request.commande}, ${json(request.corps)}, ${request.objet},
      ${request.ressource}, ${request.enregistrement}, ${request.contribuable}, ${request.montant}, ${request.motif},
      ${json(request.avant)}, ${json(request.apres)}, ${json(request.vise)}, ${json(request.contexte)},
      ${request.demandeurId}, now() + make_interval(days => ${delai}))
    returning id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

export interface StoredApprobation {
  id: number;
  entiteId: number;
  nature: NatureApprobation;
  commande: string;
  corps: unknown;
  objet: string;
  ressource: string | null;
  enregistrement: number | null;
  montant: number | null;
  avant: unknown;
  apres: unknown;
  vise: unknown;
  piece: string | null;
  demandeurId: number;
  demandeur: string;
  statut: string;
  expired: boolean;
}

/** Locks the approval: of two people who decide at once, the second finds it decided. */
export async function lockApprobation(
  trx: OpenTransaction,
  id: number,
): Promise<StoredApprobation | undefined> {
  const { rows } = await sql<StoredApprobation>`
    select a.id, a.entite_id as "entiteId", a.nature, a.commande, a.corps, a.objet, a.ressource,
      a.enregistrement_id as enregistrement, a.montant, a.avant, a.apres, a.vise, a.piece, a.demandeur_id as "demandeurId",
      btrim(u.prenom || ' ' || u.nom) as demandeur, a.statut, a.expire_le <= clock_timestamp() as expired
    from approbation a join utilisateur u on u.id = a.demandeur_id where a.id = ${id} for update of a`.execute(
    trx,
  );
  return rows[0];
}

export interface Decision {
  statut: 'approuvée' | 'refusée' | 'échouée';
  decideurId: number;
  reponse: string | null;
  laisses?: readonly Laisse[];
}

export async function writeDecision(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredApprobation, 'entiteId' | 'id'>,
  { statut, decideurId, reponse, laisses = [] }: Decision,
): Promise<void> {
  await trx
    .updateTable('approbation')
    .set({
      statut,
      decideur_id: decideurId,
      decide_le: sql<string>`now()`,
      reponse,
      laisses: laisses.length > 0 ? JSON.stringify(laisses) : null,
    })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** Name of the file that was attached to it. */
export async function pieceOf(queries: Queries, id: number): Promise<string | null> {
  const row = await queries.selectFrom('approbation').select('piece').where('id', '=', id).executeTakeFirst();
  return row?.piece ?? null;
}

export async function attachPiece(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredApprobation, 'entiteId' | 'id'>,
  piece: string,
): Promise<void> {
  await trx
    .updateTable('approbation')
    .set({ piece })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}
