/** The SQL of booking. Statements take many requests at once, since payments arrive in bursts. */
import type { NatureMoyen, OrigineTransaction, StatutTransaction } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { attenteOf } from '#src/domains/contribuables/index.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import { type OpenTransaction, PREPARED, type Queries } from '#src/platform/database/database.ts';

/** A payment to book; a refund has a negative amount. */
export interface BookingRequest {
  entiteId: number;
  contribuable: number;
  montant: number;
  moyenPaiement: number;
  noTransaction: string | null;
  annee: number | null;
  motif: string | null;
  /** Idempotency key, with a prefix for each caller. */
  cle: string | null;
  /** Whether to refuse more than what is owed. */
  refuseExcess: boolean;
  /** The user who took the money; null if an operator brought it. */
  agentId: number | null;
  /** The user who books it, if another. */
  auteurId?: number;
  requestId: string;
  /** The encaissement that it belongs to. */
  encaissementId?: number;
  /** The till session that its cash goes into. */
  sessionCaisseId?: number;
  /** The payment that this one replaces. */
  remplaceId?: number;
  /** Whether it counts at once, even by a method that waits for a confirmation. */
  sure?: boolean;
  /** Instant at which it was received, if earlier than now. */
  le?: string;
  /** Number of the receipt that the payer was already given. */
  numeroRecu?: string;
  /** Number printed on that receipt, if the payment takes another one. */
  numeroImprime?: string;
  /** Whether the money was already received: then neither the ceiling nor a disabled method refuses it. */
  prise?: boolean;
  /** The tax that it pays first, in the year that it names. */
  taxe?: number;
  /** Received before Octroi, and booked from a register: no receipt number, till, agent or commission. */
  reprise?: boolean;
}

/** A taxpayer in the scope of a person. */
export async function findPayer(
  queries: Queries,
  scope: Scope,
  id: number,
): Promise<{ entiteId: number; systeme: boolean } | undefined> {
  const { rows } = await sql<{ entiteId: number; systeme: boolean }>`${sql.raw(PREPARED)}
    select entite_id as "entiteId", systeme from contribuable
    where id = ${id} and ${placeCondition(scope, sql.ref('entite_id'), sql.ref('ramification_id'))}`.execute(
    queries,
  );
  return rows[0];
}

/**
 * Reuses the plans of prepared statements, those of triggers too, until the transaction ends: for a few payments, planning
 * takes longer than executing.
 */
export async function keepPlans(trx: OpenTransaction): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
}

/** Locks taxpayers in the order of their ids. Dues are read to be paid only under this lock. */
export async function lockPayers(
  trx: OpenTransaction,
  payers: readonly { entiteId: number; contribuable: number }[],
): Promise<void> {
  await sql`${sql.raw(PREPARED)}
    select from contribuable where (entite_id, id) in (
      select * from unnest(${payers.map(({ entiteId }) => entiteId)}::int[], ${payers.map(({ contribuable }) => contribuable)}::bigint[]))
    order by entite_id, id for no key update`.execute(trx);
}

/** A transaction that is locked until the database transaction ends. */
export interface LockedPayment {
  entiteId: number;
  id: number;
  contribuable: number;
  montant: number;
  statut: StatutTransaction;
  moyenPaiement: number;
  nature: NatureMoyen;
  origine: OrigineTransaction;
  noTransaction: string;
  numeroImprime: string | null;
  annee: number | null;
  taxe: number | null;
  motif: string | null;
  dateTransaction: string;
  /** The payment that this one reverses. */
  extourneDe: number | null;
  reversed: boolean;
  /** The counter's act that it was received with. */
  encaissement: number | null;
  agent: number | null;
  sessionCaisse: number | null;
  version: number;
}

/** Locks transactions in the order of their ids; their taxpayers were locked before. */
export async function lockTransactions(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
): Promise<LockedPayment[]> {
  const { rows } = await sql<LockedPayment>`
    select t.entite_id as "entiteId", t.id, t.contribuable_id as contribuable, t.montant, t.statut, t.moyen_paiement_id as "moyenPaiement",
      m.nature, t.origine, t.no_transaction as "noTransaction", t.numero_imprime as "numeroImprime", t.annee, t.taxe_id as taxe, t.motif, t.date_transaction as "dateTransaction",
      t.extourne_de_id as "extourneDe", t.encaissement_id as encaissement, t.bureau_accepteur_id as agent,
      t.session_caisse_id as "sessionCaisse", t.version,
      exists (select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id) as reversed
    from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id
    where t.entite_id = ${entiteId} and t.id = any(${ids}::bigint[])
    order by t.id for update of t`.execute(trx);
  return rows;
}

