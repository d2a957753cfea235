/**
 * Which parts of which payments a negative transaction takes back. A refund is imputed to échéances and advances, not to
 * payments: if several payments paid one échéance, the latest is taken back first, unless the part names its payment
 * (`imputation.paiement_id`).
 */
import type { PaiementVise } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { settleClosed } from '../booking/imputations.repository.ts';

/** A part of a payment. */
export interface PartDePaiement {
  paiement: number;
  annee: number;
  /** Null for an advance. */
  echeance: number | null;
  /** Whether it was an advance before it paid the échéance. */
  avance: boolean;
  montant: number;
}

/**
 * Rows `reste (paiement, annee, echeance_id, avance, avant, apres)`: what is left of each part of each payment.
 * @param without transaction that `avant` does not count
 */
const restes = (
  entiteId: number,
  contribuables: readonly number[],
  without: number | null,
): RawBuilder<unknown> => sql`
  ligne as (
    select i.id, i.contribuable_id, i.annee, i.echeance_id, i.avance, i.montant,
      i.transaction_id is distinct from ${without}::bigint as ancienne,
      case when i.montant > 0 then i.transaction_id else coalesce(i.paiement_id, t.extourne_de_id) end as paiement
    from imputation i join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
    where i.entite_id = ${entiteId} and i.contribuable_id = any(${contribuables}::bigint[])),
  net as (
    select contribuable_id, annee, echeance_id, avance,
      coalesce(sum(montant) filter (where ancienne), 0) as avant, sum(montant) as apres
    from ligne group by 1, 2, 3, 4),
  sienne as (
    select contribuable_id, annee, echeance_id, avance, paiement, max(id) filter (where montant > 0) as rang,
      greatest(coalesce(sum(montant) filter (where ancienne), 0), 0) as avant, greatest(sum(montant), 0) as apres
    from ligne where paiement is not null group by 1, 2, 3, 4, 5),
  reste as (
    select s.paiement, s.annee, s.echeance_id, s.avance,
      least(s.avant, greatest(n.avant - (sum(s.avant) over plus_tot - s.avant), 0)) as avant,
      least(s.apres, greatest(n.apres - (sum(s.apres) over plus_tot - s.apres), 0)) as apres
    from sienne s
    join net n on n.contribuable_id = s.contribuable_id and n.annee = s.annee and n.avance = s.avance
      and n.echeance_id is not distinct from s.echeance_id
    window plus_tot as (
      partition by s.contribuable_id, s.annee, s.echeance_id, s.avance order by s.rang nulls first, s.paiement))`;

/** The parts of payments that a transaction has just taken back. */
export async function readPartsTakenBack(
  queries: Queries,
  { entiteId, contribuable, transaction }: { entiteId: number; contribuable: number; transaction: number },
): Promise<PartDePaiement[]> {
  const { rows } = await sql<PartDePaiement>`
    with ${restes(entiteId, [contribuable], transaction)}
    select paiement, annee, echeance_id as echeance, avance, (avant - apres)::bigint as montant
    from reste where avant > apres order by paiement, annee, echeance_id, avance`.execute(queries);
  return rows;
}

/** The parts of taxpayers' payments that were not taken back. */
export async function readRemainingParts(
  queries: Queries,
  entiteId: number,
  contribuables: readonly number[],
): Promise<PartDePaiement[]> {
  const { rows } = await sql<PartDePaiement>`
    with ${restes(entiteId, contribuables, null)}
    select paiement, annee, echeance_id as echeance, avance, apres::bigint as montant from reste where apres > 0`.execute(
    queries,
  );
  return rows;
}

/** Imputes a negative transaction to just the given parts, of its sum. Its taxpayer is locked. */
export async function imputeParts(
  trx: OpenTransaction,
  { entiteId, contribuable, transaction }: { entiteId: number; contribuable: number; transaction: number },
  parts: readonly PartDePaiement[],
): Promise<void> {
  await trx
    .insertInto('imputation')
    .values(
      parts.map(({ paiement, annee, echeance, avance, montant }) => ({
        entite_id: entiteId,
        transaction_id: transaction,
        contribuable_id: contribuable,
        annee,
        echeance_id: echeance,
        montant: -montant,
        avance,
        paiement_id: paiement,
      })),
    )
    .execute();
  await settleClosed(trx, entiteId, transaction);
}

