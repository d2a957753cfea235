-- The same by the agent who enrolled them.
create or replace view calcul_agent as
  select c.entite_id, c.betail, g.grain, g.debut, c.created_by_id as agent_id, c.ramification_id, count(*) as total,
    count(*) filter (where c.statut = 'Corrigé') as corrige, count(*) filter (where c.statut = 'Validé') as valide
  from contribuable c cross join lateral grains(c.jour) g
  where not c.systeme
  group by 1, 2, 3, 4, 5, 6;

create or replace function porter_agents(mouvements mouvement_enrolement[]) returns void language plpgsql as $$
begin
  insert into total_agent as t (entite_id, betail, grain, debut, agent_id, ramification_id, total, corrige, valide)
  select m.entite_id, m.betail, g.grain, g.debut, m.agent_id, m.ramification_id, sum(m.total), sum(m.corrige), sum(m.valide)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.total) <> 0 or sum(m.corrige) <> 0 or sum(m.valide) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, agent_id, ramification_id) do update
    set total = t.total + excluded.total, corrige = t.corrige + excluded.corrige, valide = t.valide + excluded.valide;
end
$$;
revoke execute on function porter_agents from public;
