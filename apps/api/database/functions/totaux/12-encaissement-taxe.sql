-- Received and given back, by tax.
create or replace view calcul_encaissement_taxe as
  select t.entite_id, t.betail, g.grain, g.debut, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
    sum(greatest(i.montant, 0))::bigint as recu, sum(greatest(-i.montant, 0))::bigint as rembourse, count(*) as nombre
  from imputation i
  join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
  left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
  cross join lateral grains(t.jour) g
  group by 1, 2, 3, 4, 5, 6;
