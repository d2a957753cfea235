/** A person's saved views of a list. */
import type { View } from '@octroi/contract/administration/profile/views';
import { type RawBuilder, sql } from 'kysely';
import { lockPerson } from '#src/platform/access/person.repository.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

export type ViewToSave = Pick<View, 'nom' | 'recherche' | 'partagee'> & { ecran: string };

/** Whether a view of another person is shared with a reader: same group, and a collectivité in common. */
const sharedWith = ({ id, groupe, entites, entitesOfRamifications }: Person): RawBuilder<boolean> => {
  const own = [...entites, ...entitesOfRamifications];
  return sql<boolean>`v.partagee and v.utilisateur_id <> ${id} and u.enabled and u.groupe_id = ${groupe?.id ?? null}::int
    and (exists (select from utilisateur_entite ue where ue.utilisateur_id = u.id and ue.entite_id = any(${own}::int[]))
      or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
        where ur.utilisateur_id = u.id and r.entite_id = any(${own}::int[])))`;
};

/** The person's own views of a list, then those that others share. */
export async function listViews(queries: Queries, person: Person, ecran: string): Promise<View[]> {
  const { rows } = await sql<View>`
    select v.id, v.nom, v.recherche, v.partagee,
      case when v.utilisateur_id <> ${person.id} then concat_ws(' ', u.prenom, u.nom) end as auteur
    from vue v join utilisateur u on u.id = v.utilisateur_id
    where v.ecran = ${ecran} and (v.utilisateur_id = ${person.id} or (${sharedWith(person)}))
    order by v.utilisateur_id <> ${person.id}, v.nom, v.id`.execute(queries);
  return rows;
}

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
export async function saveView(
  trx: OpenTransaction,
  utilisateurId: number,
  { ecran, nom, recherche, partagee }: ViewToSave,
): Promise<View> {
  const saved = await trx
    .insertInto('vue')
    .values({ utilisateur_id: utilisateurId, ecran, nom, recherche, partagee })
    .onConflict((conflict) =>
      conflict.columns(['utilisateur_id', 'ecran', 'nom']).doUpdateSet((eb) => ({
        recherche: eb.ref('excluded.recherche'),
        partagee: eb.ref('excluded.partagee'),
      })),
    )
    .returning(['id', 'nom', 'recherche', 'partagee'])
    .executeTakeFirstOrThrow();
  return { ...saved, auteur: null };
}

export async function deleteView(trx: OpenTransaction, utilisateurId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('vue')
    // an id too large for the column matches no view
    .where('id', '=', sql<number>`${id}::bigint`)
    .where('utilisateur_id', '=', utilisateurId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
