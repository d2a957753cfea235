-- Every stored total, stated once: a table total_* with its view calcul_*. The columns that begin at zero are its sums, the
-- others its key. The verification, the bulk load and the upgrade of a database read this list.
create or replace function totaux_tenus() returns table (nom text, cles text[], sommes text[])
  language sql stable as $$
  select substr(t.relname, 7), array_agg(a.attname::text order by a.attnum) filter (where not a.atthasdef),
    array_agg(a.attname::text order by a.attnum) filter (where a.atthasdef)
  from pg_class t
  join pg_class v on v.relnamespace = t.relnamespace and v.relkind = 'v' and v.relname = 'calcul_' || substr(t.relname, 7)
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname like 'total\_%'
  group by t.relname order by t.relname
$$;

-- Computes a total anew, as its view says: its days from the view, then weeks and months from the days and years from the
-- months, which at a million taxpayers is several times faster than to spread every day. Rows are written by collectivité
-- and day, as days write them, so that what a period reads lies together.
create or replace function refaire_total(total text) returns void language plpgsql as $$
declare
  tenu record;
  cle text;
  sommes text;
  sommees text;
  pas text[];
begin
  select * into strict tenu from totaux_tenus() where nom = total;
  cle := array_to_string(array_remove(array_remove(tenu.cles, 'grain'), 'debut'), ', ');
  sommes := array_to_string(tenu.sommes, ', ');
  sommees := (select string_agg(format('sum(%I)', somme), ', ') from unnest(tenu.sommes) somme);
  execute format('truncate total_%I', total);
  if 'grain' <> all (tenu.cles) then
    execute format('insert into total_%1$I (%2$s, %3$s) select %2$s, %3$s from calcul_%1$I order by %2$s', total, cle, sommes);
    return;
  end if;
  execute format('insert into total_%1$I (grain, debut, %2$s, %3$s)
    select grain, debut, %2$s, %3$s from calcul_%1$I where grain = ''j'' order by entite_id, debut', total, cle, sommes);
  foreach pas slice 1 in array array[['s', 'week', 'j'], ['m', 'month', 'j'], ['a', 'year', 'm']] loop
    execute format('insert into total_%1$I (grain, debut, %2$s, %3$s)
      select %5$L, date_trunc(%6$L, debut::timestamp)::date as premier, %2$s, %4$s from total_%1$I where grain = %7$L
      group by premier, %2$s order by entite_id, premier', total, cle, sommes, sommees, pas[1], pas[2], pas[3]);
  end loop;
end
$$;

create or replace function refaire_totaux() returns void language plpgsql as $$
begin
  perform refaire_total(nom) from totaux_tenus();
end
$$;
revoke execute on function refaire_total, refaire_totaux from public;
comment on function refaire_totaux is 'Computes every stored total anew, after rows were loaded with the triggers off';
