/** Statuts and places of many taxpayers at once. */
import type { StatutContribuable } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { statutColumns } from '../saisie/saisie.repository.ts';

/** Locks taxpayers until the transaction ends, in the order common to all writers. */
export const lockAll = (
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
): Promise<{ id: number; statut: StatutContribuable; ramification: number }[]> =>
  trx
    .selectFrom('contribuable')
    .select(['id', 'statut', 'ramification_id as ramification'])
    .where('entite_id', '=', entiteId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export async function setStatut(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
  acte: { statut: StatutContribuable; par: number },
): Promise<void> {
  await trx
    .updateTable('contribuable')
    .set(statutColumns(acte))
    .where('entite_id', '=', entiteId)
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Validating a taxpayer also confirms its equipment (specification 2 section 4). */
export async function confirmEquipements(
  trx: OpenTransaction,
  entiteId: number,
  contribuables: readonly number[],
): Promise<void> {
  await trx
    .updateTable('equipement')
    .set({ enabled: true })
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', anyOf(contribuables))
    .where('enabled', '=', false)
    .execute();
}

/** A validation as it stands, for undoing it. */
export interface StoredValidation {
  statut: StatutContribuable;
  par: number | null;
  /** Whether the record has not been changed since. */
  unchanged: boolean;
  recent: boolean;
}

/** @param seconds age up to which the validation is recent */
export const readValidation = (
  queries: Queries,
  entiteId: number,
  id: number,
  seconds: number,
): Promise<StoredValidation> =>
  queries
    .selectFrom('contribuable')
    .select([
      'statut',
      'validated_by_id as par',
      // a validation and its record have the time of the same transaction
      sql<boolean>`coalesce(updated_at = validated_at, false)`.as('unchanged'),
      sql<boolean>`coalesce(validated_at >= now() - ${seconds} * interval '1 second', false)`.as('recent'),
    ])
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Restores the statut before a validation, and the equipment that it confirmed: both have its time. */
export async function undoValidation(trx: OpenTransaction, entiteId: number, id: number): Promise<void> {
  await sql`
    update equipement q set enabled = false from contribuable c
    where c.entite_id = ${entiteId} and c.id = ${id} and q.entite_id = c.entite_id and q.contribuable_id = c.id
      and q.enabled and q.updated_at = c.validated_at`.execute(trx);
  await sql`
    update contribuable
    set statut = case when corrected_at is null then 'Enrolé' else 'Corrigé' end, validated_at = null, validated_by_id = null
    where entite_id = ${entiteId} and id = ${id}`.execute(trx);
}

export interface Cible {
  entite: number;
  ramification: number;
  ids: number[];
}

/** Groups taxpayers by their sub-entity. */
export const groupByPlace = (queries: Queries, ids: readonly number[]): Promise<Cible[]> =>
  queries
    .selectFrom('contribuable')
    .select((eb) => [
      'entite_id as entite',
      'ramification_id as ramification',
      eb.fn.agg<number[]>('array_agg', ['id']).orderBy('id').as('ids'),
    ])
    .where('id', '=', anyOf(ids))
    .groupBy(['entite_id', 'ramification_id'])
    .orderBy('entite_id')
    .orderBy('ramification_id')
    .execute();

/** Collectivités by their ids, in the order of their names. */
export const entitesByIds = (
  queries: Queries,
  ids: readonly number[],
): Promise<{ id: number; nom: string }[]> =>
  queries.selectFrom('entite').select(['id', 'nom']).where('id', '=', anyOf(ids)).orderBy('nom').execute();

/** Stores the taxpayers of a background job and deletes those of jobs of earlier days. */
export async function writeCibles(
  trx: OpenTransaction,
  lot: string,
  cibles: readonly Cible[],
): Promise<void> {
  await trx
    .deleteFrom('acte_cible')
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute();
  for (const { entite, ramification, ids } of cibles)
    await sql`
      insert into acte_cible (lot, entite_id, ramification_id, contribuable_id)
      select ${lot}::uuid, ${entite}, ${ramification}, unnest(${ids}::bigint[])`.execute(trx);
}

export async function listCibles(queries: Queries, lot: string): Promise<number[]> {
  const rows = await queries
    .selectFrom('acte_cible')
    .select('ramification_id')
    .distinct()
    .where('lot', '=', lot)
    .orderBy('ramification_id')
    .execute();
  return rows.map(({ ramification_id }) => ramification_id);
}

export const readCible = (queries: Queries, lot: string, ramification: number): Promise<Cible | undefined> =>
  queries
    .selectFrom('acte_cible')
    .select((eb) => [
      'entite_id as entite',
      'ramification_id as ramification',
      eb.fn.agg<number[]>('array_agg', ['contribuable_id']).orderBy('contribuable_id').as('ids'),
    ])
    .where('lot', '=', lot)
    .where('ramification_id', '=', ramification)
    .groupBy(['entite_id', 'ramification_id'])
    .executeTakeFirst();
