-- What every other migration stands on: text search, calendar days, record versions, the two roles.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The owner migrates; the application runs as octroi_app, which may not rewrite the journal or the stored totals.
do $$
begin
  if not exists (select from pg_roles where rolname = 'octroi_app') then
    create role octroi_app nologin;
  end if;
exception
  -- another database of the same server is being migrated at this moment
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  if not pg_has_role(current_user, 'octroi_app', 'set') then
    execute format('grant octroi_app to %I', current_user);
  end if;
end
$$;
grant usage on schema public to octroi_app;
alter default privileges in schema public grant select, insert, update, delete on tables to octroi_app;
alter default privileges in schema public grant usage, select on sequences to octroi_app;

-- Names sort the French way, numbers inside them by value (Zone 2 before Zone 10).
create collation francais (provider = icu, locale = 'fr-u-kn-true');

-- The form in which texts are searched: neither case nor accents. unaccent() itself is only stable, since its
-- dictionary could change; naming the dictionary makes the promise ours.
create function sans_accent(texte text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, texte));

create table parametre (
  cle text primary key,
  valeur text not null
);
insert into parametre values ('fuseau', coalesce(nullif(current_setting('octroi.time_zone', true), ''), 'Africa/Niamey'));
revoke insert, update, delete on parametre from octroi_app;

-- The installation's time zone is written into the function, so that a day can be stored and indexed.
do $$
begin
  execute format(
    'create function jour_local(instant timestamptz) returns date language sql immutable strict parallel safe
     return (instant at time zone %L)::date', (select valeur from parametre where cle = 'fuseau'));
  execute format(
    'create function debut_du_jour(jour date) returns timestamptz language sql immutable strict parallel safe
     return jour::timestamp at time zone %L', (select valeur from parametre where cle = 'fuseau'));
end
$$;

create function aujourdhui() returns date language sql stable return jour_local(now());

-- Every change of a record counts its version up; the API compares it with If-Match.
create function versionner() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- The days that a stored total is kept for: the day itself, its month, its year.
create function grains(jour date) returns table (grain "char", debut date)
  language sql immutable strict parallel safe rows 3
  as $$ values ('j'::"char", jour), ('m', date_trunc('month', jour)::date), ('a', date_trunc('year', jour)::date) $$;
