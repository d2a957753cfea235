/** Commands that a fault of the server put aside, once the office has them carried out. */
import type { Commande } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { Fait } from './contexte.ts';

/** A command as it is kept. */
export interface Gardee {
  appareil: number;
  /** The instant that it counts for. */
  compteLe: string;
  commande: Pick<Commande, 'sequence' | 'type' | 'corps'>;
}

export async function findGardee(queries: Queries, entiteId: number, id: number): Promise<Gardee> {
  const { rows } = await sql<Gardee['commande'] & { appareil: number; instant: number }>`
    select appareil_id as appareil, floor(extract(epoch from compte_le) * 1000)::bigint as instant, sequence, type, corps
    from commande_terrain where entite_id = ${entiteId} and id = ${id}`.execute(queries);
  const [{ appareil, instant, ...commande }] = rows as [(typeof rows)[number]];
  return { appareil, compteLe: new Date(instant).toISOString(), commande };
}

/** Keeps what came of it, beside what was answered to the device. */
export async function noteReprise(
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
