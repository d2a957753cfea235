-- Dues by the day on which they fall due.
create or replace view calcul_exigible as
  with jours as (
    select e.entite_id, c.betail, e.exigible_le, e.ramification_id, sum(e.montant) as prevu
    from echeance e
    join contribuable c on c.entite_id = e.entite_id and c.id = e.contribuable_id
    group by 1, 2, 3, 4
  )
  select entite_id, betail, g.grain, g.debut, ramification_id, sum(prevu)::bigint as prevu
  from jours cross join lateral grains(exigible_le) g
  group by 1, 2, 3, 4, 5;

create or replace function porter_exigibles(mouvements mouvement_exigible[]) returns void language plpgsql as $$
begin
  insert into total_exigible as t (entite_id, betail, grain, debut, ramification_id, prevu)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id, sum(m.prevu)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5
  having sum(m.prevu) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (entite_id, betail, grain, debut, ramification_id) do update set prevu = t.prevu + excluded.prevu;
end
$$;
revoke execute on function porter_exigibles from public;
