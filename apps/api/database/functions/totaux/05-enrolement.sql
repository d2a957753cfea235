-- Taxpayers by the day of their enrolment.
create or replace view calcul_enrolement as
  select c.entite_id, c.betail, g.grain, g.debut, c.ramification_id, count(*) as total,
    count(*) filter (where c.statut = 'Corrigé') as corrige, count(*) filter (where c.statut = 'Validé') as valide
  from contribuable c cross join lateral grains(c.jour) g
  where not c.systeme
  group by 1, 2, 3, 4, 5;

create or replace function porter_enrolements(mouvements mouvement_enrolement[]) returns void language plpgsql as $$
begin
  insert into total_enrolement as t (entite_id, betail, grain, debut, ramification_id, total, corrige, valide)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id, sum(m.total), sum(m.corrige), sum(m.valide)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5
  having sum(m.total) <> 0 or sum(m.corrige) <> 0 or sum(m.valide) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (entite_id, betail, grain, debut, ramification_id) do update
    set total = t.total + excluded.total, corrige = t.corrige + excluded.corrige, valide = t.valide + excluded.valide;
end
$$;
revoke execute on function porter_enrolements from public;

-- Who changes the lines of taxpayers writes totals of lines and of amounts, and not always in that order: lines come before
-- their dues and go after them. Such writers first hold the enrolments of the place and year, which enrolling, moving and
-- validating write before anything else: at one place they follow one another, and none waits in a circle.
create or replace function retenir_enrolements(e integer, c bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select from total_enrolement t
  where (t.entite_id, t.betail, t.grain, t.debut, t.ramification_id) in (
    select k.entite_id, k.betail, 'a'::"char", date_trunc('year', k.jour)::date, k.ramification_id
    from contribuable k where k.entite_id = e and k.id = any(c))
  order by t.entite_id, t.betail, t.grain, t.debut, t.ramification_id
  for no key update
$$;
revoke execute on function retenir_enrolements from public;
grant execute on function retenir_enrolements to octroi_app;
