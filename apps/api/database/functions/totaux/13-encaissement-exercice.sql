-- Received and refunded, by fiscal year of the imputation.
call declarer_total('encaissement_exercice', $$
  select t.entite_id, t.betail, t.jour, i.annee, t.ramification_id,
    sum(greatest(i.montant, 0)) as recu, sum(greatest(-i.montant, 0)) as rembourse
  from imputation i
  join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
  where not t.a_classer
  group by 1, 2, 3, 4, 5
$$, 'porter_encaissements_exercices', 'attente_imputation');
