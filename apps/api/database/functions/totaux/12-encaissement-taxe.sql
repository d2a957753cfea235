-- Received and given back, by tax.
call declarer_total('encaissement_taxe', $$
  select t.entite_id, t.betail, t.jour, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
    sum(greatest(i.montant, 0)) as recu, sum(greatest(-i.montant, 0)) as rembourse, count(*) as nombre
  from imputation i
  join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
  left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
  where not t.a_classer
  group by 1, 2, 3, 4, 5
$$, 'porter_encaissements_taxes', 'attente_imputation');
