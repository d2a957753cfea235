/** Précisions: named rates. They belong to a collectivité once an application has them. */
import { type ResourceRow, precisions } from '@octroi/contract';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf, listOf } from '#src/platform/database/expressions.ts';
import type { ListSource } from '#src/platform/listing/listing.ts';
import { instant } from '#src/platform/listing/row.ts';

export interface PrecisionValues {
  annee: number;
  libelle: string;
  tarif: number;
  parUnite: boolean;
  /** Quantity from which on it is the rate of a line; null: it is chosen for the line. */
  seuil: number | null;
}
export interface StoredPrecision extends PrecisionValues {
  id: number;
}

export const precisionList: ListSource<ResourceRow> = {
  alias: 'pr',
  from: sql`precision_taxe as pr`,
  key: sql.ref('pr.id'),
  joins: {},
  columns: {
    'pr.id': { sql: sql.ref('pr.id'), type: 'integer' },
    'pr.annee': { sql: sql.ref('pr.annee'), type: 'integer' },
    'pr.libelle': { sql: sql.ref('pr.libelle'), type: 'text' },
    'pr.tarif': { sql: sql.ref('pr.tarif'), type: 'integer' },
    'pr.parUnite': { sql: sql.ref('pr.par_unite'), type: 'boolean' },
    'pr.seuil': { sql: sql.ref('pr.seuil'), type: 'decimal', nullable: true },
    'pr.createdAt': { sql: sql.ref('pr.created_at'), type: 'instant' },
    'pr.updatedAt': { sql: sql.ref('pr.updated_at'), type: 'instant' },
  },
  order: { column: 'pr.libelle', direction: 'asc' },
  pageSize: 30,
  schema: precisions.replySchema,
  row: {
    id: sql.ref('pr.id'),
    annee: sql`pr.annee::text`,
    libelle: sql.ref('pr.libelle'),
    tarif: sql.ref('pr.tarif'),
    parUnite: sql.ref('pr.par_unite'),
    seuil: sql.ref('pr.seuil'),
    createdAt: instant('pr.created_at'),
    updatedAt: instant('pr.updated_at'),
    version: sql.ref('pr.version'),
  },
};

/** Précisions of applications in scope, and the person's own without an application. */
export function precisionVisible(person: Person, alias = 'pr'): RawBuilder<boolean> {
  const id = sql.ref(`${alias}.id`);
  const own =
    scopeOf(person).kind === 'all' ? sql`true` : sql`${sql.ref(`${alias}.created_by_id`)} = ${person.id}`;
  return sql<boolean>`(
    exists (select from application_precision ap join application a on a.id = ap.application_id
      where ap.precision_id = ${id} and ${entiteCondition(scopeOf(person), sql.ref('a.entite_id'))})
    or (${own} and not exists (select from application_precision ap where ap.precision_id = ${id})))`;
}

/** Précisions that an application of a collectivité may use: in scope, and not of another collectivité. */
export async function takeablePrecisions(
  trx: OpenTransaction,
  person: Person,
  entiteId: number,
  ids: readonly number[],
): Promise<StoredPrecision[]> {
  return trx
    .selectFrom('precision_taxe as pr')
    .select(['pr.id', 'pr.annee', 'pr.libelle', 'pr.tarif', 'pr.par_unite as parUnite', 'pr.seuil'])
    .where('pr.id', '=', anyOf(ids))
    .where(precisionVisible(person))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('application_precision as ap')
            .innerJoin('application as a', 'a.id', 'ap.application_id')
            .select('a.id')
            .whereRef('ap.precision_id', '=', 'pr.id')
            .where('a.entite_id', '<>', entiteId),
        ),
      ),
    )
    .forShare('pr')
    .execute();
}

