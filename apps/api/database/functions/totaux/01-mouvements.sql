-- Stored totals (ADR 0002, 0046): a write of base rows (sur-*.sql) becomes signed movements. Those of enrolments and dates
-- of dues are added at once: each total adds the movements of a statement in one sorted upsert. Those of payments, amounts
-- and the map wait in attente_*, without locks, until replier_totaux() adds many together; reads use tenu_*, which includes
-- them. The file of a total declares its daily sums and its movements; declarer_total() creates calcul_*, porter_* and
-- tenu_* from that. Views sum by day before a day is multiplied by its periods: a fifth of the rows to group.
--
-- Locks are taken in one order, to avoid deadlocks: taxpayers, the session of a till, the counter of receipts, échéances,
-- enrolments, lines, dates of dues; rows of a total by key. To pay dues, to change or delete échéances, or to change several
-- taxpayers, lock those taxpayers first, by id; a payment is confirmed before it is imputed.

-- First day of the period of a day: the day, week, month or year.
create or replace function debut_du_grain(grain "char", jour date) returns date language sql immutable parallel safe
  return case grain when 'j' then jour
    else date_trunc(case grain when 's' then 'week' when 'm' then 'month' else 'year' end, jour::timestamp)::date end;

-- All grains of a day. Not strict, so that the planner can inline it instead of calling it for each row of each total.
-- No total has a null day.
create or replace function grains(jour date) returns table (grain "char", debut date)
  language sql immutable parallel safe rows 4
  as $$ values ('j'::"char", debut_du_grain('j', jour)), ('s', debut_du_grain('s', jour)), ('m', debut_du_grain('m', jour)),
    ('a', debut_du_grain('a', jour)) $$;

-- Only the grains, for waiting movements: a read of one grain does not multiply the movements by the others.
create or replace function grains() returns table (grain "char") language sql immutable parallel safe rows 4
  as $$ values ('j'::"char"), ('s'), ('m'), ('a') $$;

drop type if exists mouvement_enrolement cascade;
create type mouvement_enrolement as (
  entite_id integer, betail boolean, jour date, ramification_id integer, agent_id integer,
  total bigint, corrige bigint, valide bigint
);
drop type if exists mouvement_base cascade;
create type mouvement_base as (
  entite_id integer, betail boolean, jour date, genre "char", base_id integer, ramification_id integer, statut text, signe integer,
  quantite numeric
);
drop type if exists mouvement_exigible cascade;
create type mouvement_exigible as (
  entite_id integer, betail boolean, jour date, ramification_id integer, prevu bigint
);
-- A created, deleted or changed imputation.
drop type if exists mouvement_imputation cascade;
create type mouvement_imputation as (
  entite_id integer, transaction_id bigint, contribuable_id bigint, annee smallint, echeance_id bigint, recu bigint, rembourse bigint
);

-- Creates for a table total_*: calcul_*, its definition; porter_*, which adds movements in key order; and, if movements
-- wait in a table, tenu_*, the total with waiting movements. Columns with a default of zero are sums, the others the
-- key. `lignes` queries the key and the sums; if the key has a period, by day: the key without period, `jour`, and the
-- sums. `seulement` filters movements.
create or replace procedure declarer_total(total text, lignes text, porteur text default null, mouvements regtype default null,
  seulement text default 'true') language plpgsql as $$
declare
  cles text;
  sommes text;
  sommees text;
  ajoutees text;
  periodes text := '';
begin
  select string_agg(attname, ', ' order by attnum) filter (where not atthasdef),
    string_agg(attname, ', ' order by attnum) filter (where atthasdef),
    string_agg(format('sum(%1$I)::bigint as %1$I', attname), ', ' order by attnum) filter (where atthasdef),
    string_agg(format('%1$I = t.%1$I + excluded.%1$I', attname), ', ' order by attnum) filter (where atthasdef)
  into cles, sommes, sommees, ajoutees
  from pg_attribute where attrelid = ('total_' || total)::regclass and attnum > 0 and not attisdropped;
  if 'debut' = any(string_to_array(cles, ', ')) then
    periodes := 'cross join lateral grains(jour) g';
  end if;
  -- dropped first: `or replace` keeps the columns of an earlier version; what is on them is in later files
  execute format('drop view if exists calcul_%1$I, tenu_%1$I cascade', total);
  execute format('create view calcul_%I as
    with lignes as (%s)
    select %s, %s from lignes %s group by %3$s', total, lignes, cles, sommees, periodes);
  if porteur is null then
    return;
  end if;
  execute format('create or replace function %I(mouvements %s[]) returns void language plpgsql as $porter$
    begin
      insert into total_%I as t (%4$s, %5$s)
      select * from (
        select %4$s, %6$s from unnest(mouvements) m %10$s where %8$s group by %4$s
      ) s
      where greatest(%9$s) > 0
      order by %4$s
      on conflict (%4$s) do update set %7$s;
    end $porter$', porteur, mouvements, total, cles, sommes, sommees, ajoutees, seulement, regexp_replace(sommes, '(\w+)', 'abs(\1)', 'g'), periodes);
  execute format('revoke execute on function %I from public', porteur);
  if exists (select from pg_class where oid = to_regclass(mouvements::text) and relkind = 'r') then
    execute format('create view tenu_%1$I as
      select %2$s, %3$s from total_%1$I
      union all
      select %4$s, %3$s from %7$s %5$s m where %6$s',
      total, cles, sommes, replace(cles, 'debut', 'debut_du_grain(g.grain, m.jour)'), mouvements, seulement,
      case when periodes = '' then '' else 'grains() g cross join' end);
  end if;
end
$$;
revoke execute on procedure declarer_total from public;
