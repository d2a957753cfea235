-- The same without method and agent: one row per node and day.
call declarer_total('recette', $$
  select entite_id, betail, jour, ramification_id,
    sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre,
    count(*) filter (where montant < 0) as nombre_rembourse
  from transaction
  where statut = 'Confirmé' and not a_classer
  group by 1, 2, 3, 4
$$, 'porter_recettes', 'attente_encaissement');
