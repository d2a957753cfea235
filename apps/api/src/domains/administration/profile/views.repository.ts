/** A person's saved views of a list. */
import { sql } from 'kysely';
import { lockPerson } from '#src/platform/access/person.repository.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

export interface View {
  id: number;
  nom: string;
  recherche: string;
}

export const listViews = (queries: Queries, utilisateurId: number, ecran: string): Promise<View[]> =>
  queries
    .selectFrom('vue')
    .select(['id', 'nom', 'recherche'])
    .where('utilisateur_id', '=', utilisateurId)
    .where('ecran', '=', ecran)
    .orderBy('nom')
    .execute();

/**
 * Counts a person's views besides the one with that name, and blocks the saving of others until this transaction ends.
 */
export async function countOtherViews(
  trx: OpenTransaction,
  utilisateurId: number,
  ecran: string,
  nom: string,
): Promise<number> {
  await lockPerson(trx, utilisateurId);
  const { views } = await trx
    .selectFrom('vue')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('utilisateur_id', '=', utilisateurId)
    .where((eb) => eb.or([eb('ecran', '<>', ecran), eb('nom', '<>', nom)]))
    .executeTakeFirstOrThrow();
  return views;
}

/** Saves a view; one with the same name is replaced. */
export const saveView = (
  trx: OpenTransaction,
  utilisateurId: number,
  ecran: string,
  nom: string,
  recherche: string,
): Promise<View> =>
  trx
    .insertInto('vue')
    .values({ utilisateur_id: utilisateurId, ecran, nom, recherche })
    .onConflict((conflict) =>
      conflict
        .columns(['utilisateur_id', 'ecran', 'nom'])
        .doUpdateSet((eb) => ({ recherche: eb.ref('excluded.recherche') })),
    )
    .returning(['id', 'nom', 'recherche'])
    .executeTakeFirstOrThrow();

export async function deleteView(trx: OpenTransaction, utilisateurId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('vue')
    // an id too large for the column matches no view
    .where('id', '=', sql<number>`${id}::bigint`)
    .where('utilisateur_id', '=', utilisateurId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
