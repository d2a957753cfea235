/** The SQL of payments made before Octroi. */
import { sql } from 'kysely';
import type { DejaRepris } from '#src/domains/contribuables/index.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** Its names: another method may have the first. */
const NOMS = ['Reprise', 'Reprise d’avant Octroi'];

const findMoyen = async (queries: Queries): Promise<number | undefined> =>
  (await sql<{ id: number }>`select id from moyen_paiement where nature = 'reprise'`.execute(queries)).rows[0]
    ?.id;

/** The method of payments made before Octroi; made when the first is booked, so that only who needs it sees it. */
export async function moyenDeReprise(trx: OpenTransaction): Promise<number> {
  for (const nom of NOMS) {
    const id = await findMoyen(trx);
    if (id !== undefined) return id;
    await sql`insert into moyen_paiement (nom, nature, description)
      values (${nom}, 'reprise', 'Paiements reçus avant Octroi, apportés par un import') on conflict do nothing`.execute(
      trx,
    );
  }
  const id = await findMoyen(trx);
  if (id === undefined) throw new Error(`two other payment methods have the names ${NOMS.join(', ')}`);
  return id;
}

/** What was imported as paid of each year and tax, and not taken back since. */
export async function readRepris(
  queries: Queries,
  entiteId: number,
  contribuables: readonly number[],
): Promise<DejaRepris[]> {
  const { rows } = await sql<DejaRepris>`
    select contribuable_id as contribuable, annee, taxe_id as taxe, sum(montant)::bigint as montant,
      array_agg(id order by id) as transactions, array_agg(distinct jour::text) as jours,
      coalesce(array_agg(distinct numero_imprime) filter (where numero_imprime is not null), '{}') as quittances
    from transaction t
    where entite_id = ${entiteId} and contribuable_id = any(${contribuables}::bigint[]) and origine = 'reprise' and montant > 0
      and annee is not null and taxe_id is not null
      and not exists (select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id)
    group by 1, 2, 3`.execute(queries);
  return rows;
}

/** How many payments were imported for each taxpayer, taken back or not. */
export async function countRepris(
  queries: Queries,
  entiteId: number,
  contribuables: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ contribuable: number; n: number }>`
    select contribuable_id as contribuable, count(*) as n from transaction
    where entite_id = ${entiteId} and contribuable_id = any(${contribuables}::bigint[]) and origine = 'reprise' and montant > 0
    group by 1`.execute(queries);
  return new Map(rows.map(({ contribuable, n }) => [contribuable, n]));
}

/** The instants of payments, in the order of their ids. */
export async function readInstants(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<{ id: number; le: string }[]> {
  const { rows } = await sql<{ id: number; le: string }>`
    select id, date_transaction as le from transaction where entite_id = ${entiteId} and id = any(${ids}::bigint[]) order by id`.execute(
    queries,
  );
  return rows;
}
