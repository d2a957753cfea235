/** Accounts, refused sign-ins and open sessions, as the screen « Sécurité » lists them. */
import {
  type CompteSurRow,
  compteSurList,
  type EchecRow,
  echecList,
  type SessionOuverteRow,
  sessionOuverteList,
  compteSurRowSchema,
  sessionOuverteRowSchema,
  echecRowSchema,
} from '@octroi/contract';
import { sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { lastNameColumn, personName } from '#src/platform/listing/person-name.ts';
import { FAILURE_WINDOW } from '../sign-in/attempts.repository.ts';
import { LIMITS } from '../sign-in/sign-in-attempts.service.ts';
import { userVisible } from '../accounts/people.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { agent, nested } from '#src/platform/listing/nested.ts';

const SECOND_FACTEUR = sql`case when exists (select from second_facteur f
  where f.utilisateur_id = "user".id and f.actif_depuis is not null) then 'Actif' else 'Absent' end`;
/** Present waiting time of an account, by the keys under which failed attempts are counted. */
const ATTENTE = sql`case when exists (select from sign_in_failure f
  where f.failed_at > clock_timestamp() - ${FAILURE_WINDOW}
    and (f.key = 'compte:' || "user".id or f.key like 'compte:' || "user".id || '@%'
      or f.key like 'appareil:' || "user".id || ':%')
  group by f.key having count(*) >= ${LIMITS.account}) then 'Ralenti' else 'Libre' end`;
const SESSIONS = sql`(select count(*) from session s where s.utilisateur_id = "user".id and s.expires_at > now())`;
const DERNIERE = sql`(select max(a.seen_at) from adresse_connue a where a.utilisateur_id = "user".id)`;

/** Enabled accounts, under the aliases of `peopleList`. */
export const comptesSource: ListSource<CompteSurRow> = {
  alias: 'user',
  otherAliases: { groupe: 'g' },
  from: sql`utilisateur as "user"`,
  key: sql.ref('user.id'),
  joins: {
    tu: { sql: sql`join type_utilisateur as tu on tu.id = "user".type_id` },
    g: { sql: sql`left join groupe as g on g.id = "user".groupe_id` },
  },
  columns: sqlColumns(
    compteSurList.fields,
    {
      'user.nom': lastNameColumn('user'),
      'user.username': { sql: sql.ref('user.username') },
      'user.email': { sql: sql.ref('user.email') },
      'g.nom': { sql: sql.ref('g.nom'), join: 'g', nullable: true },
      'user.secondFacteur': { sql: SECOND_FACTEUR },
      'user.attente': { sql: ATTENTE },
      'user.sessions': { sql: SESSIONS },
      'user.derniereConnexion': { sql: DERNIERE, nullable: true },
    },
    { 'user.id': { sql: sql.ref('user.id') } },
  ),
  order: { column: 'user.nom', direction: 'asc' },
  pageSize: 50,
  schema: compteSurRowSchema,
  row: {
    id: sql.ref('user.id'),
    username: sql.ref('user.username'),
    fullName: personName('user'),
    groupe: nested('g'),
    type: nested('tu'),
    secondFacteur: SECOND_FACTEUR,
    attente: ATTENTE,
    sessions: SESSIONS,
    derniereConnexion: DERNIERE,
  },
};

/** Enabled accounts within the scope. */
export const compteVisible = (scope: Scope) => sql<boolean>`("user".enabled and ${userVisible(scope)})`;

const MINUTES = sql`floor(extract(epoch from clock_timestamp() - session.seen_at) / 60)::int`;

export const sessionsSource: ListSource<SessionOuverteRow> = {
  alias: 'session',
  from: sql`session join utilisateur as "user" on "user".id = session.utilisateur_id`,
  key: sql.ref('session.id'),
  joins: {},
  columns: sqlColumns(
    sessionOuverteList.fields,
    {
      'user.nom': lastNameColumn('user'),
      'user.username': { sql: sql.ref('user.username') },
      'session.inactivite': { sql: MINUTES },
      'session.seenAt': { sql: sql.ref('session.seen_at') },
      'session.createdAt': { sql: sql.ref('session.created_at') },
      'session.adresse': { sql: sql.ref('session.address'), nullable: true },
      'session.kind': { sql: sql.ref('session.kind') },
    },
    { 'session.id': { sql: sql.ref('session.id') } },
  ),
  order: { column: 'session.seenAt', direction: 'desc' },
  pageSize: 50,
  schema: sessionOuverteRowSchema,
  row: {
    id: sql.ref('session.id'),
    utilisateur: agent('user'),
    kind: sql.ref('session.kind'),
    createdAt: instant('session.created_at'),
    seenAt: instant('session.seen_at'),
    inactivite: MINUTES,
    adresse: sql.ref('session.address'),
    userAgent: sql.ref('session.user_agent'),
  },
};

export const sessionVisible = (scope: Scope) =>
  sql<boolean>`(session.expires_at > now() and ${userVisible(scope)})`;

export const echecsSource: ListSource<EchecRow> = {
  alias: 'echec',
  otherAliases: { compte: 'user' },
  from: sql`echec_connexion as echec left join utilisateur as "user" on "user".id = echec.utilisateur_id`,
  key: sql.ref('echec.id'),
  joins: {},
  columns: sqlColumns(
    echecList.fields,
    {
      'echec.seenAt': { sql: sql.ref('echec.seen_at') },
      'echec.nom': { sql: sql.ref('echec.nom') },
      'echec.adresse': { sql: sql.ref('echec.adresse') },
      'echec.raison': { sql: sql.ref('echec.raison') },
      'echec.nombre': { sql: sql.ref('echec.nombre') },
      'user.id': { sql: sql.ref('echec.utilisateur_id'), nullable: true },
    },
    { 'echec.id': { sql: sql.ref('echec.id') } },
  ),
  order: { column: 'echec.seenAt', direction: 'desc' },
  pageSize: 50,
  schema: echecRowSchema,
  row: {
    id: sql.ref('echec.id'),
    createdAt: instant('echec.created_at'),
    seenAt: instant('echec.seen_at'),
    nom: sql.ref('echec.nom'),
    adresse: sql.ref('echec.adresse'),
    raison: sql.ref('echec.raison'),
    nombre: sql.ref('echec.nombre'),
    utilisateur: agent('user'),
  },
};

/** Attempts on names without an account are visible only with the whole scope. */
export const echecVisible = (scope: Scope) =>
  scope.kind === 'all' ? sql<boolean>`true` : sql<boolean>`("user".id is not null and ${userVisible(scope)})`;
