-- What is unpaid by present place of the taxpayer, fiscal year and the day on which it falls due: what is owed on any day is
-- summed from it. Writers of échéances (sur-echeance.sql) and moves (sur-contribuable.sql) carry what changed.
call declarer_total('reste', $$
  select x.entite_id, k.ramification_id, k.betail, x.annee, x.exigible_le, x.montant - x.paye as reste
  from echeance x
  join contribuable k on k.entite_id = x.entite_id and k.id = x.contribuable_id
  where x.montant > x.paye and x.closed_at is null
$$, 'porter_restes', 'attente_reste');
