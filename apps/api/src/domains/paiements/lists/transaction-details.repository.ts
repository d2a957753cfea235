/** What the page of a payment shows beside its row. */
import type { Transaction, TransactionRow } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { agentAt } from '#src/platform/database/expressions.ts';

/** The parts of a transaction, what it is linked to, and its acts from the journal, the first first. */
export async function readDetails(
  queries: Queries,
  entiteId: number,
  id: number,
): Promise<Omit<Transaction, keyof TransactionRow>> {
  const link = sql`json_build_object('id', l.id, 'noTransaction', l.no_transaction, 'dateTransaction', l.date_transaction)`;
  const { rows } = await sql<Omit<Transaction, keyof TransactionRow>>`
    select
      coalesce((
        select json_agg(json_build_object('id', i.id, 'annee', i.annee, 'montant', i.montant, 'periode', x.periode,
          'periodes', periodes_de(x.annee, li.created_at, f.occurrences),
          'taxe', case when ta.id is not null then json_build_object('id', ta.id, 'nom', ta.nom) end)
          order by i.echeance_id is null, i.annee, x.periode, i.id)
        from imputation i
        left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
        left join taxe ta on ta.id = x.taxe_id
        left join frequence f on f.id = ta.frequence_id
        left join enrollement li on li.entite_id = x.entite_id and li.id = x.enrollement_id
        where i.entite_id = t.entite_id and i.transaction_id = t.id), '[]') as imputations,
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.id = t.extourne_de_id) as "extourneDe",
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.extourne_de_id = t.id) as "extourneePar",
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.id = t.remplace_id) as remplace,
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.remplace_id = t.id) as "remplacePar",
      t.numero_imprime as "numeroImprime",
      (select nature from moyen_paiement where id = t.moyen_paiement_id) as nature,
      exists (select from transaction l where l.entite_id = t.entite_id and l.extourne_de_id = t.id and l.avis_rejet is not null) as "avisRejet",
      (select json_build_object('banque', e.cheque_banque, 'numero', e.cheque_numero, 'tireur', e.cheque_tireur)
        from encaissement e where e.entite_id = t.entite_id and e.id = t.encaissement_id and e.cheque_numero is not null) as cheque,
      coalesce((
        select json_agg(json_build_object('id', j.id, 'createdAt', j.created_at, 'acte', j.acte, 'statut', j.apres ->> 'statut',
          'motif', j.apres ->> 'motif', 'utilisateur', ${agentAt('u', sql.ref('j.created_at'))}) order by j.created_at, j.id)
        from journal j left join utilisateur u on u.id = j.utilisateur_id
        where j.ressource = 'transactions' and j.enregistrement_id = t.id), '[]') as historique
    from transaction t where t.entite_id = ${entiteId} and t.id = ${id}`.execute(queries);
  return rows[0] as Omit<Transaction, keyof TransactionRow>;
}
