/**
 * The SQL of imputations (docs/regles-de-calcul.md). When dues change, parts are moved in place, so that the parts of a payment
 * always add up to it.
 */
import { type RawBuilder, sql } from 'kysely';
import {
  type OpenTransaction,
  PREPARED,
  type Queries,
  opaqueArray,
} from '#src/platform/database/database.ts';
import type { BookingRequest } from './booking.repository.ts';

/**
 * Frees parts of what was paid, the latest first: they become advances in the year of their payment. What refunds took back is
 * not freed again.
 * @param freed rows `(id, excedent, avances)`: échéances with the francs to free, and whether only from former advances
 */
async function release(trx: OpenTransaction, entiteId: number, freed: RawBuilder<unknown>): Promise<void> {
  await sql`
    with trop as materialized (${freed}),
    reste as (
      select i.echeance_id, i.avance, sum(i.montant) as net
      from imputation i join trop on trop.id = i.echeance_id
      where i.entite_id = ${entiteId} group by 1, 2),
    rangee as (
      select i.id, i.echeance_id, i.transaction_id, i.contribuable_id, i.montant, trop.excedent,
        least(i.montant, r.net - (sum(i.montant) over (partition by i.echeance_id, i.avance order by i.id desc) - i.montant)) as libre
      from imputation i
      join trop on trop.id = i.echeance_id and (i.avance or not trop.avances)
      join reste r on r.echeance_id = i.echeance_id and r.avance = i.avance
      where i.entite_id = ${entiteId} and i.montant > 0),
    cumulee as (
      select *, sum(libre) over (partition by echeance_id order by id desc) - libre as avant
      from rangee where libre > 0),
    libere as (
      select id, transaction_id, contribuable_id, montant, least(libre, excedent - avant) as part
      from cumulee where avant < excedent),
    reduite as (
      update imputation i set montant = i.montant - l.part from libere l
      where i.entite_id = ${entiteId} and i.id = l.id and l.part < l.montant),
    vide as (
      delete from imputation i using libere l where i.entite_id = ${entiteId} and i.id = l.id and l.part = l.montant)
    insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
    select ${entiteId}::int, l.transaction_id, l.contribuable_id, extract(year from t.jour), sum(l.part)
    from libere l join transaction t on t.entite_id = ${entiteId} and t.id = l.transaction_id
    group by 2, 3, 4`.execute(trx);
}

/**
 * Frees what was paid above the new amounts of some échéances.
 * @param lowered échéances with their new amounts
 */
export const releaseAbove = (
  trx: OpenTransaction,
  entiteId: number,
  lowered: readonly { id: number; apres: number }[],
): Promise<void> =>
  release(
    trx,
    entiteId,
    sql`
      select x.id, x.paye - n.apres as excedent, false as avances
      from echeance x
      join unnest(${lowered.map(({ id }) => id)}::bigint[], ${lowered.map(({ apres }) => apres)}::bigint[]) n (id, apres)
        on n.id = x.id
      where x.entite_id = ${entiteId} and x.paye > n.apres`,
  );

/** Frees what some échéances had taken from advances, and nothing else. */
export const releaseAdvances = (
  trx: OpenTransaction,
  entiteId: number,
  echeances: readonly number[],
): Promise<void> =>
  release(
    trx,
    entiteId,
    sql`
      select echeance_id as id, sum(montant) as excedent, true as avances from imputation
      where entite_id = ${entiteId} and echeance_id = any(${echeances}::bigint[]) and avance
      group by 1 having sum(montant) > 0`,
  );

