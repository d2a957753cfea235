/** A taxpayer's full record: its list row, the parts that only the record shows, and its lines. */
import type { Contribuable } from '@octroi/contract';
import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { contribuableSource } from '../contribuables.repository.ts';
import { readLignes } from '../lignes/lignes.repository.ts';

/**
 * @param annee fiscal year of the dues and payments
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
  const own = await queries
    .selectFrom('contribuable as c')
    .leftJoin('moyen_paiement as mp', 'mp.id', 'c.moyen_paiement_prefere_id')
    .select((eb) => [
      'c.age',
      'c.lieu_naissance as lieuNaissance',
      'c.type_piece_identite as typePieceIdentite',
      'c.numero_piece_identite as numeroPieceIdentite',
      eb
        .case()
        .when('mp.id', 'is not', null)
        .then(jsonBuildObject({ id: eb.ref('mp.id').$notNull(), nom: eb.ref('mp.nom').$notNull() }))
        .end()
        .as('moyenPaiementPrefere'),
    ])
    .where('c.entite_id', '=', entiteId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row || !own) throw notFound();
  return { ...row, ...own, lignes: await readLignes(queries, entiteId, id) };
}
