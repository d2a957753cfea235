/** Reads the contents of receipts. */
import type { OrigineTransaction } from '@octroi/contract';
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { ContenuRecu } from '../pieces/contenu.ts';
import { chemin, SUBJECT } from '../pieces/pieces.repository.ts';

export interface Payment extends ContenuRecu {
  id: number;
  annee: number;
  jour: string;
  statut: string;
  numeroRecu: string | null;
  /** The number printed by a device, if it differs. */
  numeroImprime: string | null;
  extourne: boolean;
  origine: OrigineTransaction;
}

/** Cash taken by a device is not « Payer à la mairie », its name at the counter. */
const moyen = (parAppareil: boolean) => sql`case when mp.nature = 'espèces' and (${parAppareil} or exists (
    select from commande_terrain k where k.entite_id = t.entite_id and k.transaction_id = t.id))
  then 'Espèces' else mp.nom end`;

/**
 * Payments within a scope, with the contents of their receipts.
 * @param parAppareil whether a device is sending them: its commands are stored after their receipts
 */
export async function findPayments(
  queries: Queries,
  scope: Scope,
  ids: readonly number[],
  parAppareil = false,
): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select t.id, 'recu' as nature, ${SUBJECT}, ${chemin('t.ramification_id')}, t.date_transaction as date, t.montant,
      t.statut, t.origine, t.numero_recu as "numeroRecu", t.numero_imprime as "numeroImprime", t.no_transaction as reference, t.jour::text as jour,
      extract(year from t.jour)::int as annee, ${moyen(parAppareil)} as moyen,
      case when u.id is not null then nom_du_jour(u.id, t.created_at, btrim(u.prenom || ' ' || u.nom)) end as agent,
      exists (select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id) as extourne,
      case when e.payeur_nom <> contrib.nom_complet then e.payeur_nom end as payeur,
      case when e.cheque_numero is not null and mp.nature = 'chèque' then json_build_object('banque', e.cheque_banque,
        'numero', e.cheque_numero, 'tireur', e.cheque_tireur) end as cheque,
      (select json_build_object('numero', coalesce(a.numero_imprime, a.numero_recu, a.no_transaction), 'jour', a.jour) from transaction a
        where a.entite_id = t.entite_id and a.id = t.remplace_id) as remplace,
      coalesce((select json_agg(json_build_object('annee', annee, 'montant', montant) order by annee) from (
        select i.annee, sum(i.montant)::bigint as montant from imputation i
        where i.entite_id = t.entite_id and i.transaction_id = t.id group by 1) par_annee), '[]') as exercices
    from transaction t
    join contribuable contrib on contrib.entite_id = t.entite_id and contrib.id = t.contribuable_id
    join entite ent on ent.id = t.entite_id
    join moyen_paiement mp on mp.id = t.moyen_paiement_id
    left join encaissement e on e.entite_id = t.entite_id and e.id = t.encaissement_id
    left join utilisateur u on u.id = t.bureau_accepteur_id
    where t.id = any(${ids}::bigint[]) and ${placeCondition(scope, sql.ref('t.entite_id'), sql.ref('t.ramification_id'))}`.execute(
    queries,
  );
  return rows;
}

/** Locks a payment until the transaction ends: a concurrent request for its first receipt waits and finds it issued. */
export async function lockPayment(
  trx: OpenTransaction,
  { entiteId, id }: { entiteId: number; id: number },
): Promise<void> {
  await sql`select from transaction where entite_id = ${entiteId} and id = ${id} for no key update`.execute(
    trx,
  );
}

type Part = NonNullable<ContenuRecu['detail']>['parts'][number];

/** What transactions paid, by year and tax, advances last. By transaction. */
export async function readParts(
  queries: Queries,
  entiteId: number,
  transactions: readonly number[],
): Promise<ReadonlyMap<number, Part[]>> {
  const { rows } = await sql<{ transaction: number; parts: Part[] }>`
    select transaction, json_agg(json_build_object('annee', annee, 'taxe', taxe, 'montant', montant)
      order by taxe is null, annee, taxe) as parts
    from (
      select i.transaction_id as transaction, i.annee, t.nom as taxe, sum(i.montant)::bigint as montant
      from imputation i
      left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
      left join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id
      where i.entite_id = ${entiteId} and i.transaction_id = any(${transactions}::bigint[])
      group by 1, 2, 3) p
    group by 1`.execute(queries);
  return new Map(rows.map(({ transaction, parts }) => [transaction, parts]));
}