/** Advances pay the unpaid dues, the oldest with the oldest. What a refund took back of a year's advances pays nothing. */
export async function takeUpAdvances(
  trx: OpenTransaction,
  entiteId: number,
  contribuables: readonly number[],
): Promise<void> {
  await sql`${sql.raw(PREPARED)}
    with avance as (
      select contribuable_id, annee, sum(montant) as net
      from imputation
      where entite_id = ${entiteId} and echeance_id is null and contribuable_id = any(${opaqueArray(contribuables, 'bigint')}::bigint[])
      group by 1, 2 having sum(montant) > 0),
    rangee as (
      select i.id, i.transaction_id, i.contribuable_id, i.annee, i.montant, a.net,
        sum(i.montant) over (partition by i.contribuable_id, i.annee order by i.id) - i.montant as avant
      from imputation i join avance a on a.contribuable_id = i.contribuable_id and a.annee = i.annee
      where i.entite_id = ${entiteId} and i.echeance_id is null and i.montant > 0),
    source as (
      select id, transaction_id, contribuable_id, montant, least(montant, net - avant) as libre,
        sum(least(montant, net - avant)) over (partition by contribuable_id order by annee, id) as fin
      from rangee where avant < net),
    due as (
      select x.id, x.contribuable_id, x.annee, x.montant - x.paye as reste,
        sum(x.montant - x.paye) over (partition by x.contribuable_id order by x.annee, x.periode, x.id) as fin
      from echeance x
      where x.entite_id = ${entiteId} and x.paye < x.montant and x.closed_at is null
        and x.contribuable_id in (select contribuable_id from avance)),
    part as (
      select s.id, s.transaction_id, s.contribuable_id, d.id as echeance_id, d.annee,
        least(s.fin, d.fin) - greatest(s.fin - s.libre, d.fin - d.reste) as montant
      from source s join due d on d.contribuable_id = s.contribuable_id
        and s.fin - s.libre < d.fin and d.fin - d.reste < s.fin),
    prise as (
      select s.id, s.montant, sum(p.montant) as part from source s join part p on p.id = s.id group by 1, 2),
    reduite as (
      update imputation i set montant = i.montant - p.part from prise p
      where i.entite_id = ${entiteId} and i.id = p.id and p.part < p.montant),
    vide as (
      delete from imputation i using prise p where i.entite_id = ${entiteId} and i.id = p.id and p.part = p.montant)
    insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant, avance)
    select ${entiteId}::int, transaction_id, contribuable_id, annee, echeance_id, montant, true from part
    order by contribuable_id, annee, echeance_id`.execute(trx);
}

/** CTE `part`: what rows `paiement (id, entite_id, contribuable_id, montant, annee, taxe_id)` pay of the unpaid dues. */
const PARTS = sql`due as (
    select p.id as transaction_id, p.montant as recu, x.id, x.annee, x.periode, x.montant - x.paye as reste,
      sum(x.montant - x.paye) over (
        partition by p.id order by x.annee is distinct from p.annee,
          x.annee is not distinct from p.annee and p.taxe_id is not null and x.taxe_id <> p.taxe_id,
          x.annee, x.periode, x.id) as fin
    from paiement p
    join echeance x on x.entite_id = p.entite_id and x.contribuable_id = p.contribuable_id
    where x.paye < x.montant and x.closed_at is null),
  part as (
    select transaction_id, id as echeance_id, annee, least(fin, recu) - (fin - reste) as montant
    from due where fin - reste < recu)`;

/**
 * What a payment would pay, by the SQL of `imputePayments`; nothing is written.
 * @returns the parts in the order in which they are paid, and all that was due before, in francs
 */
export async function readRepartition(
  queries: Queries,
  {
    entiteId,
    contribuable,
    montant,
    annee,
  }: Pick<BookingRequest, 'entiteId' | 'contribuable' | 'montant' | 'annee'>,
): Promise<{ du: number; parts: { echeance: number; annee: number; montant: number }[] }> {
  const { rows } = await sql<{ du: number; parts: { echeance: number; annee: number; montant: number }[] }>`
    with paiement as (
      select 0::bigint as id, ${entiteId}::int as entite_id, ${contribuable}::bigint as contribuable_id,
        ${montant}::bigint as montant, ${annee}::smallint as annee, null::int as taxe_id),
    ${PARTS}
    select coalesce((select sum(reste) from due), 0)::bigint as du, coalesce((
      select json_agg(json_build_object('echeance', p.echeance_id, 'annee', p.annee, 'montant', p.montant) order by d.fin)
      from part p join due d on d.id = p.echeance_id), '[]') as parts`.execute(queries);
  return rows[0] as { du: number; parts: { echeance: number; annee: number; montant: number }[] };
}

