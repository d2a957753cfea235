-- Received and refunded by day and method, of confirmed payments. Payments to be classified have no place: they are in
-- no total, and are read one by one.
call declarer_total('encaissement', $$
  select entite_id, betail, jour, ramification_id, moyen_paiement_id,
    sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre,
    count(*) filter (where montant < 0) as nombre_rembourse
  from transaction
  where statut = 'Confirmé' and not a_classer
  group by 1, 2, 3, 4, 5
$$, 'porter_encaissements', 'attente_encaissement');
