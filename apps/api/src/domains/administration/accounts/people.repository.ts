/** Reads accounts for sign-in and lists. */
import { TYPE_UTILISATEUR, type User, userSchema } from '@octroi/contract';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { entiteCondition, placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { ListSource } from '#src/platform/listing/listing.ts';
import { lastNameColumn, nameColumn, personName } from '#src/platform/listing/person-name.ts';
import { instant, type RowFields } from '#src/platform/listing/row.ts';
import { nested } from '#src/platform/listing/nested.ts';

export interface Account {
  id: number;
  enabled: boolean;
  type_id: number;
  password_hash: string;
}

/** The account of a pseudo or an email address, whatever its case. */
export async function findAccount(queries: Queries, login: string): Promise<Account | undefined> {
  const isIn = (column: 'username' | 'email') => (eb: ExpressionBuilder<DB, 'utilisateur'>) =>
    eb(eb.fn('lower', [column]), '=', eb.fn('lower', [eb.val(login)]));
  return queries
    .selectFrom('utilisateur')
    .select(['id', 'enabled', 'type_id', 'password_hash'])
    .where((eb) => eb.or([isIn('username')(eb), isIn('email')(eb)]))
    .orderBy(isIn('username'), 'desc')
    .limit(1)
    .executeTakeFirst();
}

const attachedTo =
  (link: keyof DB, within: RawBuilder<boolean> = sql<boolean>`true`) =>
  (condition: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from ${sql.table(link)} attache
      where attache.utilisateur_id = "user".id and ${within} and ${condition})`;

/** A person works in a collectivité if attached to it, or to one of its sub-entities. */
const worksIn =
  (entiteWithin: RawBuilder<boolean>, ramificationWithin: RawBuilder<boolean>) =>
  (condition: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from (
        select ue.entite_id from utilisateur_entite ue where ue.utilisateur_id = "user".id and ${entiteWithin}
        union all
        select r.entite_id from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
        where ur.utilisateur_id = "user".id and ${ramificationWithin}) attache
      where ${condition})`;

/** Enrolments and collected amounts of persons within the scope, from yearly totals: no payment is read. */
function situations(scope: Scope): RawBuilder<unknown> {
  const own = sql`t.agent_id = "user".id and t.grain = 'a' and not t.betail
    and ${placeCondition(scope, sql.ref('t.entite_id'), sql.ref('t.ramification_id'))}`;
  return sql`(select json_build_object('nbreEnrollements', e.n, 'nbreTransactions', r.n, 'totalTransactions', r.total)
    from (select coalesce(sum(t.total), 0)::bigint as n from total_agent t where ${own}) e,
      (select coalesce(sum(t.nombre), 0)::bigint as n, coalesce(sum(t.recu - t.rembourse), 0)::bigint as total
        from tenu_encaissement_agent t where ${own}) r)`;
}

/**
 * Whose full records the person may read. Of other people, a list shows only name, pseudo and places, which filters and
 * forms need.
 */
export type Readable = 'all' | 'agents' | 'users' | 'none';
const READABLE: Record<Readable, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  agents: sql<boolean>`("user".type_id = ${sql.lit(TYPE_UTILISATEUR.agent)})`,
  users: sql<boolean>`("user".type_id <> ${sql.lit(TYPE_UTILISATEUR.agent)})`,
  none: sql<boolean>`false`,
};

/** A field, or its replacement if the record may not be read. */
type ReadField = (value: RawBuilder<unknown>, otherwise?: RawBuilder<unknown>) => RawBuilder<unknown>;

const ramificationWithin = (scope: Scope): RawBuilder<boolean> =>
  placeCondition(scope, sql.ref('r.entite_id'), sql.ref('r.id'));

const personRow = (scope: Scope, read: ReadField): RowFields<User> => ({
  id: sql.ref('user.id'),
  nom: sql.ref('user.nom'),
  prenom: sql.ref('user.prenom'),
  fullName: personName('user'),
  username: sql.ref('user.username'),
  email: read(sql`"user".email`, sql`''`),
  telephone: read(sql`"user".telephone`),
  enabled: sql.ref('user.enabled'),
  type: nested('tu'),
  groupe: read(nested('g')),
  roles: read(sql`array_remove(array[g.nom::text], null)`, sql`'{}'::text[]`),
  entites: sql`coalesce((select json_agg(json_build_object('id', e.id, 'nom', e.nom, 'nomCourt', e.nom_court) order by e.nom)
    from utilisateur_entite ue join entite e on e.id = ue.entite_id
    where ue.utilisateur_id = "user".id and ${entiteCondition(scope, sql.ref('e.id'))}), '[]')`,
  ramifications: sql`coalesce((select json_agg(json_build_object('id', r.id, 'nom', r.nom, 'entite', json_build_object('id', e.id, 'nom', e.nom)) order by r.nom)
    from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id join entite e on e.id = r.entite_id
    where ur.utilisateur_id = "user".id and ${ramificationWithin(scope)}), '[]')`,
  moyenPaiements: read(
    sql`coalesce((select json_agg(json_build_object('id', m.id, 'nom', m.nom) order by m.nom)
      from utilisateur_moyen_paiement um join moyen_paiement m on m.id = um.moyen_paiement_id
      where um.utilisateur_id = "user".id), '[]')`,
    sql`'[]'::json`,
  ),
  situations: read(
    situations(scope),
    sql`json_build_object('nbreEnrollements', 0, 'nbreTransactions', 0, 'totalTransactions', 0)`,
  ),
  createdAt: instant('user.created_at'),
  updatedAt: instant('user.updated_at'),
  version: sql.ref('user.version'),
});

