/** The SQL of commands that were put aside after server errors and are carried out by the office. */
import type { Commande } from '@octroi/contract';
import { sql } from 'kysely';
import type { GroupeCorrige } from '#src/domains/contribuables/index.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { Fait } from './contexte.ts';

/** A stored command. */
export interface StoredCommande {
  appareil: number;
  /** The instant for which it counts. */
  compteLe: string;
  commande: Pick<Commande, 'sequence' | 'type' | 'corps'>;
}

export async function findCommande(queries: Queries, entiteId: number, id: number): Promise<StoredCommande> {
  const { rows } = await sql<StoredCommande['commande'] & { appareil: number; instant: number }>`
    select appareil_id as appareil, floor(extract(epoch from compte_le) * 1000)::bigint as instant, sequence, type, corps
    from commande_terrain where entite_id = ${entiteId} and id = ${id}`.execute(queries);
  const [{ appareil, instant, ...commande }] = rows as [(typeof rows)[number]];
  return { appareil, compteLe: new Date(instant).toISOString(), commande };
}

/** A correction in conflict: its taxpayer, and what was not written. */
export async function findConflict(
  queries: Queries,
  entiteId: number,
  id: number,
): Promise<StoredCommande & { contribuable: number | null; conflits: readonly GroupeCorrige[] }> {
  const stored = await findCommande(queries, entiteId, id);
  const { rows } = await sql<{ contribuable: number | null; conflits: GroupeCorrige[] | null }>`
    select contribuable_id as contribuable, resultat -> 'conflits' as conflits
    from commande_terrain where entite_id = ${entiteId} and id = ${id}`.execute(queries);
  const [row] = rows;
  return { ...stored, contribuable: row?.contribuable ?? null, conflits: row?.conflits ?? [] };
}

/** Stores the result, beside the reply that the device got. */
export async function storeReprise(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  { resultat, local, contribuable, photo }: Fait,
): Promise<void> {
  await sql`
    update commande_terrain set reprise = ${JSON.stringify(resultat)}::jsonb, local = ${local ?? null}::uuid,
      contribuable_id = ${contribuable ?? null}, photo = ${photo ?? null}
    where entite_id = ${entiteId} and id = ${id}`.execute(trx);
}
