-- Dues of taxpayers on a day: unpaid échéances of open years. Writers of échéances compute them again
-- (sur-echeance.sql); porter_dus_du_jour() updates those that change with the date.

-- Day of a collectivité's dues: today, or the stored day if the clock was set back. A view, so that the planner can
-- inline it, unlike a function call per sum.
create or replace view jour_du as
  select e.id as entite_id, greatest(aujourdhui(), j.jour) as jour from entite e left join du_jour j on j.entite_id = e.id;

-- Contribution of an unpaid échéance to its taxpayer's dues on a day, and the last day on which it is valid.
create or replace function part_du(reste bigint, exigible date, annee smallint, jour date)
  returns table (depuis date, arrieres bigint, exercice bigint, a_echoir bigint, jusque date)
  language sql immutable parallel safe as $$
  select exigible,
    case when exigible <= jour and annee < extract(year from jour) then reste else 0 end,
    case when exigible <= jour and annee >= extract(year from jour) then reste else 0 end,
    case when exigible > jour then reste else 0 end,
    case when exigible > jour then exigible - 1
      when annee >= extract(year from jour) then make_date(extract(year from jour)::int, 12, 31)
      else 'infinity' end
$$;

-- Dues of each taxpayer on that day, and the last day on which they are valid.
create or replace view calcul_du as
  select k.entite_id, k.id as contribuable_id, k.ramification_id, k.betail, min(p.depuis) as depuis, sum(p.arrieres)::bigint as arrieres,
    sum(p.exercice)::bigint as exercice, sum(p.a_echoir)::bigint as a_echoir, min(p.jusque) as jusque
  from echeance x
  join contribuable k on k.entite_id = x.entite_id and k.id = x.contribuable_id
  join jour_du j on j.entite_id = x.entite_id
  cross join lateral part_du(x.montant - x.paye, x.exigible_le, x.annee, j.jour) p
  where x.montant > x.paye and x.closed_at is null
  group by k.entite_id, k.id;
drop function if exists jour_du(integer);

-- To be called before writing dues. Without the lock, two writers of one taxpayer's échéances could each miss the
-- other's.
create or replace function verrouiller_dus(e integer[], c bigint[]) returns void language plpgsql as $$
begin
  perform from contribuable where (entite_id, id) in (select * from unnest(e, c)) order by entite_id, id for no key update;
  insert into du_jour (entite_id, jour) select distinct m.entite_id, aujourdhui() from unnest(e) m (entite_id)
  where not exists (select from du_jour j where j.entite_id = m.entite_id) order by 1
  on conflict do nothing;
end
$$;

-- Computes the dues of some taxpayers. The plan is cached: for one taxpayer, planning takes three times as long as
-- running.
create or replace function porter_dus(e integer[], c bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  perform verrouiller_dus(e, c);
  delete from du_contribuable t using unnest(e, c) m (e, c) where t.entite_id = m.e and t.contribuable_id = m.c
    and not exists (select from echeance x where x.entite_id = m.e and x.contribuable_id = m.c and x.montant > x.paye
      and x.closed_at is null);
  insert into du_contribuable (entite_id, contribuable_id, ramification_id, betail, depuis, arrieres, exercice, a_echoir, jusque)
  select d.* from (select distinct * from unnest(e, c) m (e, c)) m
  -- `offset` prevents the planner from computing everybody's dues
  cross join lateral (select * from calcul_du d where d.entite_id = m.e and d.contribuable_id = m.c offset 0) d
  order by 1, 2
  on conflict (entite_id, contribuable_id) do update set ramification_id = excluded.ramification_id, betail = excluded.betail,
    depuis = excluded.depuis, arrieres = excluded.arrieres, exercice = excluded.exercice, a_echoir = excluded.a_echoir,
    jusque = excluded.jusque;
end
$$;

-- Updates dues that are no longer valid today: a limited number of taxpayers, in key order, by one worker at a time;
-- another returns at once. Returns the number updated.
create or replace function porter_dus_du_jour(au_plus integer default 2000) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e integer[];
  c bigint[];
begin
  if not pg_try_advisory_xact_lock(7230116) then
    return 0;
  end if;
  select array_agg(entite_id), array_agg(contribuable_id) into e, c from (
    select entite_id, contribuable_id from du_contribuable where jusque < aujourdhui() order by jusque, entite_id, contribuable_id limit au_plus
  ) passe;
  if e is null then
    update du_jour set jour = aujourdhui() where jour < aujourdhui();
    return 0;
  end if;
  perform porter_dus(e, c);
  return cardinality(e);
end
$$;
revoke execute on function verrouiller_dus, porter_dus, porter_dus_du_jour from public;
grant execute on function porter_dus_du_jour to octroi_app;

-- Computes everybody's dues, after a load with triggers disabled. The total of debtors has to be computed again after it,
-- if the triggers are disabled.
create or replace function refaire_dus() returns void language plpgsql as $$
begin
  truncate du_contribuable, du_jour, total_impaye, attente_impaye;
  insert into du_jour (entite_id, jour) select id, aujourdhui() from entite;
  insert into du_contribuable (entite_id, contribuable_id, ramification_id, betail, depuis, arrieres, exercice, a_echoir, jusque)
  select * from calcul_du order by 1, 2;
end
$$;
revoke execute on function refaire_dus from public;
