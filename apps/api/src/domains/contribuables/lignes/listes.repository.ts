/** Lists of equipment and lines (specification 2 sections 2.12 and 3), and their writes. */
import {
  baseTaxableList,
  type EnrollementListQuery,
  type EnrollementRow,
  equipementList,
  type EquipementRow,
  type EquipementListQuery,
  equipementRowSchema,
  enrollementRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { isOfSought } from '../recherche/recherche.repository.ts';
import { RAM_NOM, RANGS } from '#src/platform/listing/lieu.ts';
import {
  type ListSource,
  listSqlOf,
  type Narrowed,
  type SqlColumn,
  sqlColumns,
} from '#src/platform/listing/listing.ts';
import { instant, named } from '#src/platform/listing/row.ts';
import { nested } from '#src/platform/listing/nested.ts';

/** Joins common to both lists: `own` is the alias of the list's rows, `place` the sub-entity of each. */
const joins = (own: string, place: RawBuilder<unknown>): ListSource<unknown>['joins'] => ({
  contrib: {
    sql: sql`join contribuable as contrib on contrib.entite_id = ${sql.ref(`${own}.entite_id`)} and contrib.id = ${sql.ref(`${own}.contribuable_id`)}`,
  },
  ram: { sql: sql`join ramification as ram on ram.id = ${place}`, after: ['contrib'] },
  p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
  ent: { sql: sql`join entite as ent on ent.id = ${sql.ref(`${own}.entite_id`)}` },
  user: { sql: sql`join utilisateur as "user" on "user".id = ${sql.ref(`${own}.created_by_id`)}` },
  ...RANGS,
});

/** Columns common to both lists. */
const shared = (own: string, place: RawBuilder<unknown>) =>
  ({
    'contrib.id': { sql: sql.ref(`${own}.contribuable_id`) },
    'contrib.numKlis': {
      sql: sql.ref('contrib.num_klis'),
      search: sql.ref('contrib.recherche'),
      join: 'contrib',
    },
    'contrib.fullName': {
      sql: sql.ref('contrib.nom_complet'),
      search: sql.ref('contrib.recherche'),
      searched: sql.ref('contrib.nom_cherche'),
      join: 'contrib',
    },
    'ent.id': { sql: sql.ref(`${own}.entite_id`) },
    'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    'ram.id': { sql: place },
    'ram.nom': RAM_NOM,
    'p.id': { sql: sql.ref('ram.parent_id'), join: 'ram', nullable: true },
    'p.nom': { sql: sql.ref('p.nom'), join: 'p', nullable: true },
    'teq.nom': { sql: sql.ref('teq.nom'), join: 'teq', nullable: true },
    'user.id': { sql: sql.ref(`${own}.created_by_id`) },
    'user.username': { sql: sql.ref('user.username'), join: 'user' },
  }) satisfies Record<string, SqlColumn>;

/** @param own alias of the list's rows @param place column of the sub-entity */
const sharedRow = (own: string, place: string) => ({
  contribuable: {
    id: sql.ref('contrib.id'),
    numKlis: sql.ref('contrib.num_klis'),
    fullName: sql.ref('contrib.nom_complet'),
    statut: sql.ref('contrib.statut'),
    createdAt: instant('contrib.created_at'),
  },
  ramification: named('ramification', place),
  createdBy: named('agent', `${own}.created_by_id`),
});
const OTHER_ALIASES = {
  contribuable: 'contrib',
  entite: 'ent',
  ramification: 'ram',
  parent: 'p',
  createdBy: 'user',
  typeEquipement: 'teq',
  natureActivite: 'na',
};

const equipementPlace = sql.ref('equipement.ramification_id');
export const equipementSource: ListSource<EquipementRow> = {
  alias: 'equipement',
  otherAliases: { ...OTHER_ALIASES, type: 'teq' },
  from: sql`equipement`,
  key: sql.ref('equipement.id'),
  finds: (typed) => isOfSought(sql.ref('equipement.contribuable_id'), typed),
  joins: {
    ...joins('equipement', equipementPlace),
    teq: { sql: sql`join type_equipement as teq on teq.id = equipement.type_equipement_id` },
  },
  columns: sqlColumns(
    equipementList.fields,
    {
      ...shared('equipement', equipementPlace),
      'equipement.createdAt': { sql: sql.ref('equipement.created_at') },
      'equipement.enabled': { sql: sql.ref('equipement.enabled') },
      'equipement.precision': { sql: sql.ref('equipement.precision'), nullable: true },
      'teq.id': { sql: sql.ref('equipement.type_equipement_id') },
    },
    { 'equipement.id': { sql: sql.ref('equipement.id') } },
  ),
  order: { column: 'equipement.createdAt', direction: 'desc' },
  pageSize: 100,
  schema: equipementRowSchema,
  row: {
    id: sql.ref('equipement.id'),
    numKlis: sql.ref('contrib.num_klis'),
    type: nested('teq'),
    precision: sql.ref('equipement.precision'),
    unite: sql.ref('teq.unite'),
    quantite: sql`(select l.quantite from enrollement l where l.entite_id = equipement.entite_id
      and l.equipement_id = equipement.id and l.closed_at is null order by l.id limit 1)`,
    photo: sql.ref('equipement.photo'),
    latitude: sql.ref('equipement.latitude'),
    longitude: sql.ref('equipement.longitude'),
    enabled: sql.ref('equipement.enabled'),
    createdAt: instant('equipement.created_at'),
    updatedAt: instant('equipement.updated_at'),
    version: sql.ref('equipement.version'),
    ...sharedRow('equipement', 'equipement.ramification_id'),
  },
};

/** Whether the base of a line has a unit, and its quantity is not entered. */
const SANS_QUANTITE = sql`(enrollement.quantite is null and case when enrollement.equipement_id is null
  then enrollement.nature_activite_id in (select id from nature_activite where unite is not null)
  else exists (select from equipement sq join type_equipement st on st.id = sq.type_equipement_id
    where sq.entite_id = enrollement.entite_id and sq.id = enrollement.equipement_id and st.unite is not null) end)`;

/** A line has its taxpayer's place. */
const enrollementPlace = sql.ref('contrib.ramification_id');
export const enrollementSource: ListSource<EnrollementRow> = {
  alias: 'enrollement',
  otherAliases: OTHER_ALIASES,
  from: sql`enrollement`,
  key: sql.ref('enrollement.id'),
  finds: (typed) => isOfSought(sql.ref('enrollement.contribuable_id'), typed),
  joins: {
    ...joins('enrollement', enrollementPlace),
    q: {
      sql: sql`left join equipement as q on q.entite_id = enrollement.entite_id and q.id = enrollement.equipement_id`,
    },
    teq: { sql: sql`left join type_equipement as teq on teq.id = q.type_equipement_id`, after: ['q'] },
    na: { sql: sql`left join nature_activite as na on na.id = enrollement.nature_activite_id` },
  },
  columns: sqlColumns(baseTaxableList.fields, {
    ...shared('enrollement', enrollementPlace),
    'enrollement.createdAt': { sql: sql.ref('enrollement.created_at') },
    'enrollement.enabled': { sql: sql.ref('enrollement.enabled') },
    'ram.id': { sql: enrollementPlace, join: 'contrib' },
    'enrollement.quantite': { sql: sql.ref('enrollement.quantite'), nullable: true },
    'enrollement.sansQuantite': { sql: SANS_QUANTITE },
    'enrollement.variation': { sql: sql.ref('enrollement.variation'), nullable: true },
    'enrollement.closedAt': { sql: sql.ref('enrollement.closed_at'), nullable: true },
    'na.id': { sql: sql.ref('enrollement.nature_activite_id'), nullable: true },
    'na.nom': { sql: sql.ref('na.nom'), join: 'na', nullable: true },
    'teq.id': { sql: sql.ref('q.type_equipement_id'), join: 'q', nullable: true },
    'contrib.createdAt': { sql: sql.ref('contrib.created_at'), join: 'contrib' },
    'contrib.statut': { sql: sql.ref('contrib.statut'), join: 'contrib' },
    'contrib.raisonSociale': { sql: sql.ref('contrib.raison_sociale'), join: 'contrib', nullable: true },
    'contrib.enabled': { sql: sql.ref('contrib.enabled'), join: 'contrib' },
  }),
  order: { column: 'enrollement.createdAt', direction: 'desc' },
  pageSize: 100,
  schema: enrollementRowSchema,
  row: {
    id: sql.ref('enrollement.id'),
    equipement: sql`case when q.id is not null then json_build_object('id', q.id, 'type', ${nested('teq')}) end`,
    natureActivite: nested('na'),
    variation: sql`coalesce(nullif(enrollement.variation, ''), q.precision)`,
    unite: sql`coalesce(na.unite, teq.unite)`,
    quantite: sql.ref('enrollement.quantite'),
    enabled: sql.ref('enrollement.enabled'),
    closedAt: instant('enrollement.closed_at'),
    latitude: sql.ref('enrollement.latitude'),
    longitude: sql.ref('enrollement.longitude'),
    createdAt: instant('enrollement.created_at'),
    updatedAt: instant('enrollement.updated_at'),
    version: sql.ref('enrollement.version'),
    ...sharedRow('enrollement', 'contrib.ramification_id'),
  },
};

/** Scope and place, as conditions on the rows of either list. */
export const equipementConditions = (
  scope: Scope,
  query: Partial<EquipementListQuery>,
): RawBuilder<boolean>[] => placeConditions(scope, query, sql.ref('equipement.entite_id'), equipementPlace);
export function enrollementConditions(
  scope: Scope,
  query: Partial<EnrollementListQuery>,
): RawBuilder<boolean>[] {
  const conditions = placeConditions(scope, query, sql.ref('enrollement.entite_id'), enrollementPlace);
  if (query.from) conditions.push(sql`contrib.created_at >= debut_du_jour(${query.from}::date)`);
  if (query.to) conditions.push(sql`contrib.created_at < debut_du_jour(${query.to}::date + 1)`);
  if (query.betail !== undefined) conditions.push(sql`contrib.betail = ${query.betail === '1'}`);
  if (query.statut) conditions.push(sql`contrib.statut = ${query.statut}`);
  return conditions;
}

/** Counts the closed lines of a narrowed list. */
export async function countClosed(queries: Queries, narrowed: Narrowed): Promise<number> {
  const { where, from } = listSqlOf(enrollementSource, narrowed);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${from} where ${where} and enrollement.closed_at is not null`.execute(queries);
  return rows[0]?.n ?? 0;
}

/** The taxpayers with a number, within the person's collectivités. */
export async function findByNumber(queries: Queries, scope: Scope, numKlis: string): Promise<number[]> {
  const rows = await queries
    .selectFrom('entite as e')
    .innerJoin('contribuable as c', 'c.entite_id', 'e.id')
    .select('c.id')
    .where('c.num_klis', '=', numKlis)
    .where((eb) => placeCondition(scope, eb.ref('c.entite_id'), eb.ref('c.ramification_id')))
    .execute();
  return rows.map(({ id }) => id);
}

interface NewEquipement {
  contribuable: number;
  type: number;
  ramification: number;
  precision: string | null;
  latitude: number | null;
  longitude: number | null;
  cle: string | null;
}

/** @returns the id; undefined if the key was used before */
export async function insertEquipement(
  trx: OpenTransaction,
  entiteId: number,
  utilisateurId: number,
  values: NewEquipement,
): Promise<number | undefined> {
  const equipement = await trx
    .insertInto('equipement')
    .values({
      entite_id: entiteId,
      contribuable_id: values.contribuable,
      type_equipement_id: values.type,
      ramification_id: values.ramification,
      precision: values.precision,
      latitude: values.latitude,
      longitude: values.longitude,
      cle_idempotence: values.cle,
      created_by_id: utilisateurId,
    })
    .onConflict((conflict) =>
      conflict.columns(['entite_id', 'cle_idempotence']).where('cle_idempotence', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return equipement?.id;
}

/** The record that was created with the client's key. */
export async function findByCle(
  queries: Queries,
  table: 'equipement' | 'enrollement',
  entiteId: number,
  cle: string,
): Promise<{ id: number; createdBy: number } | undefined> {
  return queries
    .selectFrom(table)
    .select(['id', 'created_by_id as createdBy'])
    .where('entite_id', '=', entiteId)
    .where('cle_idempotence', '=', cle)
    .executeTakeFirst();
}

/** An equipment of a taxpayer, with its open line. */
export async function readEquipement(
  queries: Queries,
  entiteId: number,
  id: number,
): Promise<
  | {
      contribuable: number;
      typeEquipement: number;
      precision: string | null;
      ligne: number | null;
      version: number;
    }
  | undefined
> {
  return queries
    .selectFrom('equipement as q')
    .select((eb) => [
      'q.contribuable_id as contribuable',
      'q.type_equipement_id as typeEquipement',
      'q.precision',
      'q.version',
      eb
        .selectFrom('enrollement as l')
        .select(({ fn }) => fn.min('l.id').as('premiere'))
        .whereRef('l.entite_id', '=', 'q.entite_id')
        .whereRef('l.equipement_id', '=', 'q.id')
        .where('l.closed_at', 'is', null)
        .as('ligne'),
    ])
    .where('q.entite_id', '=', entiteId)
    .where('q.id', '=', id)
    .executeTakeFirst();
}

interface EquipementChanges {
  precision?: string | null | undefined;
  ramification?: number | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  enabled?: boolean | undefined;
}

export async function updateEquipement(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  { ramification, ...changes }: EquipementChanges,
): Promise<void> {
  const set = { ...changes, ramification_id: ramification };
  if (Object.values(set).every((value) => value === undefined)) return;
  await trx
    .updateTable('equipement')
    .set(set)
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEquipement(trx: OpenTransaction, entiteId: number, id: number): Promise<void> {
  // a line never billed goes with its equipment; a billed one prevents the deletion
  await trx.deleteFrom('equipement').where('entite_id', '=', entiteId).where('id', '=', id).execute();
}
