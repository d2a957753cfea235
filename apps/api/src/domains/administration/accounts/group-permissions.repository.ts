/** Permissions of groups. */
import { GROUPE, type GroupPermissions, isSuperAdmin } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';

interface LockedGroup {
  id: number;
  nom: string;
  version: number;
}

const groupe = (queries: Queries, id: number) =>
  queries.selectFrom('groupe').select(['id', 'nom', 'version']).where('id', '=', id);

export const findGroupe = (queries: Queries, id: number): Promise<LockedGroup | undefined> =>
  groupe(queries, id).executeTakeFirst();

/** The group, locked against other writers until the transaction ends. */
export const lockGroupe = (trx: OpenTransaction, id: number): Promise<LockedGroup | undefined> =>
  groupe(trx, id).forNoKeyUpdate().executeTakeFirst();

/** Condition: the grants of one group, of the table with this alias; none for null. */
export const ofGroup = (alias: string, id: number | null): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.groupe_id`)} = ${id}`;

/**
 * Condition: the groups that a person may assign. A group must not exceed the person's own rights, as `user-rights.ts`
 * compares them.
 */
export function givableGroups(alias: string, person: Person): RawBuilder<boolean> {
  if (isSuperAdmin(person)) return sql<boolean>`true`;
  const nom = sql.ref(`${alias}.nom`);
  const above =
    person.groupe?.nom === GROUPE.adminNta ? [GROUPE.superAdmin] : [GROUPE.superAdmin, GROUPE.adminNta];
  const own = Object.entries(person.grants).flatMap(([cle, noms]) => noms.map((one) => `${cle} ${one}`));
  return sql<boolean>`(${nom} <> all (${above}::text[]) and not exists (
    select from permission p join navigation n on n.id = p.navigation_id
    where p.groupe_id = ${sql.ref(`${alias}.id`)} and n.cle || ' ' || p.nom <> all (${own}::text[])))`;
}

/** Every navigation entry, with the permissions it offers and those that the group has. */
export async function readEntries(
  queries: Queries,
  groupeId: number,
): Promise<GroupPermissions['navigations']> {
  const { rows } = await sql<GroupPermissions['navigations'][number]>`
    select n.id, n.cle, n.nom, n.module, n.permissions,
      array(select offre.nom from unnest(n.permissions) with ordinality as offre (nom, rang)
        join permission p on p.groupe_id = ${groupeId} and p.navigation_id = n.id and p.nom = offre.nom
        order by offre.rang) as accordees
    from navigation n order by n.id`.execute(queries);
  return rows;
}

/** Replaces the grants of a group; those that stay keep their ids. */
export async function replaceGrants(
  trx: OpenTransaction,
  groupeId: number,
  navigations: readonly number[],
  noms: readonly string[],
): Promise<void> {
  await sql`
    delete from permission p where groupe_id = ${groupeId} and not exists (
      select from unnest(${navigations}::int[], ${noms}::text[]) as voulue (navigation_id, nom)
      where voulue.navigation_id = p.navigation_id and voulue.nom = p.nom)`.execute(trx);
  await sql`
    insert into permission (groupe_id, navigation_id, nom)
    select ${groupeId}, navigation_id, nom from unnest(${navigations}::int[], ${noms}::text[]) as voulue (navigation_id, nom)
    on conflict do nothing`.execute(trx);
}

/** Increments the group's version: its grants are part of it. */
export async function touchGroupe(trx: OpenTransaction, id: number): Promise<void> {
  await trx.updateTable('groupe').set({ updated_at: now }).where('id', '=', id).execute();
}