const requestRows = (requests: readonly BookingRequest[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${JSON.stringify(requests.map((request, rang) => ({ ...request, rang })))}::jsonb) as d (
    rang int, "entiteId" int, contribuable bigint, montant bigint, "moyenPaiement" int, "noTransaction" text, annee smallint,
    motif text, cle text, "refuseExcess" boolean, "agentId" int, "encaissementId" bigint, "sessionCaisseId" bigint,
    "remplaceId" bigint, sure boolean, le timestamptz, "numeroRecu" text, "numeroImprime" text,
    prise boolean, taxe int, reprise boolean)`;

/**
 * Takes receipt numbers (`NIA-2026-000123`), without gaps in a collectivité and year. The counter stays locked until the
 * transaction ends, so the payments of a collectivité follow one another: this lock comes after the taxpayers' and before every
 * total's (adr/0018).
 * @param wanted rows `(entite_id, annee, nombre)`
 * @returns rows `(entite_id, annee, valeur)`, the last number taken
 */
const takeNumbers = (wanted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into compteur (entite_id, serie, annee, valeur)
  select entite_id, 'recu', annee, nombre from (${wanted}) w order by entite_id, annee
  on conflict (entite_id, serie, annee) do update set valeur = compteur.valeur + excluded.valeur
  returning entite_id, annee, valeur`;

const numeroRecu = (
  code: RawBuilder<unknown>,
  annee: RawBuilder<unknown>,
  rang: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`${code} || '-' || ${annee} || '-' || lpad((${rang})::text, greatest(6, length((${rang})::text)), '0')`;

/** The reference of a payment without one of its operator. */
export const numeroDeTransaction = (code: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${code} || '-T' || lpad(${id}::text, greatest(7, length(${id}::text)), '0')`;

/** The facts that decide whether a request is booked. */
export interface Examination {
  /** Null if the method does not exist, is disabled, or is kept for refunds or for payments made before Octroi. */
  nature: NatureMoyen | null;
  anneeDue: boolean;
  /** Ceiling of one payment in the taxpayer's collectivité, in francs. */
  plafond: number | null;
  /** Unpaid dues of all years, in francs; read only if the request refuses more. */
  du: number | null;
  /** Payments of the taxpayer that wait for a confirmation, in francs; read only if the request refuses more. */
  attente: number | null;
  /** An earlier transaction with the same key or reference, and whether it is the same payment. */
  byKey: { id: number; same: boolean } | null;
  byReference: { id: number; same: boolean } | null;
}

/** Reads these facts for each request, in the same order. @param requests of taxpayers who are locked */
export async function examine(queries: Queries, requests: readonly BookingRequest[]): Promise<Examination[]> {
  const { rows } = await sql<Examination>`${sql.raw(PREPARED)}
    select m.nature,
      d.annee is null or d.reprise is true or exists (
        select from echeance x
        where x.entite_id = d."entiteId" and x.contribuable_id = d.contribuable and x.annee = d.annee) as "anneeDue",
      case when d.prise is not true then e.plafond_paiement end as plafond,
      case when d."refuseExcess" then (
        select coalesce(sum(x.montant - x.paye), 0)::bigint from echeance x
        where x.entite_id = d."entiteId" and x.contribuable_id = d.contribuable and x.paye < x.montant
          and x.closed_at is null) end as du,
      case when d."refuseExcess" then ${attenteOf(sql`d."entiteId"`, sql`d.contribuable`)} end as attente,
      case when k.id is not null then json_build_object('id', k.id, 'same',
        (k.contribuable_id, k.montant, k.moyen_paiement_id, k.annee, k.motif, k.no_transaction) is not distinct from
        (d.contribuable, d.montant, d."moyenPaiement", d.annee, d.motif,
          coalesce(d."noTransaction",
            case when k.version = 1 then ${numeroDeTransaction(sql`e.code`, sql`k.id`)} else k.no_transaction end))) end as "byKey",
      case when r.id is not null then json_build_object('id', r.id, 'same',
        (r.contribuable_id, r.montant, r.moyen_paiement_id) = (d.contribuable, d.montant, d."moyenPaiement")) end as "byReference"
    from ${requestRows(requests)}
    join entite e on e.id = d."entiteId"
    left join moyen_paiement m on m.id = d."moyenPaiement" and (m.enabled or d.prise)
      and (m.nature <> 'remboursement' or d.montant < 0) and (m.nature = 'reprise') = coalesce(d.reprise, false)
    left join transaction k on k.entite_id = d."entiteId" and k.cle_idempotence = d.cle
    left join transaction r on r.entite_id = d."entiteId" and r.no_transaction = d."noTransaction"
    order by d.rang`.execute(queries);
  return rows;
}

export interface BookedPayment {
  id: number;
  contribuable: number;
  statut: string;
  noTransaction: string;
  frais: number;
}

/**
 * Inserts payments of different taxpayers, at the present place of each. By a method without confirmation they count at once and
 * get their receipt; the commission is the method's, rounded half up.
 */
export async function insertPayments(
  trx: OpenTransaction,
  requests: readonly BookingRequest[],
): Promise<BookedPayment[]> {
  const wanted = sql`
    select "entiteId" as entite_id, extract(year from aujourdhui())::smallint as annee, count(*) as nombre from recue group by 1`;
  const { rows } = await sql<BookedPayment>`${sql.raw(PREPARED)}
    with nouvelle as materialized (
      select d.*, nextval('transaction_id_seq') as id, m.commission,
        case when m.a_confirmer and d.montant > 0 and d.sure is not true and d.reprise is not true then 'En attente de confirmation' else 'Confirmé' end as statut
      from ${requestRows(requests)} join moyen_paiement m on m.id = d."moyenPaiement"
      order by d."entiteId", d.contribuable),
    recue as (
      select id, "entiteId", row_number() over (partition by "entiteId" order by id) as rang,
        count(*) over (partition by "entiteId") as nombre
      from nouvelle where statut = 'Confirmé' and montant > 0 and "numeroRecu" is null and reprise is not true),
    compte as (${takeNumbers(wanted)})
    insert into transaction (entite_id, id, contribuable_id, ramification_id, betail, a_classer, no_transaction, numero_recu, montant, frais,
      statut, moyen_paiement_id, bureau_accepteur_id, annee, motif, cle_idempotence, encaissement_id, session_caisse_id, remplace_id,
      date_transaction, numero_imprime, taxe_id, origine)
    select c.entite_id, n.id, c.id, c.ramification_id, c.betail, c.systeme,
      coalesce(n."noTransaction", ${numeroDeTransaction(sql`e.code`, sql`n.id`)}),
      coalesce(n."numeroRecu", ${numeroRecu(sql`e.code`, sql`k.annee`, sql`k.valeur - r.nombre + r.rang`)}), n.montant,
      case when n.montant > 0 and n.reprise is not true then round(n.montant * coalesce(n.commission, 0) / 100)::bigint else 0 end,
      n.statut, n."moyenPaiement", n."agentId", n.annee, n.motif, n.cle,
      n."encaissementId", n."sessionCaisseId", n."remplaceId", coalesce(n.le, now()), n."numeroImprime",
      n.taxe, case when n.reprise then 'reprise' else 'encaissée' end
    from nouvelle n
    join contribuable c on c.entite_id = n."entiteId" and c.id = n.contribuable
    join entite e on e.id = c.entite_id
    left join recue r on r.id = n.id
    left join compte k on k.entite_id = r."entiteId"
    returning id, contribuable_id as contribuable, statut, no_transaction as "noTransaction", frais`.execute(
    trx,
  );
  return rows;
}

/**
 * Confirms a payment that waited: it counts from now on, where its taxpayer is now, and has its receipt.
 * @param frais commission that the operator kept; the method's if absent
 */
export async function confirmTransaction(
  trx: OpenTransaction,
  { entiteId, id, montant }: LockedPayment,
  frais?: number,
): Promise<void> {
  const wanted = sql`select ${entiteId}::int as entite_id, extract(year from aujourdhui())::smallint as annee, 1 as nombre
    where ${montant}::bigint > 0 and not exists (
      select from transaction where entite_id = ${entiteId} and id = ${id} and numero_recu is not null)`;
  await sql`
    with compte as (${takeNumbers(wanted)})
    update transaction t set statut = 'Confirmé', date_transaction = now(), ramification_id = c.ramification_id,
      betail = c.betail, a_classer = c.systeme, frais = coalesce(${frais ?? null}::bigint, t.frais),
      numero_recu = coalesce(t.numero_recu, ${numeroRecu(sql`e.code`, sql`k.annee`, sql`k.valeur`)})
    from contribuable c join entite e on e.id = c.entite_id left join compte k on k.entite_id = e.id
    where t.entite_id = ${entiteId} and t.id = ${id} and c.entite_id = t.entite_id and c.id = t.contribuable_id`.execute(
    trx,
  );
}

/**
 * Gives a receipt number to confirmed payments without one, such as those of a restored base. Refunds, reversals and payments made
 * before Octroi get none.
 * @param ids transactions, of any collectivités
 * @returns the new numbers, by transaction
 */
export async function numberRecus(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; numero: string }>`${sql.raw(PREPARED)}
    with recue as (
      select entite_id, id, extract(year from jour)::smallint as annee,
        row_number() over (partition by entite_id, extract(year from jour) order by id) as rang,
        count(*) over (partition by entite_id, extract(year from jour)) as nombre
      from transaction
      where id = any(${ids}::bigint[]) and statut = 'Confirmé' and montant > 0 and numero_recu is null
        and extourne_de_id is null and origine <> 'reprise'),
    compte as (${takeNumbers(sql`select entite_id, annee, count(*) as nombre from recue group by 1, 2`)})
    update transaction t
    set numero_recu = ${numeroRecu(sql`e.code`, sql`r.annee`, sql`c.valeur - r.nombre + r.rang`)}
    from recue r
    join compte c using (entite_id, annee)
    join entite e on e.id = r.entite_id
    where t.entite_id = r.entite_id and t.id = r.id
    returning t.id, t.numero_recu as numero`.execute(queries);
  return new Map(rows.map(({ id, numero }) => [id, numero]));
}