/** @returns ids by what they say, see `precisionKey` */
export async function insertPrecisions(
  trx: OpenTransaction,
  authorId: number,
  values: readonly PrecisionValues[],
): Promise<StoredPrecision[]> {
  if (values.length === 0) return [];
  const { rows } = await sql<StoredPrecision>`
    insert into precision_taxe (annee, libelle, tarif, par_unite, seuil, created_by_id)
    select annee, libelle, tarif, par_unite, seuil, ${authorId}
    from unnest(${values.map(({ annee }) => annee)}::int[], ${values.map(({ libelle }) => libelle)}::text[],
      ${values.map(({ tarif }) => tarif)}::bigint[],
      ${values.map(({ parUnite }) => parUnite)}::boolean[],
      ${values.map(({ seuil }) => seuil)}::numeric[]) as neuve (annee, libelle, tarif, par_unite, seuil)
    returning id, annee, libelle, tarif, par_unite as "parUnite", seuil`.execute(trx);
  return rows;
}

export const precisionKey = ({ annee, libelle, tarif, parUnite, seuil }: PrecisionValues): string =>
  JSON.stringify([annee, libelle, tarif, parUnite, seuil]);

/** Deletes the précisions that no application has. */
export async function deleteLoosePrecisions(trx: OpenTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('precision_taxe as pr')
    .where('pr.id', '=', anyOf(ids))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('application_precision as ap')
            .select('ap.precision_id')
            .whereRef('ap.precision_id', '=', 'pr.id'),
        ),
      ),
    )
    .execute();
}

export interface LockedPrecision extends StoredPrecision {
  version: number;
  /** Collectivités and taxes of its applications. */
  entites: number[];
  taxes: number[];
}

/** Collectivités of the applications with the précision, in the order of locking. */
export async function readHolders(queries: Queries, id: number): Promise<number[]> {
  const rows = await queries
    .selectFrom('application_precision as ap')
    .innerJoin('application as a', 'a.id', 'ap.application_id')
    .select('a.entite_id')
    .distinct()
    .where('ap.precision_id', '=', id)
    .orderBy('a.entite_id')
    .execute();
  return rows.map(({ entite_id }) => entite_id);
}

/** Locks the précision and reads its collectivités and taxes. */
export async function lockPrecision(trx: OpenTransaction, id: number): Promise<LockedPrecision | undefined> {
  // a separate statement, so that the links are read after the lock
  await trx.selectFrom('precision_taxe').select('id').where('id', '=', id).forUpdate().execute();
  const holders = trx
    .selectFrom('application_precision as ap')
    .innerJoin('application as a', 'a.id', 'ap.application_id')
    .where('ap.precision_id', '=', id)
    .distinct();
  return trx
    .selectFrom('precision_taxe')
    .select([
      'id',
      'annee',
      'libelle',
      'tarif',
      'par_unite as parUnite',
      'seuil',
      'version',
      listOf(holders.select('a.entite_id').orderBy('a.entite_id')).as('entites'),
      listOf(
        holders
          .select('a.taxe_id')
          .where('a.taxe_id', 'is not', null)
          .orderBy('a.taxe_id')
          .$narrowType<{ taxe_id: NotNull }>(),
      ).as('taxes'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether an application with the précision has another one with this label. */
export async function libelleUsed(trx: OpenTransaction, id: number, libelle: string): Promise<boolean> {
  const { rows } = await sql`
    select from application_precision own join application_precision other on other.application_id = own.application_id
    join precision_taxe pr on pr.id = other.precision_id
    where own.precision_id = ${id} and pr.id <> ${id} and texte_compare(pr.libelle) = texte_compare(${libelle}) limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function updatePrecision(
  trx: OpenTransaction,
  id: number,
  values: PrecisionValues,
): Promise<void> {
  const { annee, libelle, tarif, parUnite, seuil } = values;
  await trx
    .updateTable('precision_taxe')
    .set({ annee, libelle, tarif, par_unite: parUnite, seuil })
    .where('id', '=', id)
    .execute();
}

export async function deletePrecision(trx: OpenTransaction, id: number): Promise<void> {
  await trx.deleteFrom('precision_taxe').where('id', '=', id).execute();
}
