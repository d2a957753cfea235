-- The list of stored totals: a table total_* with its view calcul_*. Columns with a default of zero are sums, the
-- others the key. `lecture` is the relation to read; it has several rows per key if movements wait. Used by the
-- verification, the bulk load and upgrades.
create or replace function totaux_tenus() returns table (nom text, lecture text, cles text[], sommes text[])
  language sql stable as $$
  select substr(t.relname, 7), 
    case when to_regclass('tenu_' || substr(t.relname, 7)) is null then t.relname::text else 'tenu_' || substr(t.relname, 7) end,
    array_agg(a.attname::text order by a.attnum) filter (where not a.atthasdef),
    array_agg(a.attname::text order by a.attnum) filter (where a.atthasdef)
  from pg_class t
  join pg_class v on v.relnamespace = t.relnamespace and v.relkind = 'v' and v.relname = 'calcul_' || substr(t.relname, 7)
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname like 'total\_%'
  group by t.relname order by t.relname
$$;

-- Since when each waiting movement waits.
create or replace view mouvement_en_attente as
  select depuis from attente_encaissement union all select depuis from attente_imputation
  union all select depuis from attente_montant union all select depuis from attente_impaye union all select depuis from attente_reste;

-- Adds waiting committed movements to the totals, at most so many of each kind, by one worker at a time; another
-- returns at once. Reads have the same result before, during and after.
create or replace function replier_totaux(au_plus integer default 20000) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recus attente_encaissement[];
  imputes attente_imputation[];
  montants attente_montant[];
  impayes attente_impaye[];
  restes attente_reste[];
begin
  if not pg_try_advisory_xact_lock(7230115) then
    return 0;
  end if;
  with pris as (
    delete from attente_encaissement where ctid = any (array(select ctid from attente_encaissement limit au_plus)) returning *)
  select array_agg(row(pris.*)::attente_encaissement) into recus from pris;
  if recus is not null then
    perform porter_encaissements(recus);
    perform porter_encaissements_agents(recus);
    perform porter_recettes(recus);
  end if;
  with pris as (
    delete from attente_imputation where ctid = any (array(select ctid from attente_imputation limit au_plus)) returning *)
  select array_agg(row(pris.*)::attente_imputation) into imputes from pris;
  if imputes is not null then
    perform porter_encaissements_taxes(imputes);
    perform porter_encaissements_exercices(imputes);
  end if;
  with pris as (
    delete from attente_montant where ctid = any (array(select ctid from attente_montant limit au_plus)) returning *)
  select array_agg(row(pris.*)::attente_montant) into montants from pris;
  if montants is not null then
    perform porter_montants(montants);
    perform porter_cartes(montants);
  end if;
  with pris as (
    delete from attente_impaye where ctid = any (array(select ctid from attente_impaye limit au_plus)) returning *)
  select array_agg(row(pris.*)::attente_impaye) into impayes from pris;
  if impayes is not null then
    perform porter_impayes(impayes);
  end if;
  with pris as (
    delete from attente_reste where ctid = any (array(select ctid from attente_reste limit au_plus)) returning *)
  select array_agg(row(pris.*)::attente_reste) into restes from pris;
  if restes is not null then
    perform porter_restes(restes);
  end if;
  return coalesce(cardinality(recus), 0) + coalesce(cardinality(imputes), 0) + coalesce(cardinality(montants), 0)
    + coalesce(cardinality(impayes), 0) + coalesce(cardinality(restes), 0);
end
$$;
revoke execute on function replier_totaux from public;
grant execute on function replier_totaux to octroi_app;

-- Computes a total from its view: first days, then weeks and months from days, years from months, several times faster
-- for a million taxpayers. Rows are written by collectivité and day, so that those of a period are stored together.
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
  -- waiting movements are also in the base rows: they are added first, and nothing is added until the total is complete
  perform pg_advisory_xact_lock(7230115);
  lock table attente_encaissement, attente_imputation, attente_montant, attente_impaye, attente_reste in exclusive mode;
  while exists (select from mouvement_en_attente) loop
    perform replier_totaux();
  end loop;
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
  truncate attente_encaissement, attente_imputation, attente_montant, attente_reste;
  -- their total is computed from them
  perform refaire_dus();
  perform refaire_total(nom) from totaux_tenus();
  perform refaire_enveloppes();
end
$$;
revoke execute on function refaire_total, refaire_totaux from public;
comment on function refaire_totaux is 'Computes every stored total anew, after rows were loaded with the triggers off';
