-- Dues and payments of a year, by the taxpayers' day of enrolment.
call declarer_total('montant', $$
  select t.entite_id, t.annee, c.betail, c.jour, c.ramification_id, sum(t.prevu) as prevu, sum(t.paye) as paye
  from calcul_contribuable t
  join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
  group by 1, 2, 3, 4, 5
$$, 'porter_montants', 'attente_montant', 'm.annee <> 0');
