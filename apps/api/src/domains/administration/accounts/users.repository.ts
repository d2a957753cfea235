/** Writes accounts and their links, and reads what the rules need about groups and places. */
import { type Grants, TYPE_UTILISATEUR } from '@octroi/contract';
import { sql } from 'kysely';
import { entiteCondition, placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { listOf, now } from '#src/platform/database/expressions.ts';

/** An account without its password. */
export interface Account {
  nom: string;
  prenom: string;
  username: string;
  email: string;
  telephone: string | null;
  enabled: boolean;
  type: number;
  /** Null for an agent, whose rights come from the type. */
  groupe: number | null;
  entites: number[];
  ramifications: number[];
  moyenPaiements: number[];
}
export interface StoredAccount extends Account {
  id: number;
  version: number;
}
export type Places = Pick<Account, 'entites' | 'ramifications'>;

/** The account, locked against other writers until the transaction ends. */
export async function lockAccount(trx: OpenTransaction, id: number): Promise<StoredAccount | undefined> {
  // a separate statement, so that the links are read after the lock
  await trx.selectFrom('utilisateur').select('id').where('id', '=', id).forUpdate().execute();
  return readAccount(trx, id);
}

export async function readAccount(queries: Queries, id: number): Promise<StoredAccount | undefined> {
  return queries
    .selectFrom('utilisateur as u')
    .select((eb) => [
      'u.id',
      'u.nom',
      'u.prenom',
      'u.username',
      'u.email',
      'u.telephone',
      'u.enabled',
      'u.type_id as type',
      eb
        .case()
        .when('u.type_id', '<>', TYPE_UTILISATEUR.agent)
        .then(eb.ref('u.groupe_id'))
        .end()
        .as('groupe'),
      'u.version',
      listOf(
        eb
          .selectFrom('utilisateur_entite')
          .select('entite_id')
          .whereRef('utilisateur_id', '=', 'u.id')
          .orderBy('entite_id'),
      ).as('entites'),
      listOf(
        eb
          .selectFrom('utilisateur_ramification')
          .select('ramification_id')
          .whereRef('utilisateur_id', '=', 'u.id')
          .orderBy('ramification_id'),
      ).as('ramifications'),
      listOf(
        eb
          .selectFrom('utilisateur_moyen_paiement')
          .select('moyen_paiement_id')
          .whereRef('utilisateur_id', '=', 'u.id')
          .orderBy('moyen_paiement_id'),
      ).as('moyenPaiements'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst();
}

const columnsOf = ({ nom, prenom, username, email, telephone, enabled, type, groupe }: Account) => ({
  nom,
  prenom,
  username,
  email,
  telephone,
  enabled,
  type_id: type,
  groupe_id: groupe,
});

/** @param chosenByOther whether somebody else chose the password */
export async function insertAccount(
  trx: OpenTransaction,
  account: Account,
  passwordHash: string,
  chosenByOther: boolean,
): Promise<number> {
  const { id } = await trx
    .insertInto('utilisateur')
    .values({ ...columnsOf(account), password_hash: passwordHash, mot_de_passe_donne: chosenByOther })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLinks(trx, id, account);
  return id;
}

/** Writes an account; a change of its links also increments its version. */
export async function updateAccount(trx: OpenTransaction, id: number, account: Account): Promise<void> {
  const changed = await writeLinks(trx, id, account);
  await trx
    .updateTable('utilisateur')
    .set({ ...columnsOf(account), ...(changed && { updated_at: now }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Changes a password; a trigger ends the person's sessions.
 * @param chosenByOther whether somebody else chose it
 */
export async function updatePassword(
  trx: OpenTransaction,
  id: number,
  passwordHash: string,
  chosenByOther: boolean,
): Promise<void> {
  await trx
    .updateTable('utilisateur')
    .set({ password_hash: passwordHash, mot_de_passe_donne: chosenByOther })
    .where('id', '=', id)
    .execute();
}

export async function deleteAccount(trx: OpenTransaction, id: number): Promise<void> {
  await trx.deleteFrom('utilisateur').where('id', '=', id).execute();
}

/** @returns how many sessions were open */
export async function deleteSessionsOf(trx: OpenTransaction, id: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('utilisateur_id', '=', id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const LINKS = {
  entites: ['utilisateur_entite', 'entite_id'],
  ramifications: ['utilisateur_ramification', 'ramification_id'],
  moyenPaiements: ['utilisateur_moyen_paiement', 'moyen_paiement_id'],
} as const;

/** @returns whether a link was added or removed */
async function writeLinks(trx: OpenTransaction, id: number, account: Account): Promise<boolean> {
  let changed = false;
  for (const [name, [table, column]] of Object.entries(LINKS)) {
    const desired = account[name as keyof typeof LINKS];
    const { rows } = await sql`
      with retires as (
        delete from ${sql.table(table)} where utilisateur_id = ${id} and ${sql.id(column)} <> all (${desired}::int[]) returning 1
      ), ajoutes as (
        insert into ${sql.table(table)} (utilisateur_id, ${sql.id(column)})
        select ${id}, unnest(${desired}::int[]) on conflict do nothing returning 1
      ) select from retires union all select from ajoutes`.execute(trx);
    changed ||= rows.length > 0;
  }
  return changed;
}

export interface Group {
  id: number;
  nom: string;
  enabled: boolean;
  grants: Grants;
}

export async function findGroup(queries: Queries, id: number): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    select g.id, g.nom, g.enabled, coalesce((select json_object_agg(cle, noms) from (
      select n.cle, json_agg(p.nom) as noms from permission p join navigation n on n.id = p.navigation_id
      where p.groupe_id = g.id group by n.cle) accordees), '{}') as grants
    from groupe g where g.id = ${id}`.execute(queries);
  return rows[0];
}

/** The given places that exist within the scope. A person with sub-entities has no whole collectivité in scope. */
export async function placesWithin(queries: Queries, scope: Scope, places: Places): Promise<Places> {
  const entites =
    scope.kind === 'ramifications' ? sql<boolean>`false` : entiteCondition(scope, sql.ref('e.id'));
  const { rows } = await sql<Places>`
    select array(select e.id from entite e where e.id = any(${places.entites}::int[]) and ${entites}) as entites,
      array(select r.id from ramification r where r.id = any(${places.ramifications}::int[])
        and not r.technique and ${placeCondition(scope, sql.ref('r.entite_id'), sql.ref('r.id'))}) as ramifications`.execute(
    queries,
  );
  return rows[0] as Places;
}

/** The only collectivité of an account; null if there is none or several. */
export async function entiteOf(queries: Queries, places: Places): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select unnest(${places.entites}::int[]) as id
    union select entite_id from ramification where id = any(${places.ramifications}::int[]) limit 2`.execute(
    queries,
  );
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
