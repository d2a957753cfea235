/** Sessions as revocable rows; reads the person of a session in one query. */
import { createHash, randomBytes } from 'node:crypto';
import { AGENT_GRANTS, ALL_GRANTS, isSuperAdmin, TYPE_UTILISATEUR } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { isAgent, type Person } from '#src/platform/access/person.ts';
import {
  type Database,
  type OpenTransaction,
  PREPARED,
  type Queries,
} from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import { SESSION_HOURS } from './cookies.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface NewSession {
  utilisateurId: number;
  kind: 'cookie' | 'bearer';
  /** Hours until it ends. */
  hours: number;
  /** Minutes without a request after which it ends; absent: no such limit. */
  idleMinutes?: number | undefined;
  address: string;
  userAgent: string | undefined;
  /** Token of the browser that opens it. */
  device?: string | undefined;
}

/** End of a session used now: after its hours, or earlier without use. */
const endOf = (opened: RawBuilder<unknown>, hours: number, idleMinutes = hours * 60) =>
  sql<string>`least(${opened} + make_interval(hours => ${hours}), now() + make_interval(mins => ${idleMinutes}))`;

/** Opens a session and returns its token, of which only a hash is stored. */
export async function insertSession(trx: OpenTransaction, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      utilisateur_id: session.utilisateurId,
      kind: session.kind,
      expires_at: endOf(sql`now()`, session.hours, session.idleMinutes),
      address: session.address,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      appareil_hash: session.device === undefined ? null : hashOf(session.device),
    })
    .execute();
  return token;
}

export async function deleteSession(trx: OpenTransaction, id: number): Promise<void> {
  await trx.deleteFrom('session').where('id', '=', id).execute();
}

/** Ends an account's sessions in one browser. */
export async function deleteSessionsOfDevice(
  trx: OpenTransaction,
  utilisateurId: number,
  device: string,
): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('utilisateur_id', '=', utilisateurId)
    .where('appareil_hash', '=', hashOf(device))
    .execute();
}

/** Precision in minutes of the last use, so that not every request writes. */
const SEEN_MINUTES = 5;
const SEEN_RECENTLY = sql<string>`now() - make_interval(mins => ${SEEN_MINUTES})`;

/** Records that a session is in use, which extends a browser's session. */
async function touchSession(trx: OpenTransaction, id: number, idleMinutes: number): Promise<void> {
  await trx
    .updateTable('session')
    .set((eb) => ({
      seen_at: now,
      expires_at: eb
        .case()
        .when('kind', '=', 'cookie')
        .then(endOf(sql.ref('created_at'), SESSION_HOURS, idleMinutes))
        .else(eb.ref('expires_at'))
        .end(),
    }))
    .where('id', '=', id)
    .where('seen_at', '<', SEEN_RECENTLY)
    .execute();
}

/** Minutes after entering the password in which sensitive requests are allowed. */
const CONFIRMED_MINUTES = 10;
const CONFIRMED_RECENTLY = sql<string>`now() - make_interval(mins => ${CONFIRMED_MINUTES})`;

/** Records that the person of the session has entered the password. */
export async function confirmSession(trx: OpenTransaction, id: number): Promise<void> {
  await trx.updateTable('session').set({ confirmed_at: now }).where('id', '=', id).execute();
}

export async function deleteExpiredSessions(trx: OpenTransaction): Promise<void> {
  await trx.deleteFrom('session').where('expires_at', '<', now).execute();
}

/** A person with rights and scope, without a session. */
type PersonWithoutSession = Omit<Person, 'session'>;

interface PersonRow extends PersonWithoutSession {
  session_id: number;
  kind: 'cookie' | 'bearer';
  stale: boolean;
  confirmed: boolean;
}

const PERSON = sql`
  u.id, u.nom, u.prenom, u.username, u.email,
  json_build_object('id', tu.id, 'nom', tu.nom) as type,
  case when g.enabled then json_build_object('id', g.id, 'nom', g.nom) end as groupe,
  array(select entite_id from utilisateur_entite where utilisateur_id = u.id order by 1) as entites,
  array(select ramification_id from utilisateur_ramification where utilisateur_id = u.id order by 1) as ramifications,
  array(select distinct r.entite_id from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
    where ur.utilisateur_id = u.id order by 1) as "entitesOfRamifications",
  array(select moyen_paiement_id from utilisateur_moyen_paiement where utilisateur_id = u.id order by 1) as "moyenPaiements",
  coalesce((select json_object_agg(cle, noms) from (
    select n.cle, json_agg(p.nom) as noms from permission p join navigation n on n.id = p.navigation_id
    where p.groupe_id = g.id and g.enabled group by n.cle) accordees), '{}') as grants,
  u.type_id = ${TYPE_UTILISATEUR.utilisateur} and u.mot_de_passe_donne as "motDePasseDonne",
  u.type_id = ${TYPE_UTILISATEUR.utilisateur} and coalesce(g.second_facteur, false) and not exists (
    select from second_facteur where utilisateur_id = u.id and actif_depuis is not null) as "secondFacteurRequis"`;
const PEOPLE = sql`utilisateur u
  join type_utilisateur tu on tu.id = u.type_id
  left join groupe g on g.id = u.groupe_id`;

/** Agents have the rights of their type, whatever their group; Super Admin has all rights. */
function withRights<Row extends PersonWithoutSession>(row: Row): Row {
  if (isAgent(row)) return { ...row, groupe: null, grants: AGENT_GRANTS };
  return isSuperAdmin(row) ? { ...row, grants: ALL_GRANTS } : row;
}

/** The enabled person of a valid session; records its use. */
export async function findPerson(
  db: Database,
  token: string,
  idleMinutes: number,
): Promise<Person | undefined> {
  const { rows } = await sql<PersonRow>`${sql.raw(PREPARED)}
    select s.id as session_id, s.kind, s.seen_at < ${SEEN_RECENTLY} as stale, s.confirmed_at > ${CONFIRMED_RECENTLY} as confirmed,
      ${PERSON} from ${PEOPLE} join session s on s.utilisateur_id = u.id
    where s.token_hash = ${hashOf(token)} and s.expires_at > now() and u.enabled`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { session_id, kind, stale, confirmed, ...person } = withRights(row);
  if (stale) await db.transaction().execute((trx) => touchSession(trx, session_id, idleMinutes));
  return { ...person, session: { id: session_id, kind, confirmed } };
}

/** A person's present rights and scope, for work without a session. */
export const withoutSession = (person: PersonWithoutSession): Person => ({
  ...person,
  session: { id: 0, kind: 'bearer', confirmed: false },
});

/** A person with present rights, for work outside a request; undefined if the account is disabled. */
export async function findAbsent(queries: Queries, id: number): Promise<PersonWithoutSession | undefined> {
  const { rows } = await sql<PersonWithoutSession>`
    select ${PERSON} from ${PEOPLE} where u.id = ${id} and u.enabled`.execute(queries);
  return rows[0] && withRights(rows[0]);
}
