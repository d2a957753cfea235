-- Outlines of places around their taxpayers. Changes of positions mark the places (sur-contribuable.sql, and below); a
-- job draws marked ones, one collectivité at a time (redessiner_enveloppes).

-- A position with its extent in one of sixteen directions: the maximum of a place is a corner of its outline.
create or replace function coin(direction integer, y double precision, x double precision) returns double precision[]
  language sql immutable parallel safe
  return array[x * cos(direction * pi() / 8) + y * sin(direction * pi() / 8), y, x];

-- The outermost taxpayers of a place by direction; null for less than three. A position counts if its distance to the
-- median position is at most four times the median distance, or 0.002° (200 m): so wrong positions do not matter up to
-- half of all.
create or replace function coins_du_lieu(e integer, lieu integer) returns double precision[] language sql stable as $$
  with point as materialized (
    select c.latitude as y, c.longitude as x
    from ramification_descendance d join contribuable c on c.entite_id = d.entite_id and c.ramification_id = d.descendant_id
    where d.entite_id = e and d.ancetre_id = lieu and c.latitude is not null and c.longitude is not null),
  milieu as (
    select percentile_cont(0.5) within group (order by y) as my, percentile_cont(0.5) within group (order by x) as mx from point),
  ecart as materialized (select y, x, greatest(abs(y - my), abs(x - mx)) as d from point, milieu),
  portee as (select greatest(4 * percentile_cont(0.5) within group (order by d), 0.002) as most from ecart)
  select array[
    (max(coin(0, y, x)))[2:3], (max(coin(1, y, x)))[2:3], (max(coin(2, y, x)))[2:3], (max(coin(3, y, x)))[2:3],
    (max(coin(4, y, x)))[2:3], (max(coin(5, y, x)))[2:3], (max(coin(6, y, x)))[2:3], (max(coin(7, y, x)))[2:3],
    (max(coin(8, y, x)))[2:3], (max(coin(9, y, x)))[2:3], (max(coin(10, y, x)))[2:3], (max(coin(11, y, x)))[2:3],
    (max(coin(12, y, x)))[2:3], (max(coin(13, y, x)))[2:3], (max(coin(14, y, x)))[2:3], (max(coin(15, y, x)))[2:3]]
  from ecart, portee where d <= most having count(*) >= 3
$$;

-- Definition of each outline, at the levels of the map (contract: CONTOURS).
create or replace view calcul_enveloppe as
  select r.entite_id, r.id as ramification_id, c.coins
  from ramification r join type_ramification t on t.id = r.type_id
  -- `offset` prevents the planner from computing it twice
  cross join lateral (select coins_du_lieu(r.entite_id, r.id) as coins offset 0) c
  where t.niveau in (2, 4) and c.coins is not null;

-- Draws the marked places of one collectivité, by one worker at a time; another returns at once. Marks added meanwhile
-- wait for the next call. Returns whether others wait.
create or replace function redessiner_enveloppes() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e integer;
  lieux integer[];
begin
  if not pg_try_advisory_xact_lock(7230117) then
    return false;
  end if;
  select min(entite_id) into e from attente_enveloppe;
  with pris as (delete from attente_enveloppe where entite_id = e returning ramification_id)
  select array_agg(distinct d.ancetre_id) into lieux
  from pris join ramification_descendance d on d.entite_id = e and d.descendant_id = pris.ramification_id;
  with calcul as materialized (select * from calcul_enveloppe where entite_id = e and ramification_id = any(lieux)),
  parti as (
    delete from enveloppe where entite_id = e and ramification_id = any(lieux)
      and ramification_id not in (select ramification_id from calcul))
  insert into enveloppe as v (entite_id, ramification_id, coins) select * from calcul order by 1, 2
  on conflict (entite_id, ramification_id) do update set coins = excluded.coins where v.coins <> excluded.coins;
  return exists (select from attente_enveloppe);
end
$$;

-- Draws every outline, after a load with triggers disabled.
create or replace function refaire_enveloppes() returns void language plpgsql as $$
begin
  truncate enveloppe, attente_enveloppe;
  insert into enveloppe (entite_id, ramification_id, coins) select * from calcul_enveloppe order by 1, 2;
end
$$;
revoke execute on function redessiner_enveloppes, refaire_enveloppes from public;
grant execute on function redessiner_enveloppes to octroi_app;

-- Marks places after a place is moved or changes its type, or a type changes its level.
create or replace function marquer_enveloppes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'type_ramification' then
    insert into attente_enveloppe (entite_id, ramification_id) select entite_id, id from ramification where type_id = new.id;
    return null;
  end if;
  insert into attente_enveloppe (entite_id, ramification_id)
  select new.entite_id, lieu from unnest(array[new.id, old.parent_id, new.parent_id]) lieu where lieu is not null;
  return null;
end
$$;
create or replace trigger enveloppe_lieu after update of parent_id, type_id on ramification for each row
  when ((new.parent_id, new.type_id) is distinct from (old.parent_id, old.type_id)) execute function marquer_enveloppes();
create or replace trigger enveloppe_type after update of niveau on type_ramification for each row
  when (new.niveau <> old.niveau) execute function marquer_enveloppes();
revoke execute on function marquer_enveloppes from public;