/** Parts by payment as a person reads them, the earliest payment first. */
export async function describeParts(
  queries: Queries,
  entiteId: number,
  parts: readonly PartDePaiement[],
): Promise<PaiementVise[]> {
  const { rows } = await sql<PaiementVise>`
    with part as (
      select * from unnest(${parts.map(({ paiement }) => paiement)}::bigint[], ${parts.map(({ annee }) => annee)}::int[],
        ${parts.map(({ echeance }) => echeance)}::bigint[], ${parts.map(({ avance }) => avance)}::boolean[],
        ${parts.map(({ montant }) => montant)}::bigint[]) p (paiement, annee, echeance, avance, montant))
    select t.id, t.no_transaction as "noTransaction", to_json(t.date_transaction) #>> '{}' as "dateTransaction",
      m.nom as "moyenPaiement", c.nom_complet as contribuable, t.montant, sum(p.montant)::bigint as repris,
      json_agg(json_build_object('annee', p.annee, 'echeance', p.echeance, 'taxe', ta.nom, 'periode', x.periode,
        'periodes', periodes_de(x.annee, li.created_at, f.occurrences), 'avance', p.avance, 'montant', p.montant)
        order by p.echeance is null, p.annee, x.periode, p.echeance, p.avance) as parts
    from part p
    join transaction t on t.entite_id = ${entiteId} and t.id = p.paiement
    join moyen_paiement m on m.id = t.moyen_paiement_id
    join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    left join echeance x on x.entite_id = t.entite_id and x.id = p.echeance
    left join taxe ta on ta.id = x.taxe_id
    left join frequence f on f.id = ta.frequence_id
    left join enrollement li on li.entite_id = x.entite_id and li.id = x.enrollement_id
    group by t.id, t.no_transaction, t.date_transaction, m.nom, c.nom_complet, t.montant
    order by t.date_transaction, t.id`.execute(queries);
  return rows;
}

/** What has become of a payment. */
export interface Devenir {
  id: number;
  contribuable: number;
  montant: number;
  confirmee: boolean;
  annulee: boolean;
  /** The bank did not pay its cheque. */
  rejetee: boolean;
  /** It was booked again for another taxpayer or method. */
  reimputee: boolean;
}

export async function readDevenirs(
  queries: Queries,
  entiteId: number,
  paiements: readonly number[],
): Promise<Map<number, Devenir>> {
  const { rows } = await sql<Devenir>`
    select t.id, t.contribuable_id as contribuable, t.montant, t.statut = 'Confirmé' as confirmee,
      t.statut = 'Failed' or exists (
        select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id) as annulee,
      exists (select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id
        and x.avis_rejet is not null) as rejetee,
      exists (select from transaction x where x.entite_id = t.entite_id and x.remplace_id = t.id) as reimputee
    from transaction t where t.entite_id = ${entiteId} and t.id = any(${paiements}::bigint[])`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a taxpayer has paid, keeps as an advance and still owes, in francs. */
export interface Solde {
  paye: number;
  avance: number;
  restant: number;
}

export async function readSolde(queries: Queries, entiteId: number, contribuable: number): Promise<Solde> {
  const { rows } = await sql<Solde>`
    select coalesce((select sum(montant) from imputation where entite_id = ${entiteId}
        and contribuable_id = ${contribuable}), 0)::bigint as paye,
      coalesce((select sum(montant) from imputation where entite_id = ${entiteId}
        and contribuable_id = ${contribuable} and echeance_id is null), 0)::bigint as avance,
      coalesce((select sum(montant - paye) from echeance where entite_id = ${entiteId}
        and contribuable_id = ${contribuable} and closed_at is null), 0)::bigint as restant`.execute(queries);
  return rows[0] as Solde;
}
