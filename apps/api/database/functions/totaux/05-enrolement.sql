-- Taxpayers by day of enrolment.
call declarer_total('enrolement', $$
  select entite_id, betail, jour, ramification_id, count(*) as total,
    count(*) filter (where statut = 'Corrigé') as corrige, count(*) filter (where statut = 'Validé') as valide
  from contribuable
  where not systeme
  group by 1, 2, 3, 4
$$, 'porter_enrolements', 'mouvement_enrolement');

-- Changes of lines write totals of lines and of amounts, in varying order. To avoid deadlocks, such writers first lock
-- the enrolments of the place and year, which enrolments, moves and validations write before anything else.
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