/**
 * People, under the specification's aliases: user, tu (type), g (group), ent and ram (places), mp (allowed payment
 * methods). Places outside the scope are neither shown nor searched.
 */
export function peopleList(scope: Scope, readable: Readable = 'all'): ListSource<User> {
  const read: ReadField = (value, otherwise = sql`null`) =>
    readable === 'all' ? value : sql`case when ${READABLE[readable]} then ${value} else ${otherwise} end`;
  return {
    alias: 'user',
    otherAliases: {
      utilisateur: 'user',
      type: 'tu',
      groupe: 'g',
      entites: 'ent',
      ramifications: 'ram',
      moyenPaiements: 'mp',
    },
    from: sql`utilisateur as "user"`,
    key: sql.ref('user.id'),
    joins: {
      tu: { sql: sql`join type_utilisateur as tu on tu.id = "user".type_id` },
      g: { sql: sql`left join groupe as g on g.id = "user".groupe_id` },
    },
    columns: {
      'user.id': { sql: sql.ref('user.id'), type: 'integer' },
      'user.nom': { ...lastNameColumn('user'), type: 'text' },
      'user.prenom': { sql: sql.ref('user.prenom'), type: 'text' },
      'user.fullName': { ...nameColumn('user'), type: 'text' },
      'user.username': { sql: sql.ref('user.username'), type: 'text' },
      'user.email': { sql: read(sql.ref('user.email')), type: 'text', nullable: readable !== 'all' },
      'user.telephone': { sql: read(sql.ref('user.telephone')), type: 'text', nullable: true },
      'user.enabled': { sql: sql.ref('user.enabled'), type: 'boolean' },
      'user.createdAt': { sql: sql.ref('user.created_at'), type: 'instant' },
      'user.updatedAt': { sql: sql.ref('user.updated_at'), type: 'instant' },
      'tu.id': { sql: sql.ref('user.type_id'), type: 'reference' },
      'tu.nom': { sql: sql.ref('tu.nom'), type: 'text', join: 'tu' },
      'g.id': { sql: read(sql.ref('user.groupe_id')), type: 'reference', nullable: true },
      'g.nom': { sql: read(sql.ref('g.nom')), type: 'text', join: 'g', nullable: true },
      'ent.id': {
        sql: sql.ref('attache.entite_id'),
        type: 'reference',
        some: worksIn(entiteCondition(scope, sql.ref('ue.entite_id')), ramificationWithin(scope)),
      },
      'ram.id': {
        sql: sql.ref('attache.ramification_id'),
        type: 'reference',
        some: attachedTo(
          'utilisateur_ramification',
          sql<boolean>`exists (select from ramification r where r.id = attache.ramification_id and ${ramificationWithin(scope)})`,
        ),
      },
      'mp.id': {
        sql: sql.ref('attache.moyen_paiement_id'),
        type: 'reference',
        some: attachedTo('utilisateur_moyen_paiement', READABLE[readable]),
      },
    },
    order: { column: 'user.nom', direction: 'asc' },
    pageSize: 30,
    schema: userSchema,
    row: personRow(scope, read),
  };
}

/** People with all their places. */
export const userList: ListSource<User> = peopleList({ kind: 'all' });

/** Accounts of one type, for the list of agents. */
export const ofType = (typeId: number): RawBuilder<boolean> => sql<boolean>`"user".type_id = ${typeId}::int`;

/** People attached to collectivités or sub-entities within the scope. */
export function userVisible(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`;
  if (scope.kind === 'entites')
    return sql<boolean>`(
      exists (select from utilisateur_entite ue where ue.utilisateur_id = "user".id and ue.entite_id = any(${scope.entites}::int[]))
      or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
        where ur.utilisateur_id = "user".id and r.entite_id = any(${scope.entites}::int[])))`;
  return sql<boolean>`(
    exists (select from utilisateur_ramification ur join ramification_descendance d on d.descendant_id = ur.ramification_id
      where ur.utilisateur_id = "user".id and d.ancetre_id = any(${scope.ramifications}::int[]))
    or exists (select from utilisateur_entite ue where ue.utilisateur_id = "user".id and "user".type_id = 2
      and ue.entite_id = any(${scope.entites}::int[])))`;
}

/** Places to switch to in the shell, and the installation's settings. */
export async function readShell(queries: Queries, scope: Scope) {
  const entites =
    scope.kind === 'all'
      ? sql`true`
      : scope.kind === 'entites'
        ? sql`id = any(${scope.entites}::int[])`
        : sql`false`;
  const ramifications = scope.kind === 'ramifications' ? scope.ramifications : [];
  const { rows } = await sql<{
    collectivites: { id: number; nom: string }[];
    ramifications: { id: number; nom: string; entite: { id: number; nom: string } }[];
    today: string;
    timeZone: string;
  }>`select
      coalesce((select json_agg(json_build_object('id', id, 'nom', nom) order by nom) from entite where enabled and ${entites}), '[]') as collectivites,
      coalesce((select json_agg(json_build_object('id', r.id, 'nom', r.nom, 'entite', json_build_object('id', e.id, 'nom', e.nom)) order by r.nom)
        from ramification r join entite e on e.id = r.entite_id where r.id = any(${ramifications}::int[]) and e.enabled), '[]') as ramifications,
      (select valeur from parametre where cle = 'fuseau') as "timeZone", aujourdhui() as today`.execute(
    queries,
  );
  return rows[0] as Exclude<(typeof rows)[0], undefined>;
}
