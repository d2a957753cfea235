-- The same by enrolling agent.
call declarer_total('agent', $$
  select entite_id, betail, jour, created_by_id as agent_id, ramification_id, count(*) as total,
    count(*) filter (where statut = 'Corrigé') as corrige, count(*) filter (where statut = 'Validé') as valide
  from contribuable
  where not systeme
  group by 1, 2, 3, 4, 5
$$, 'porter_agents', 'mouvement_enrolement');
