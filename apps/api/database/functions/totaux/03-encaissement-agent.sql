-- The same by the agent who took the payment.
call declarer_total('encaissement_agent', $$
  select entite_id, betail, jour, coalesce(bureau_accepteur_id, 0) as agent_id, ramification_id,
    sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre,
    count(*) filter (where montant < 0) as nombre_rembourse
  from transaction
  where statut = 'Confirmé' and not a_classer
  group by 1, 2, 3, 4, 5
$$, 'porter_encaissements_agents', 'attente_encaissement');
