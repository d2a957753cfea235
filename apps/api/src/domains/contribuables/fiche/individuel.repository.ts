/** The individual sheet of a taxpayer for a fiscal year (specification 2 section 2.9). */
import type { FicheIndividuelle } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { CHEMIN, type ContribuableKey } from './apercu.repository.ts';

type Head = Omit<FicheIndividuelle, 'annee' | 'activites' | 'mouvements'>;

export async function readHead(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select json_build_object('id', ent.id, 'nom', ent.nom) as collectivite, ${CHEMIN} as chemin,
      c.id, c.num_klis as "numKlis", c.photo, c.nom_complet as "fullName", c.telephone, c.adresse,
      c.created_at as "createdAt", c.type_piece_identite as "typePieceIdentite",
      c.numero_piece_identite as "numeroPieceIdentite",
      coalesce(tc.prevu, 0)::bigint as prevu, coalesce(tc.paye, 0)::bigint as paye,
      (coalesce(tc.prevu, 0) - coalesce(tc.paye, 0))::bigint as restant
    from contribuable c
    join entite ent on ent.id = c.entite_id
    left join total_contribuable tc on tc.entite_id = c.entite_id and tc.contribuable_id = c.id and tc.annee = ${annee}
    where c.entite_id = ${entiteId} and c.id = ${id}`.execute(queries);
  return rows[0];
}

/**
 * What is taxed in the year: lines of the same base, précision and yearly amount are one row, so that number × price is
 * the total. A line without a rate stands with nothing due; a line that was closed, with what it still owes.
 */
export async function readActivites(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<FicheIndividuelle['activites']> {
  const { rows } = await sql<FicheIndividuelle['activites'][number]>`
    with ligne as (
      select l.id, coalesce(na.nom, teq.nom) as base, coalesce(max(d.precision), nullif(l.variation, '')) as precision,
        coalesce(sum(d.montant), 0)::bigint as du, count(d.id) as echeances, l.closed_at
      from enrollement l
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      left join type_equipement teq on teq.id = q.type_equipement_id
      left join nature_activite na on na.id = l.nature_activite_id
      left join echeance d on d.entite_id = l.entite_id and d.enrollement_id = l.id and d.annee = ${annee}
      where l.entite_id = ${entiteId} and l.contribuable_id = ${id}
      group by l.entite_id, l.id, na.nom, teq.nom)
    select base, precision, count(*) as nombre, du as "prixUnitaire", (count(*) * du)::bigint as total
    from ligne where echeances > 0 or closed_at is null
    group by base, precision, du order by base, precision nulls first, du`.execute(queries);
  return rows;
}

/**
 * Confirmed transactions of the year, and those of other years that pay its dues; each with what is left of the dues
 * after it. The last one's rest is the sheet's.
 */
export async function readMouvements(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<FicheIndividuelle['mouvements']> {
  const { rows } = await sql<FicheIndividuelle['mouvements'][number]>`
    with part as (
      select i.transaction_id, sum(i.montant)::bigint as montant from imputation i
      where i.entite_id = ${entiteId} and i.contribuable_id = ${id} and i.annee = ${annee} group by 1),
    du as (
      select coalesce(sum(prevu), 0)::bigint as prevu from total_contribuable
      where entite_id = ${entiteId} and contribuable_id = ${id} and annee = ${annee})
    select t.id, t.date_transaction as "dateTransaction", t.no_transaction as "noTransaction", mp.nom as "moyenPaiement",
      du.prevu, t.montant as paye,
      (du.prevu - sum(coalesce(part.montant, 0)) over (order by t.date_transaction, t.id))::bigint as restant,
      case when u.id is not null then json_build_object('id', u.id, 'username', u.username,
        'fullName', btrim(u.prenom || ' ' || u.nom)) end as agent
    from transaction t
    cross join du
    join moyen_paiement mp on mp.id = t.moyen_paiement_id
    left join utilisateur u on u.id = t.bureau_accepteur_id
    left join part on part.transaction_id = t.id
    where t.entite_id = ${entiteId} and t.contribuable_id = ${id} and t.statut = 'Confirmé'
      and (extract(year from t.jour) = ${annee} or part.montant is not null)
    order by t.date_transaction, t.id`.execute(queries);
  return rows;
}
