/** Applications: the rate of a tax in a sub-entity and a year; not yet part of a tax when created alone. */
import { type ResourceRow, applications } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import type { ListSource } from '#src/platform/listing/listing.ts';
import type { StoredPrecision } from './precisions.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested } from '#src/platform/listing/nested.ts';

export interface StoredApplication {
  id: number;
  ramification: number;
  annee: number;
  /** Day of its year from which on it is the rate; null: the first one. */
  depuis: string | null;
  tarif: number | null;
  exclue: boolean;
  parUnite: boolean;
  franchise: number | null;
  minimum: number | null;
  maximum: number | null;
  arrondi: number;
  precisione: StoredPrecision[];
}
export interface LoneApplication extends StoredApplication {
  entite: number;
  taxe: number | null;
  version: number;
}

/** Order of the précisions `p` of a rate as entered; `ap` links them to it. */
export const PRECISION_ORDER = sql`ap.rang, p.tarif, p.libelle, p.id`;

/** The précisions of the application `a`, as nested JSON. */
export const PRECISIONS_OF_A: RawBuilder<unknown> = sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'annee', p.annee::text, 'libelle', p.libelle, 'tarif', p.tarif, 'parUnite', p.par_unite,
    'seuil', p.seuil)
    order by ${PRECISION_ORDER})
  from application_precision ap join precision_taxe p on p.id = ap.precision_id where ap.application_id = a.id), '[]')`;

export const applicationList: ListSource<ResourceRow> = {
  alias: 'a',
  otherAliases: { application: 'a', ramification: 'ram', taxe: 't', entite: 'ent', precisione: 'pr' },
  from: sql`application as a`,
  key: sql.ref('a.id'),
  joins: {
    ram: { sql: sql`join ramification as ram on ram.id = a.ramification_id` },
    t: { sql: sql`left join taxe as t on t.id = a.taxe_id` },
    ent: { sql: sql`join entite as ent on ent.id = a.entite_id` },
  },
  columns: {
    'a.id': { sql: sql.ref('a.id'), type: 'integer' },
    'a.annee': { sql: sql.ref('a.annee'), type: 'integer' },
    'a.depuis': { sql: sql.ref('a.depuis'), type: 'day', nullable: true },
    'a.tarif': { sql: sql.ref('a.tarif'), type: 'integer', nullable: true },
    'a.exclue': { sql: sql.ref('a.exclue'), type: 'boolean' },
    'a.parUnite': { sql: sql.ref('a.par_unite'), type: 'boolean' },
    'a.franchise': { sql: sql.ref('a.franchise'), type: 'decimal', nullable: true },
    'a.minimum': { sql: sql.ref('a.minimum'), type: 'integer', nullable: true },
    'a.maximum': { sql: sql.ref('a.maximum'), type: 'integer', nullable: true },
    'a.arrondi': { sql: sql.ref('a.arrondi'), type: 'integer' },
    'a.createdAt': { sql: sql.ref('a.created_at'), type: 'instant' },
    'a.updatedAt': { sql: sql.ref('a.updated_at'), type: 'instant' },
    'ram.id': { sql: sql.ref('a.ramification_id'), type: 'reference' },
    'ram.nom': { sql: sql.ref('ram.nom'), type: 'text', join: 'ram' },
    't.id': { sql: sql.ref('a.taxe_id'), type: 'reference', nullable: true },
    't.nom': { sql: sql.ref('t.nom'), type: 'text', join: 't', nullable: true },
    'ent.id': { sql: sql.ref('a.entite_id'), type: 'reference' },
    'ent.nom': { sql: sql.ref('ent.nom'), type: 'text', join: 'ent' },
    'pr.id': {
      sql: sql.ref('ap.precision_id'),
      type: 'reference',
      some: (condition) =>
        sql<boolean>`exists (select from application_precision ap where ap.application_id = a.id and ${condition})`,
    },
  },
  order: { column: 'a.id', direction: 'asc' },
  pageSize: 30,
  schema: applications.replySchema,
  row: {
    id: sql.ref('a.id'),
    ramification: nested('ram'),
    annee: sql`a.annee::text`,
    depuis: sql.ref('a.depuis'),
    tarif: sql.ref('a.tarif'),
    exclue: sql.ref('a.exclue'),
    parUnite: sql.ref('a.par_unite'),
    franchise: sql.ref('a.franchise'),
    minimum: sql.ref('a.minimum'),
    maximum: sql.ref('a.maximum'),
    arrondi: sql.ref('a.arrondi'),
    precisione: PRECISIONS_OF_A,
    taxe: nested('t'),
    entite: nested('ent'),
    createdAt: instant('a.created_at'),
    updatedAt: instant('a.updated_at'),
    version: sql.ref('a.version'),
  },
};

/** Applications of the collectivités in scope, or of those that its sub-entities belong to. */
export const applicationVisible = (person: Person): RawBuilder<boolean> =>
  entiteCondition(scopeOf(person), sql.ref('a.entite_id'));

const stored = (queries: Queries) =>
  queries
    .selectFrom('application as a')
    .select((eb) => [
      'a.id',
      'a.ramification_id as ramification',
      'a.annee',
      'a.depuis',
      'a.tarif',
      'a.exclue',
      'a.par_unite as parUnite',
      'a.franchise',
      'a.minimum',
      'a.maximum',
      'a.arrondi',
      jsonArrayFrom(
        eb
          .selectFrom('application_precision as ap')
          .innerJoin('precision_taxe as p', 'p.id', 'ap.precision_id')
          .select(['p.id', 'p.annee', 'p.libelle', 'p.tarif', 'p.par_unite as parUnite', 'p.seuil'])
          .whereRef('ap.application_id', '=', 'a.id')
          .orderBy(PRECISION_ORDER),
      ).as('precisione'),
    ]);

/** The applications of a tax, in a stable order. */
export const applicationsOf = (trx: OpenTransaction, taxeId: number): Promise<StoredApplication[]> =>
  stored(trx)
    .where('a.taxe_id', '=', taxeId)
    .orderBy('a.annee')
    .orderBy('a.ramification_id')
    .orderBy('a.depuis', (of) => of.asc().nullsFirst())
    .execute();

/** Locks applications that are not part of a tax. */
export async function lockLoneApplications(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
): Promise<StoredApplication[]> {
  if (ids.length === 0) return [];
  return stored(trx)
    .where('a.id', '=', anyOf(ids))
    .where('a.entite_id', '=', entiteId)
    .where('a.taxe_id', 'is', null)
    .orderBy('a.id')
    .forUpdate('a')
    .execute();
}

export const findApplication = (queries: Queries, id: number): Promise<LoneApplication | undefined> =>
  stored(queries)
    .select(['a.entite_id as entite', 'a.taxe_id as taxe', 'a.version'])
    .where('a.id', '=', id)
    .executeTakeFirst();

export const lockApplication = async (
  trx: OpenTransaction,
  id: number,
): Promise<LoneApplication | undefined> => {
  // a separate statement, so that the data is read after the lock
  await trx.selectFrom('application').select('id').where('id', '=', id).forUpdate().execute();
  return findApplication(trx, id);
};

type ApplicationValues = Omit<StoredApplication, 'id' | 'precisione'>;

const columns = (values: readonly ApplicationValues[]) => sql`
  ${values.map(({ ramification }) => ramification)}::int[], ${values.map(({ annee }) => annee)}::int[],
  ${values.map(({ depuis }) => depuis)}::date[], ${values.map(({ tarif }) => tarif)}::bigint[], ${values.map(({ exclue }) => exclue)}::boolean[],
  ${values.map(({ parUnite }) => parUnite)}::boolean[], ${values.map(({ franchise }) => franchise)}::numeric[],
  ${values.map(({ minimum }) => minimum)}::bigint[], ${values.map(({ maximum }) => maximum)}::bigint[],
  ${values.map(({ arrondi }) => arrondi)}::smallint[]`;
const NAMES = sql`ramification, annee, depuis, tarif, exclue, par_unite, franchise, minimum, maximum, arrondi`;

/** @param taxeId null: not part of a tax yet */
export async function insertApplications(
  trx: OpenTransaction,
  entiteId: number,
  taxeId: number | null,
  values: readonly ApplicationValues[],
): Promise<Pick<StoredApplication, 'id' | 'ramification' | 'annee' | 'depuis'>[]> {
  if (values.length === 0) return [];
  const { rows } = await sql<Pick<StoredApplication, 'id' | 'ramification' | 'annee' | 'depuis'>>`
    insert into application (entite_id, taxe_id, ramification_id, annee, depuis, tarif, exclue, par_unite, franchise, minimum, maximum, arrondi)
    select ${entiteId}, ${taxeId}::int, ${NAMES}
    from unnest(${columns(values)}) as neuve (${NAMES})
    returning id, ramification_id as ramification, annee, depuis`.execute(trx);
  return rows;
}

/** Updates applications for the tax; unchanged ones keep their version. */
export async function updateApplications(
  trx: OpenTransaction,
  taxeId: number | null,
  values: readonly StoredApplication[],
): Promise<void> {
  if (values.length === 0) return;
  await sql`
    update application a set taxe_id = ${taxeId}::int, ramification_id = v.ramification, annee = v.annee, depuis = v.depuis, tarif = v.tarif,
      exclue = v.exclue, par_unite = v.par_unite, franchise = v.franchise, minimum = v.minimum, maximum = v.maximum,
      arrondi = v.arrondi
    from unnest(${values.map(({ id }) => id)}::int[], ${columns(values)}) as v (id, ${NAMES})
    where a.id = v.id`.execute(trx);
}

/** Sets the précisions of each application, in this order. */
export async function linkPrecisions(
  trx: OpenTransaction,
  links: readonly { application: number; precisions: readonly number[] }[],
): Promise<void> {
  if (links.length === 0) return;
  const pairs = links.flatMap(({ application, precisions }) =>
    precisions.map((precision, rang) => ({ application, precision, rang })),
  );
  await trx
    .deleteFrom('application_precision')
    .where('application_id', '=', anyOf(links.map(({ application }) => application)))
    .execute();
  await sql`
    insert into application_precision (application_id, precision_id, rang)
    select * from unnest(${pairs.map(({ application }) => application)}::int[],
      ${pairs.map(({ precision }) => precision)}::int[], ${pairs.map(({ rang }) => rang)}::smallint[])`.execute(
    trx,
  );
}

export async function deleteApplications(trx: OpenTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('application').where('id', '=', anyOf(ids)).execute();
}

/** The collectivité that a sub-entity belongs to. */
export async function entiteOfRamification(queries: Queries, id: number): Promise<number | undefined> {
  const place = await queries
    .selectFrom('ramification')
    .select('entite_id')
    .where('id', '=', id)
    .where('technique', '=', false)
    .executeTakeFirst();
  return place?.entite_id;
}
