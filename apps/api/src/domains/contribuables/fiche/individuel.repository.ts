/** The individual sheet of a taxpayer for a fiscal year (specification 2 section 2.9). */
import type { FicheIndividuelle } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { agentAt } from '#src/platform/database/expressions.ts';
import { CHEMIN } from './apercu.repository.ts';
import type { ContribuableKey } from './compte.repository.ts';

type Head = Omit<FicheIndividuelle, 'compte' | 'activites' | 'mouvements'>;

export async function readHead(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select json_build_object('id', ent.id, 'nom', ent.nom) as collectivite, ${CHEMIN} as chemin,
      c.id, c.num_klis as "numKlis", c.photo, c.nom_complet as "fullName", c.raison_sociale as "raisonSociale",
      c.telephone, c.adresse, c.created_at as "createdAt", c.type_piece_identite as "typePieceIdentite",
      c.numero_piece_identite as "numeroPieceIdentite"
    from contribuable c
    join entite ent on ent.id = c.entite_id
    where c.entite_id = ${entiteId} and c.id = ${id}`.execute(queries);
  return rows[0];
}

/**
 * What is taxed in the year. Lines of the same base, précision and échéances form one row, so that number × price is
 * the total. A line without a rate is shown with nothing due, a closed line with what remains due. Imported dues of a
 * year before the line have no rate: they are shown as carried over.
 */
export async function readActivites(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<FicheIndividuelle['activites']> {
  const { rows } = await sql<FicheIndividuelle['activites'][number]>`
    with ligne as (
      select l.id, coalesce(na.nom, teq.nom) as base, coalesce(max(d.precision), nullif(l.variation, '')) as precision,
        coalesce(sum(d.montant), 0)::bigint as du, count(d.id)::int as echeances,
        case when min(d.montant) = max(d.montant) then min(d.montant) end as prix,
        case when not est_reportee(${annee}::smallint, l.created_at) then periodes_facturees(max(f.occurrences)) end as "parAn",
        l.closed_at
      from enrollement l
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      left join type_equipement teq on teq.id = q.type_equipement_id
      left join nature_activite na on na.id = l.nature_activite_id
      left join echeance d on d.entite_id = l.entite_id and d.enrollement_id = l.id and d.annee = ${annee}
        and (d.closed_at is null or d.montant > 0)
      left join taxe t on t.entite_id = d.entite_id and t.id = d.taxe_id
      left join frequence f on f.id = t.frequence_id
      where l.entite_id = ${entiteId} and l.contribuable_id = ${id}
      group by l.entite_id, l.id, na.nom, teq.nom)
    select base, precision, count(*)::int as nombre,
      json_build_object('nombre', echeances, 'prix', prix, 'parAn', "parAn") as tarif,
      du as "prixUnitaire", (count(*) * du)::bigint as total
    from ligne where echeances > 0 or closed_at is null
    group by base, precision, du, echeances, prix, "parAn"
    order by base, precision nulls first, du, echeances, prix, "parAn"`.execute(queries);
  return rows;
}

/**
 * Confirmed transactions of the year, and those of other years that went to it, each with what became of it: together
 * they are what the year was paid.
 */
export async function readMouvements(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<FicheIndividuelle['mouvements']> {
  const { rows } = await sql<FicheIndividuelle['mouvements'][number]>`
    with part as (
      select i.transaction_id,
        coalesce(sum(i.montant) filter (where i.annee = ${annee} and i.echeance_id is not null), 0)::bigint as exercice,
        coalesce(sum(i.montant) filter (where i.annee <> ${annee}), 0)::bigint as autres,
        coalesce(sum(i.montant) filter (where i.annee = ${annee} and i.echeance_id is null), 0)::bigint as avance,
        bool_or(i.annee = ${annee}) as dessus
      from imputation i where i.entite_id = ${entiteId} and i.contribuable_id = ${id} group by 1)
    select t.id, t.date_transaction as "dateTransaction", t.no_transaction as "noTransaction", mp.nom as "moyenPaiement",
      t.montant, part.exercice, part.autres, part.avance,
      case when t.extourne_de_id is not null then 'extourne'
        else (select case when x.avis_rejet is null then 'extournée' else 'rejetée' end from transaction x
          where x.entite_id = t.entite_id and x.extourne_de_id = t.id)
      end as extourne,
      ${agentAt('u', sql.ref('t.created_at'))} as agent
    from transaction t
    join moyen_paiement mp on mp.id = t.moyen_paiement_id
    left join utilisateur u on u.id = t.bureau_accepteur_id
    join part on part.transaction_id = t.id
    where t.entite_id = ${entiteId} and t.contribuable_id = ${id} and t.statut = 'Confirmé'
      and (extract(year from t.jour) = ${annee} or part.dessus)
    order by t.date_transaction, t.id`.execute(queries);
  return rows;
}
