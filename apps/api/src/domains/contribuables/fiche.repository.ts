/** A taxpayer's record in full: its row in lists, what only the record says, its lines. */
import type { Contribuable } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { contribuableSource } from './contribuables.repository.ts';
import { readLignes } from './lignes.repository.ts';

/**
 * @param annee fiscal year of the dues and payments that it tells
 * @throws AppError 404
 */
export async function readContribuable(
  queries: Queries,
  entiteId: number,
  id: number,
  annee: number,
): Promise<Contribuable> {
  const row = await findRow(queries, contribuableSource(annee), id, {
    conditions: [sql`contrib.entite_id = ${entiteId}`],
  });
  const { rows } = await sql<Pick<Contribuable, 'age' | 'lieuNaissance'>>`
    select c.age, c.lieu_naissance as "lieuNaissance", c.type_piece_identite as "typePieceIdentite",
      c.numero_piece_identite as "numeroPieceIdentite",
      case when mp.id is not null then json_build_object('id', mp.id, 'nom', mp.nom) end as "moyenPaiementPrefere"
    from contribuable c left join moyen_paiement mp on mp.id = c.moyen_paiement_prefere_id
    where c.entite_id = ${entiteId} and c.id = ${id}`.execute(queries);
  if (!row || !rows[0]) throw notFound();
  return { ...row, ...rows[0], lignes: await readLignes(queries, entiteId, id) } as Contribuable;
}
