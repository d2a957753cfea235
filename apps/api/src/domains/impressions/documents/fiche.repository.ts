/** What the individual sheet of a taxpayer says (specification 2 section 2.9). */
import { balanceState, type FicheImprimee } from '@octroi/contract';
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';

type Subject = FicheImprimee['contribuable'] & Pick<FicheImprimee, 'entite' | 'chemin'>;
type Payment = Omit<FicheImprimee['transactions'][number], 'prevu' | 'restant' | 'etat'> & {
  verse: number;
};

/**
 * @param annee fiscal year
 * @returns undefined where there is no such taxpayer in the scope
 */
export async function readFiche(
  db: Database,
  scope: Scope,
  id: number,
  annee: number,
): Promise<FicheImprimee | undefined> {
  const { rows: subjects } = await sql<Subject>`
    select contrib.id, contrib.num_klis as "numKlis", contrib.nom_complet as "fullName", contrib.photo,
      contrib.telephone, contrib.adresse, contrib.numero_piece_identite as "numeroPieceIdentite",
      contrib.created_at as "createdAt", json_build_object('id', ent.id, 'nom', ent.nom) as entite,
      array(
        select r.nom from ramification_descendance d join ramification r on r.id = d.ancetre_id
        where d.descendant_id = contrib.ramification_id order by d.distance desc) as chemin
    from contribuable contrib join entite ent on ent.id = contrib.entite_id
    where contrib.id = ${id}
      and ${placeCondition(scope, sql.ref('contrib.entite_id'), sql.ref('contrib.ramification_id'))}`.execute(
    db,
  );
  const [subject] = subjects;
  if (!subject) return undefined;
  const { entite, chemin, ...contribuable } = subject;
  const [{ rows: activites }, { rows: payments }, { rows: sums }] = await Promise.all([
    sql<FicheImprimee['activites'][number]>`
      select coalesce(na.nom, teq.nom) as base, x.precision, count(*) as nombre, x.montant as prix,
        sum(x.montant)::bigint as total
      from echeance x
      join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      left join type_equipement teq on teq.id = q.type_equipement_id
      left join nature_activite na on na.id = l.nature_activite_id
      where x.entite_id = ${entite.id} and x.contribuable_id = ${id} and x.annee = ${annee}
      group by 1, 2, 4 order by 1, 2, 4`.execute(db),
    sql<Payment>`
      select t.id, t.date_transaction as "dateTransaction", t.no_transaction as "noTransaction",
        json_build_object('id', mp.id, 'nom', mp.nom) as "moyenPaiement", t.montant as paye,
        case when u.id is not null then json_build_object('id', u.id, 'username', u.username,
          'fullName', btrim(u.prenom || ' ' || u.nom)) end as agent,
        coalesce((
          select sum(i.montant) from imputation i
          where i.entite_id = t.entite_id and i.transaction_id = t.id and i.annee = ${annee}), 0)::bigint as verse
      from transaction t
      join moyen_paiement mp on mp.id = t.moyen_paiement_id
      left join utilisateur u on u.id = t.bureau_accepteur_id
      where t.entite_id = ${entite.id} and t.contribuable_id = ${id} and t.statut = 'Confirmé'
        and extract(year from t.jour) = ${annee}
      order by t.date_transaction, t.id`.execute(db),
    sql<{ prevu: number; paye: number }>`
      select prevu, paye from total_contribuable
      where entite_id = ${entite.id} and contribuable_id = ${id} and annee = ${annee}`.execute(db),
  ]);
  const { prevu = 0, paye = 0 } = sums[0] ?? {};
  // what was paid towards the year in other years came before
  let paid = paye - payments.reduce((sum, { verse }) => sum + verse, 0);
  const transactions = payments.map(({ verse, ...payment }) => {
    paid += verse;
    return { ...payment, prevu, restant: prevu - paid, etat: balanceState(prevu, paid) };
  });
  return {
    annee,
    contribuable,
    entite,
    chemin: [entite.nom, ...chemin],
    activites,
    transactions,
    situation: { total: prevu, payer: paye, restant: prevu - paye },
  };
}
