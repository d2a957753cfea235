/** Statuts and places of many taxpayers at once. */
import type { StatutContribuable } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { statutColumns } from './saisie.repository.ts';

/** Holds taxpayers until the transaction ends, in the order that all writers keep. */
export async function lockAll(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<{ id: number; statut: StatutContribuable; ramification: number }[]> {
  const { rows } = await sql<{ id: number; statut: StatutContribuable; ramification: number }>`
    select id, statut, ramification_id as ramification from contribuable
    where entite_id = ${entiteId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(queries);
  return rows;
}

export async function setStatut(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
  acte: { statut: StatutContribuable; par: number },
): Promise<void> {
  await sql`update contribuable set ${statutColumns(acte)} where entite_id = ${entiteId} and id = any(${ids}::bigint[])`.execute(
    queries,
  );
}

/** What a validated taxpayer owns is confirmed with it (specification 2 section 4). */
export async function confirmEquipements(
  queries: Queries,
  entiteId: number,
  contribuables: readonly number[],
): Promise<void> {
  await sql`
    update equipement set enabled = true
    where entite_id = ${entiteId} and contribuable_id = any(${contribuables}::bigint[]) and not enabled`.execute(
    queries,
  );
}

/** Puts taxpayers into another sub-entity of their collectivité. */
export async function moveContribuables(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
  to: number,
): Promise<void> {
  await sql`
    update contribuable set ramification_id = ${to} where entite_id = ${entiteId} and id = any(${ids}::bigint[])`.execute(
    queries,
  );
}

export interface Cible {
  entite: number;
  ramification: number;
  ids: number[];
}

/** Taxpayers by the sub-entity where they are. */
export async function groupByPlace(queries: Queries, ids: readonly number[]): Promise<Cible[]> {
  const { rows } = await sql<Cible>`
    select entite_id as entite, ramification_id as ramification, array_agg(id order by id) as ids
    from contribuable where id = any(${ids}::bigint[])
    group by 1, 2 order by 1, 2`.execute(queries);
  return rows;
}

/** Notes whom a long act is for. What acts of other days noted is forgotten. */
export async function writeCibles(queries: Queries, lot: string, cibles: readonly Cible[]): Promise<void> {
  await sql`delete from acte_cible where created_at < now() - interval '7 days'`.execute(queries);
  for (const { entite, ramification, ids } of cibles)
    await sql`
      insert into acte_cible (lot, entite_id, ramification_id, contribuable_id)
      select ${lot}::uuid, ${entite}, ${ramification}, unnest(${ids}::bigint[])`.execute(queries);
}

export async function listCibles(queries: Queries, lot: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ramification_id as id from acte_cible where lot = ${lot}::uuid order by 1`.execute(
    queries,
  );
  return rows.map(({ id }) => id);
}

export async function readCible(
  queries: Queries,
  lot: string,
  ramification: number,
): Promise<Cible | undefined> {
  const { rows } = await sql<Cible>`
    select entite_id as entite, ramification_id as ramification, array_agg(contribuable_id order by contribuable_id) as ids
    from acte_cible where lot = ${lot}::uuid and ramification_id = ${ramification} group by 1, 2`.execute(
    queries,
  );
  return rows[0];
}
