-- Dues by the day on which they fall due.
call declarer_total('exigible', $$
  select e.entite_id, c.betail, e.exigible_le as jour, e.ramification_id, sum(e.montant) as prevu
  from echeance e
  join contribuable c on c.entite_id = e.entite_id and c.id = e.contribuable_id
  group by 1, 2, 3, 4
$$, 'porter_exigibles', 'mouvement_exigible');