/**
 * Imputes confirmed payments: first to the year that was asked for, in it to the tax that was named, then to the oldest unpaid
 * dues; the rest is an advance in the payment's year.
 * @param transactions of different taxpayers, who are locked
 */
export async function imputePayments(trx: OpenTransaction, transactions: readonly number[]): Promise<void> {
  await sql`${sql.raw(PREPARED)}
    with paiement as (select * from transaction where id = any(${transactions}::bigint[])),
    ${PARTS}
    insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant)
    select p.entite_id, p.id, p.contribuable_id, s.annee, s.echeance_id, s.montant
    from paiement p
    cross join lateral (
      select annee, echeance_id, montant from part where transaction_id = p.id
      union all
      select extract(year from p.jour), null, p.montant - coalesce((select sum(montant) from part where transaction_id = p.id), 0)
    ) s
    where s.montant > 0
    order by p.entite_id, p.contribuable_id, s.annee, s.echeance_id`.execute(trx);
}

/** Francs that a taxpayer has paid, without what was refunded. */
export async function paidBy(queries: Queries, entiteId: number, contribuable: number): Promise<number> {
  const { rows } = await sql<{ paye: number }>`
    select coalesce(case
      when exists (select from contribuable where entite_id = ${entiteId} and id = ${contribuable} and systeme)
        -- « Recettes à classer » is in no stored total
        then (select sum(montant) from imputation where entite_id = ${entiteId} and contribuable_id = ${contribuable})
      else (select sum(paye) from total_contribuable where entite_id = ${entiteId} and contribuable_id = ${contribuable})
    end, 0)::bigint as paye`.execute(queries);
  return rows[0]!.paye;
}

/**
 * Imputes a negative transaction: a reversal first to what its payment had paid and nobody took back since, then to the
 * advances, then to the latest imputations.
 * @param transaction of a taxpayer who is locked, and who has paid as much
 */
export async function imputeNegative(
  trx: OpenTransaction,
  entiteId: number,
  transaction: number,
): Promise<void> {
  await sql`
    with rendue as (select * from transaction where entite_id = ${entiteId} and id = ${transaction}),
    net as (
      select i.annee, i.echeance_id, i.avance, sum(i.montant) as montant, max(i.id) as rang,
        least(sum(i.montant), greatest(coalesce(
          sum(i.montant) filter (where r.extourne_de_id in (i.transaction_id, i.paiement_id)), 0), 0)) as sien
      from rendue r join imputation i on i.entite_id = r.entite_id and i.contribuable_id = r.contribuable_id
      group by 1, 2, 3 having sum(i.montant) > 0),
    source as (
      select annee, echeance_id, avance, rang, 0 as ordre, sien as montant from net where sien > 0
      union all
      select annee, echeance_id, avance, rang, case when echeance_id is null then 1 else 2 end, montant - sien
      from net where montant > sien),
    rangee as (
      select *, sum(montant) over (order by ordre, rang desc, annee) - montant as avant from source)
    insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant, avance)
    select r.entite_id, r.id, r.contribuable_id, s.annee, s.echeance_id, -least(s.montant, -r.montant - s.avant), s.avance
    from rendue r, rangee s where s.avant < -r.montant
    order by s.annee, s.echeance_id`.execute(trx);
  await settleClosed(trx, entiteId, transaction);
}

/** Lowers closed échéances to what is still paid: what the transaction took back of them is not owed again. */
export async function settleClosed(
  trx: OpenTransaction,
  entiteId: number,
  transaction: number,
): Promise<void> {
  await sql`
    update echeance x set montant = x.paye, updated_at = now()
    from imputation i
    where i.entite_id = ${entiteId} and i.transaction_id = ${transaction} and x.entite_id = i.entite_id
      and x.id = i.echeance_id and x.closed_at is not null and x.montant > x.paye`.execute(trx);
}
