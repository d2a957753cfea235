-- What taxpayers owe on a day: total of their unpaid échéances that are not closed. Whoever writes échéances has it worked out anew
-- (sur-echeance.sql); what holds no longer because days went by is carried by porter_dus_du_jour().

-- The day by which what is owed in a collectivité is told: today, or the day to which it was carried where the clock was set back.
create or replace function jour_du(e integer) returns date language sql stable
  as $$ select greatest(aujourdhui(), (select j.jour from du_jour j where j.entite_id = e)) $$;

-- What each owes on that day, and the last day on which that still holds.
create or replace view calcul_du as
  select k.entite_id, k.id as contribuable_id, k.ramification_id, k.betail,
    min(x.exigible_le) filter (where x.exigible_le <= j.jour) as depuis,
    coalesce(sum(x.montant - x.paye) filter (where x.exigible_le <= j.jour and x.annee < extract(year from j.jour)), 0)::bigint as arrieres,
    coalesce(sum(x.montant - x.paye) filter (where x.exigible_le <= j.jour and x.annee >= extract(year from j.jour)), 0)::bigint as exercice,
    coalesce(sum(x.montant - x.paye) filter (where x.exigible_le > j.jour), 0)::bigint as a_echoir,
    least(
      min(x.exigible_le) filter (where x.exigible_le > j.jour) - 1,
      max(make_date(extract(year from j.jour)::int, 12, 31)) filter (where x.exigible_le <= j.jour and x.annee >= extract(year from j.jour)),
      'infinity') as jusque
  from echeance x
  join contribuable k on k.entite_id = x.entite_id and k.id = x.contribuable_id
  join (select id, jour_du(id) as jour from entite) j on j.id = x.entite_id
  where x.montant > x.paye and x.closed_at is null
  group by k.entite_id, k.id, j.jour;

-- Works out what some taxpayers owe. The lock keeps two writers of one's échéances from each missing what the other writes. Planned
-- once: planning takes three times as long as the rest of it for one taxpayer.
create or replace function porter_dus(e integer[], c bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  perform from contribuable where (entite_id, id) in (select * from unnest(e, c)) order by entite_id, id for no key update;
  insert into du_jour (entite_id, jour) select distinct m.entite_id, aujourdhui() from unnest(e) m (entite_id)
  where not exists (select from du_jour j where j.entite_id = m.entite_id) order by 1
  on conflict do nothing;
  delete from du_contribuable t using unnest(e, c) m (e, c) where t.entite_id = m.e and t.contribuable_id = m.c
    and not exists (select from echeance x where x.entite_id = m.e and x.contribuable_id = m.c and x.montant > x.paye
      and x.closed_at is null);
  insert into du_contribuable (entite_id, contribuable_id, ramification_id, betail, depuis, arrieres, exercice, a_echoir, jusque)
  select d.* from (select distinct * from unnest(e, c) m (e, c)) m
  -- `offset` keeps the planner from working out what everybody owes
  cross join lateral (select * from calcul_du d where d.entite_id = m.e and d.contribuable_id = m.c offset 0) d
  order by 1, 2
  on conflict (entite_id, contribuable_id) do update set ramification_id = excluded.ramification_id, betail = excluded.betail,
    depuis = excluded.depuis, arrieres = excluded.arrieres, exercice = excluded.exercice, a_echoir = excluded.a_echoir,
    jusque = excluded.jusque;
end
$$;

-- Carries to today what holds no longer: at most so many taxpayers, in the order of their keys. One at a time: who comes while
-- another is at it has nothing to do. Returns how many were carried.
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
revoke execute on function porter_dus, porter_dus_du_jour from public;
grant execute on function porter_dus_du_jour to octroi_app;

-- Works out anew what everybody owes, after rows were loaded with the triggers off.
create or replace function refaire_dus() returns void language plpgsql as $$
begin
  truncate du_contribuable, du_jour;
  insert into du_jour (entite_id, jour) select id, aujourdhui() from entite;
  insert into du_contribuable (entite_id, contribuable_id, ramification_id, betail, depuis, arrieres, exercice, a_echoir, jusque)
  select * from calcul_du order by 1, 2;
end
$$;
revoke execute on function refaire_dus from public;
