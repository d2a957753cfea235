-- Received and given back by day and method: payments that are confirmed. What is to be classified is at no place: no total
-- holds it, and whoever tells it reads its few payments.
call declarer_total('encaissement', $$
  select entite_id, betail, jour, ramification_id, moyen_paiement_id,
    sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre,
    count(*) filter (where montant < 0) as nombre_rembourse
  from transaction
  where statut = 'Confirmé' and not a_classer
  group by 1, 2, 3, 4, 5
$$, 'porter_encaissements', 'attente_encaissement');
